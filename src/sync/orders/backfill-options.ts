import type { TimestampInput } from '../../entities/field-types.js';
import type { Order, OrderListParams } from '../../entities/index.js';
import type { CheckpointStore, SyncCheckpoint } from '../checkpoints/checkpoint-store.js';
import type { SyncProgress } from '../resumable-list/progress-estimator.js';
import type { OrderLister } from './order-pages.js';

/** The part of a client that a backfill uses. */
export interface BackfillClient {
  readonly orders: OrderLister;
}

/** What comes with orders that are handed over. */
export interface BackfillInfo {
  /**
   * Covers everything up to and including these orders. With `checkpoints: 'manual'`, keep it in the transaction that writes them,
   * and hand it back as `resumeFrom`.
   */
  readonly checkpoint: SyncCheckpoint;
}

/** What a backfill has done, earlier runs included. */
export interface BackfillReport {
  /** ISO 8601 in UTC. */
  readonly from: string;
  readonly to: string;
  readonly pages: number;
  /** Those that came twice count twice. */
  readonly records: number;
  /** Says that all is done. With `checkpoints: 'manual'`, keep it. */
  readonly checkpoint: SyncCheckpoint;
}

/** What is to be backfilled, and how. */
export interface BackfillOptions {
  /** Start of the range: a `Date`, or RFC 3339 text with its offset. Which time of an order counts is not documented. */
  from: TimestampInput;
  /** End of the range. Default: when the backfill is begun. A run that goes on takes that of the run before. */
  to?: TimestampInput | undefined;
  /** Both `complete` and `cancelled` where none is given. */
  status?: OrderListParams['status'];
  /**
   * Where the checkpoint is kept. With `'manual'` nothing is: keep what `onOrders` gets in the transaction that writes the orders. See
   * that one run at a time works on it, as by replacing the kept checkpoint only where it still is the one that this run knows; and
   * let the order's id be a key of what is written, as an order that stands where two windows meet can come again in a later run.
   */
  checkpoints: CheckpointStore | 'manual';
  /** With `checkpoints: 'manual'`: the checkpoint that was kept. `null` begins anew. */
  resumeFrom?: unknown;
  /** Under which the checkpoint is kept: one for each outlet and backfill. Default: `backfill-orders`. */
  name?: string | undefined;
  /**
   * Writes orders, at most 25 for each status, and is awaited; the checkpoint is saved when it has returned. It gets some orders
   * again after a crash, so that it writes what can be written twice. What it throws ends the run.
   */
  onOrders: (orders: Order[], info: BackfillInfo) => unknown;
  /** Told after each page. What it throws disturbs nothing. */
  onProgress?: ((progress: SyncProgress) => unknown) | undefined;
  /** Ends the run, which then rejects with the signal's own reason. Orders that are being written are still saved. */
  signal?: AbortSignal | undefined;
}
