import type { OutboxRef } from './entry.js';

/** An entry as a store keeps it, such as one row of a table with the primary key (`keyRef`, `partner`, `reference`). */
export interface OutboxRow extends OutboxRef {
  /** The state of the entry, by which `list` selects rows. */
  readonly state: string;
  /** The API's ID of the order, once it is known. */
  readonly orderId: string | undefined;
  /** When the next step is due. `null` if nothing is left to do. */
  readonly dueAt: Date | null;
  /** The number of writes. */
  readonly version: number;
  /** The entry as JSON. Store it as text: a repeated request needs the same order of fields. It contains personal data. */
  readonly entry: string;
}

/** Asks an `OutboxStore` for references that are due. */
export interface OutboxDueRequest {
  /** The maximum number of references. */
  readonly limit: number;
  /** Values of `keyRef` to leave out. */
  readonly exceptKeys: readonly string[];
}

/** Asks an `OutboxStore` for a page of references. */
export interface OutboxListRequest {
  /** Only rows in this state. @defaultValue every state */
  readonly state?: string | undefined;
  /** Only rows with this `keyRef`. @defaultValue every `keyRef` */
  readonly keyRef?: string | undefined;
  /** The last reference of the page before. @defaultValue the first page */
  readonly after?: OutboxRef | undefined;
  /** The maximum number of references. */
  readonly limit: number;
}

/**
 * Keeps the entries of an outbox. A method returns, or its promise resolves, when the data survives a crash. The outbox waits
 * 20 seconds for it, so limit the time of a query. `outboxStoreContract` in `outlet-open-api/testing` tests an implementation.
 */
export interface OutboxStore<Transaction = never> {
  /** Returns the current time, from one clock for all processes. With a transaction, uses no other connection. */
  now(transaction?: Transaction): Date | Promise<Date>;
  /** Adds a row, in the transaction if there is one. Returns false, and changes nothing, if the reference exists. */
  insert(row: OutboxRow, transaction?: Transaction): boolean | Promise<boolean>;
  /** Returns the row of a reference, as the transaction sees it if there is one. */
  get(ref: OutboxRef, transaction?: Transaction): OutboxRow | undefined | Promise<OutboxRow | undefined>;
  /** Replaces the row of a reference if the stored row has this version. Otherwise, returns false. One of many parallel calls wins. */
  replace(row: OutboxRow, version: number): boolean | Promise<boolean>;
  /** Returns the references of rows whose `dueAt` has passed, the earliest first. */
  due(request: OutboxDueRequest): readonly OutboxRef[] | Promise<readonly OutboxRef[]>;
  /** Returns references of rows, sorted by `keyRef`, `partner` and `reference`, in any collation. */
  list(request: OutboxListRequest): readonly OutboxRef[] | Promise<readonly OutboxRef[]>;
  /** Returns the reference of the row with this `keyRef` and `orderId`. */
  find(keyRef: string, orderId: string): OutboxRef | undefined | Promise<OutboxRef | undefined>;
}
