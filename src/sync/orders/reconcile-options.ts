import type { Order } from '../../entities/index.js';
import type { CheckpointOptions } from '../checkpoints/checkpoint-options.js';
import type { CheckpointStore } from '../checkpoints/checkpoint-store.js';
import type { OrderFeedClient } from '../order-feed/options.js';
import type { OrderLister, OrderRangeOptions } from './order-list.js';

/** The part of a client that a reconciliation uses. */
export interface ReconcileClient {
  readonly orders: OrderLister & OrderFeedClient['orders'];
}

/** How your copy of an order compares: it is `current`, it is `missing`, or the order has `changed` since. */
export type OrderComparison = 'current' | 'changed' | 'missing';

/** What the callbacks of a reconciliation get with an order. */
export interface ReconcileInfo {
  /**
   * When the request was sent, on the clock of this machine. Store it with the order, and do not overwrite an order that was read later.
   */
  readonly readAt: Date;
}

/** An order that differs. `not-found` is one of `knownIds` that the API does not return. */
export interface OrderDifference {
  readonly orderId: string;
  readonly kind: 'changed' | 'missing' | 'not-found';
}

/** What this run of a reconciliation found. */
export interface ReconcileReport {
  /** ISO 8601 in UTC. */
  readonly from: string;
  readonly to: string;
  /** Orders that were compared. */
  readonly checked: number;
  readonly current: number;
  readonly changed: number;
  readonly missing: number;
  readonly notFound: number;
  /** The first 1,000 differences, in the order in which they were found. */
  readonly differences: readonly OrderDifference[];
}

/** Options of `reconcileOrders`. */
export interface ReconcileOptions
  extends OrderRangeOptions,
    Pick<CheckpointOptions, 'name' | 'lease' | 'signal'> {
  /**
   * Compares an order with your copy. `true` means `current`, `false` means `missing`. Compare the whole content or a hash of it: the
   * API specification does not define a version of an order. If your copy was read after `readAt`, it is `current`. An order that
   * differs is read and compared again.
   */
  compare: (
    order: Order,
    info: ReconcileInfo,
  ) => boolean | OrderComparison | PromiseLike<boolean | OrderComparison>;
  /** Writes an order that is missing in your copy. An error that it throws ends the run. */
  onMissing?: ((order: Order, info: ReconcileInfo) => unknown) | undefined;
  /** Writes an order that has changed. An error that it throws ends the run. Default: `onMissing`. */
  onChanged?: ((order: Order, info: ReconcileInfo) => unknown) | undefined;
  /**
   * The IDs of the orders in your copy of this range. The run reads those that the list lacks one by one, because an order that was
   * reopened is not listed. The IDs of all compared orders are kept in memory.
   */
  knownIds?: Iterable<string> | AsyncIterable<string> | undefined;
  /**
   * Gets each ID of `knownIds` that the list lacks and for which the API returns 404. Do not delete the order: the API also returns 404
   * for orders that a delivery partner aggregated. An error that it throws ends the run.
   */
  onNotFound?: ((orderId: string, info: ReconcileInfo) => unknown) | undefined;
  /**
   * Where checkpoints are stored. A run that ended early is then resumed by a run of the same range, so let `from` be the start of a
   * day, and only one run per name can be active. A run with `knownIds`, or of another range, starts from the beginning. Default: no
   * checkpoints.
   */
  checkpoints?: CheckpointStore | undefined;
  /** A stable ID of the outlet, chosen by you. Required with `checkpoints`: a run rejects the checkpoint of another outlet. */
  outlet?: string | undefined;
}
