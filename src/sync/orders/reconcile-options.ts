import type { TimestampInput } from '../../entities/field-types.js';
import type { Order, OrderListParams } from '../../entities/index.js';
import type { RequestOptions } from '../../transport/call-options.js';
import type { CheckpointOptions } from '../checkpoints/checkpoint-options.js';
import type { CheckpointStore } from '../checkpoints/checkpoint-store.js';
import type { OrderLister } from './order-list.js';

/** The part of a client that a reconciliation uses. */
export interface ReconcileClient {
  readonly orders: OrderLister & { get(orderId: string, options?: RequestOptions): PromiseLike<Order> };
}

/**
 * How your copy of an order compares: it is `current`; you have the order, and it has `changed`; it is `missing` in your copy.
 */
export type OrderComparison = 'current' | 'changed' | 'missing';

/** An order in which your copy and the outlet differ; `notFound` is one of `knownIds` that the service has not, or not for this key. */
export interface OrderDifference {
  readonly orderId: string;
  readonly kind: 'changed' | 'missing' | 'not-found';
}

/** What a reconciliation found, in this run. */
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
export interface ReconcileOptions extends Pick<CheckpointOptions, 'name' | 'lease' | 'signal'> {
  /** Start of the range: a `Date`, or RFC 3339 text with its offset. Which time of an order counts is not documented. */
  from: TimestampInput;
  /** End of the range. Default: now. */
  to?: TimestampInput | undefined;
  /** Both `complete` and `cancelled` where none is given. */
  status?: OrderListParams['status'];
  /**
   * Compares an order with your copy, and is awaited: `true` is `current`, `false` is `missing`. Compare the whole content or a hash of it, as
   * no field is documented that tells versions of an order apart: an order can complete, reopen and complete again.
   */
  compare: (order: Order) => boolean | OrderComparison | PromiseLike<boolean | OrderComparison>;
  /** Gets each order that is missing in your copy, and is awaited. What it throws ends the run. */
  onMissing?: ((order: Order) => unknown) | undefined;
  /** Gets each order that has changed, and is awaited. What it throws ends the run. Default: `onMissing`. */
  onChanged?: ((order: Order) => unknown) | undefined;
  /**
   * The ids of your copy's orders of this range. Those that the list did not have are fetched one by one, as an order that was
   * reopened is in no list. The IDs of all compared orders are kept in memory.
   */
  knownIds?: Iterable<string> | AsyncIterable<string> | undefined;
  /** Gets the id of each known order that the service answers 404 for, and is awaited. What it throws ends the run. */
  onNotFound?: ((orderId: string) => unknown) | undefined;
  /**
   * Where checkpoints are stored. A run that ended early is then resumed by a run of the same range, so let `from` be the start of a
   * day, and only one run per name can be active. A run with `knownIds`, or of another range, starts from the beginning. Default: no
   * checkpoints.
   */
  checkpoints?: CheckpointStore | undefined;
  /** A stable ID of the outlet, chosen by you. Required with `checkpoints`: a run rejects the checkpoint of another outlet. */
  outlet?: string | undefined;
}
