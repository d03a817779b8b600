import type { Order, OrderQuery } from '../../entities/index.js';
import type { TimestampInput } from '../../entities/open.js';
import type { CheckpointStore, SyncCheckpoint } from '../checkpoints/checkpoint-store.js';
import type { OrderLister } from './order-walk.js';

/** The part of a client that a backfill uses. */
export interface BackfillClient {
  readonly orders: OrderLister;
}

/** What comes with orders that are handed over. */
export interface BackfillInfo {
  /**
   * Covers everything up to and including these orders. With `checkpoints: 'caller'`, keep it in the transaction that writes them,
   * and hand it back as `resumeFrom`.
   */
  readonly checkpoint: SyncCheckpoint;
}

/** How far a backfill came, earlier runs included. */
export interface BackfillProgress {
  /** From 0 to 1. Inside a window it is a guess, by the dates of the orders. */
  readonly share: number;
  /** Windows of at most 31 days: those that are done, and all. */
  readonly windows: { readonly done: number; readonly total: number };
  readonly pages: number;
  readonly orders: number;
  /** Orders in a second, in this run. */
  readonly ordersPerSecond: number;
  /** Milliseconds, as far as one can tell; `undefined` where nothing tells yet. */
  readonly timeLeft: number | undefined;
}

/** What a backfill has done, earlier runs included. */
export interface BackfillReport {
  /** ISO 8601 in UTC. */
  readonly from: string;
  readonly to: string;
  readonly pages: number;
  /** Those that came twice count twice. */
  readonly orders: number;
  /** Says that all is done. With `checkpoints: 'caller'`, keep it. */
  readonly checkpoint: SyncCheckpoint;
}

/** What is to be backfilled, and how. */
export interface BackfillOptions {
  /** Start of the range: a `Date`, or RFC 3339 text with its offset. Which time of an order counts is not documented. */
  from: TimestampInput;
  /** End of the range. Default: when the backfill is begun. A run that goes on takes that of the run before. */
  to?: TimestampInput | undefined;
  /** Both `complete` and `cancelled` where none is given. */
  status?: OrderQuery['status'];
  /**
   * Where the checkpoint is kept. With `'caller'` nothing is: keep what `onOrders` gets in the transaction that writes the orders,
   * and see that one run at a time works on it.
   */
  checkpoints: CheckpointStore | 'caller';
  /** With `checkpoints: 'caller'`: the checkpoint that was kept. `null` begins anew. */
  resumeFrom?: unknown;
  /** Under which the checkpoint is kept: one for each outlet and backfill. Default: `backfill-orders`. */
  name?: string | undefined;
  /**
   * Writes orders, at most 25 for each status, and is awaited; the checkpoint is saved when it has returned. It gets some orders
   * again after a crash, so that it writes what can be written twice. What it throws ends the run.
   */
  onOrders: (orders: Order[], info: BackfillInfo) => unknown;
  /** Told after each page. What it throws disturbs nothing. */
  onProgress?: ((progress: BackfillProgress) => unknown) | undefined;
  /** Ends the run, which then rejects with the signal's own reason. Orders that are being written are still saved. */
  signal?: AbortSignal | undefined;
}
