import type { Order } from '../../entities/index.js';
import type { CheckpointStore, SyncCheckpoint, SyncRun } from '../checkpoints/checkpoint-store.js';

/** An order as a copy stores it. */
export interface StoredOrder {
  /** The order, without NUL and lone surrogates, which databases reject. */
  readonly order: Order;
  /** A time before the order was requested, on the clock of the store. Whole milliseconds. */
  readonly readAt: Date;
  /** The list that last contained the order: the ID of a reconciliation, or `old`. `null` if none has since the order was last open. */
  readonly lastList: string | null;
}

/** The row of an order that a transaction has locked. */
export interface LockedOrder {
  /** The row as last committed. `undefined` if the order has none. */
  readonly row: StoredOrder | undefined;
  /** The time after it was locked, on the clock of the store. */
  readonly now: Date;
}

/** Orders that a list contains. */
export interface ListedOrders {
  /** Identifies the list. */
  readonly list: string;
  /** The orders, without NUL and lone surrogates. */
  readonly orders: readonly Order[];
  /** A time before the list was requested. */
  readonly readAt: Date;
}

/**
 * Stores the copy of all orders, for `createOrderCopy`. Use `createPostgresOrderStore()` of `outlet-open-api/postgres`,
 * `createMemoryOrderStore()` in tests, or your own implementation. Test your own with `orderStoreContract` of `outlet-open-api/testing`.
 * Guide: Order data › Your own tables.
 */
export interface OrderStore<Tx> {
  /** Returns the current time of the one clock that all processes share, such as that of the database. */
  now(): Date | Promise<Date>;
  /** Runs `work` in a transaction. If `work` rejects, nothing that it wrote stays, and the result rejects with the same error. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Locks an order until the transaction ends. Another transaction waits for the lock, also if the order has no row yet. In most
   * databases, `lock` then has to insert one, which others see only after the commit.
   */
  lock(tx: Tx, outletRef: string, orderId: string): LockedOrder | Promise<LockedOrder>;
  /** Writes the row of a locked order, all of it. */
  write(tx: Tx, outletRef: string, row: StoredOrder): void | Promise<void>;
  /**
   * Finds the orders of a list that need no write: those with equal content, and those whose row was read after `readAt`. A row that
   * was read in the future does not count, because the clock has gone back since. Sets the `lastList` of these rows to `list`. Raises an
   * earlier `readAt` to `readAt` if the content is equal. Locks the rows in the order of their IDs.
   * @returns the IDs that it found
   */
  markCurrent(outletRef: string, listed: ListedOrders): readonly string[] | Promise<readonly string[]>;
  /** Returns the IDs of orders whose `lastList` is neither `list` nor `old`. It may skip or contain orders that change meanwhile. */
  unlisted(outletRef: string, list: string): Iterable<string> | AsyncIterable<string>;
  /** Returns the committed row of an order. */
  read(outletRef: string, orderId: string): StoredOrder | undefined | Promise<StoredOrder | undefined>;
  /** The checkpoints of backfills and reconciliations. */
  readonly checkpoints: CheckpointStore & {
    /** Joins a transaction, so that the checkpoint commits together with the orders. Rejects as `SyncRun.save` does. */
    with(tx: Tx): {
      /** Saves the checkpoint of a run. */
      save(run: SyncRun, checkpoint: SyncCheckpoint): void | Promise<void>;
    };
  };
}

/** The mark of orders that no later list has to contain, because they ended before the range of the last reconciliation. */
export const oldList = 'old';

/** Returns an order that every database accepts: `jsonb`, for example, rejects NUL and lone surrogates. */
export function storable(order: Order): Order {
  // In JSON, only these characters are escaped in this way. The last alternative skips an escaped backslash.
  const text = JSON.stringify(order).replace(/\\(?:u0000|u[dD][89a-fA-F]..|.)/g, (escaped) => {
    if (escaped === '\\u0000') return '';
    return escaped.length > 2 ? '\ufffd' : escaped;
  });
  return JSON.parse(text);
}
