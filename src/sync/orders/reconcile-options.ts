import type { Order } from '../../entities/index.js';
import type { CheckpointOptions } from '../checkpoints/checkpoint-options.js';
import type { CheckpointStore } from '../checkpoints/checkpoint-store.js';
import type { OrderRangeOptions } from './order-list.js';

/** The state of your copy of an order: it is `current` or `missing`, or the order has `changed` since. */
export type OrderComparison = 'current' | 'changed' | 'missing';

/** Details that the callbacks of a reconciliation receive with an order. */
export interface ReconcileInfo {
  /**
   * The time before the order was requested. For an order of the list, it is the start of the run if you pass `now`, and otherwise when
   * its page was requested. For an order that is read again, `now` is called again. Store it with the order, and do not overwrite an order that was read later.
   */
  readonly readAt: Date;
}

/** An order that differs from your copy. */
export interface OrderDifference {
  /** The id of the order. */
  readonly orderId: string;
  /** How the order differs. `not-found`: the API does not return this id of `knownIds`. */
  readonly kind: 'changed' | 'missing' | 'not-found';
}

/** The result of this run of a reconciliation. */
export interface ReconcileReport {
  /** Start of the range: ISO 8601 in UTC. It is before the option `from` if the run also covered earlier orders. */
  readonly from: string;
  /** End of the range: ISO 8601 in UTC. */
  readonly to: string;
  /** Orders that were compared: the sum of `current`, `changed` and `missing`. */
  readonly checked: number;
  /** Orders whose copy is current. */
  readonly current: number;
  /** Orders that have changed since your copy. */
  readonly changed: number;
  /** Orders that your copy lacks. */
  readonly missing: number;
  /** Ids of `knownIds` that the API does not return. */
  readonly notFound: number;
  /** The first 1,000 differences, in the order in which they were found. */
  readonly differences: readonly OrderDifference[];
}

/** Options of `reconcileOrders`. */
export interface ReconcileOptions
  extends OrderRangeOptions,
    Pick<CheckpointOptions, 'name' | 'leaseDuration' | 'now' | 'logger' | 'signal'> {
  /**
   * Compares an order with your copy. `true` means `current`, `false` means `missing`. Compare the whole content or a hash of it: the
   * API specification does not define a version of an order. If your copy was read after `readAt`, it is `current`. An order that
   * differs is read and compared again.
   */
  readonly compare: (
    order: Order,
    info: ReconcileInfo,
  ) => boolean | OrderComparison | PromiseLike<boolean | OrderComparison>;
  /** Writes an order that is missing in your copy. An error that it throws ends the run. */
  readonly onMissing?: ((order: Order, info: ReconcileInfo) => unknown) | undefined;
  /** Writes an order that has changed. An error that it throws ends the run. Default: `onMissing`. */
  readonly onChanged?: ((order: Order, info: ReconcileInfo) => unknown) | undefined;
  /**
   * Returns the IDs of the orders in your copy of a range. Called once, when the run starts, with the range that it lists: with
   * `checkpoints`, `from` can be earlier than the option. The run fetches each order that the list lacks, because reopened orders are
   * not listed. It keeps the IDs of all compared orders in memory.
   */
  readonly knownIds?:
    | ((range: {
        from: Date;
        to: Date;
      }) => Iterable<string> | AsyncIterable<string> | Promise<Iterable<string>>)
    | undefined;
  /**
   * Called with each ID of `knownIds` that the list lacks and for which the API returns 404. Do not delete the order, because the API
   * also returns 404 for partner-aggregated orders. An error that it throws ends the run.
   */
  readonly onNotFound?: ((orderId: string, info: ReconcileInfo) => unknown) | undefined;
  /**
   * The store for checkpoints. With a store, only one run per name can be active, and a complete run saves its end. The next run starts
   * at `from`, or earlier: at the end of the last complete run minus the length of the range (`to` − `from`). So it also finds orders
   * that were still open then, and misses none after an outage. A run that ended early starts from the beginning. Default: none.
   */
  readonly checkpoints?: CheckpointStore | undefined;
  /** A stable ID of the outlet, chosen by you. Required with `checkpoints`, because a run rejects the checkpoint of another outlet. */
  readonly outletRef?: string | undefined;
  /**
   * Called once, with a text for people, if the last complete run ended before `from`, for example because no job ran for days. Errors
   * that it throws are ignored. Default: a warning of `logger`.
   */
  readonly onWarning?: ((message: string) => unknown) | undefined;
}
