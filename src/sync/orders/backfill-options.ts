import type { Order, OrderListParams } from '../../entities/index.js';
import type { CheckpointOptions } from '../checkpoints/checkpoint-options.js';
import type { SyncProgress } from '../resumable-list/sync-progress.js';
import type { OrderRangeOptions } from './order-list.js';

/** Details that `onOrders` receives with the orders. */
export interface BackfillInfo {
  /**
   * A time before the request for these orders: the start of the run if you pass `now`, and otherwise when the request was sent. Pages
   * are prefetched, so this can be minutes ago. Store it with each order, and do not overwrite an order that was read later.
   */
  readonly readAt: Date;
}

/** The result of a backfill, including earlier runs that it resumed. */
export interface BackfillReport {
  /** Start of the range: ISO 8601 in UTC. */
  readonly from: string;
  /** End of the range: ISO 8601 in UTC. */
  readonly to: string;
  /** Whether an earlier run had already completed this range. This run then fetched nothing. */
  readonly alreadyComplete: boolean;
  /** Pages that were fetched. */
  readonly pages: number;
  /** Orders that were delivered. An order that was delivered twice counts twice. */
  readonly records: number;
}

/** Options of `backfillOrders`. */
export interface BackfillOptions extends CheckpointOptions, OrderRangeOptions {
  /** Lists only orders of this status. Default: `complete` and `cancelled`. */
  readonly status?: OrderListParams['status'];
  /**
   * Writes a page of orders, at most 25 per status. The checkpoint is saved after it returns. Some orders are delivered again after a
   * crash, so writing must be idempotent. An error that it throws ends the run.
   */
  readonly onOrders: (orders: Order[], info: BackfillInfo) => unknown;
  /** Called with the progress after each page. Errors that it throws are ignored. */
  readonly onProgress?: ((progress: SyncProgress) => unknown) | undefined;
}
