import { checkFunction } from '../../options/checks.js';
import { readOptions } from '../../options/read-options.js';
import type { OutboxRef } from './entry.js';
import type { OutboxDueRequest, OutboxRow, OutboxStore } from './outbox-store.js';

/** Identifies a reference in a `Map`, or as the name of a file. */
export function keyOf({ keyRef, partner, reference }: OutboxRef): string {
  return JSON.stringify([keyRef, partner, reference]);
}

/** Returns the references of rows that are due, as `OutboxStore.due` does. */
export function dueRows(
  rows: Iterable<Omit<OutboxRow, 'entry'>>,
  now: Date,
  { limit, exceptKeys }: OutboxDueRequest,
): OutboxRef[] {
  return [...rows]
    .filter(({ keyRef, dueAt }) => dueAt !== null && dueAt <= now && !exceptKeys.includes(keyRef))
    .sort((one, other) => Number(one.dueAt) - Number(other.dueAt))
    .slice(0, limit)
    .map(({ keyRef, partner, reference }) => ({ keyRef, partner, reference }));
}

/** Options of `createMemoryOutboxStore`. */
export interface MemoryOutboxStoreOptions {
  /** Returns the time of the store. @defaultValue The clock of this machine */
  readonly now?: (() => Date) | undefined;
}

/**
 * Creates a store that keeps the entries of an outbox in memory, for tests. After a restart, its orders are lost.
 * @throws {@link RequestValidationError} if an option is invalid
 * @example
 * ```ts
 * const outbox = createOutbox({ store: createMemoryOutboxStore(), outlets });
 * ```
 */
export function createMemoryOutboxStore(options?: MemoryOutboxStoreOptions): OutboxStore {
  const { now } = readOptions('The outbox store was not created', options, (option) => ({
    now: option('now', checkFunction, () => new Date()),
  }));
  const rows = new Map<string, OutboxRow>();
  return {
    now,
    insert(row) {
      if (rows.has(keyOf(row))) return false;
      rows.set(keyOf(row), row);
      return true;
    },
    get: (ref) => rows.get(keyOf(ref)),
    replace(row, version) {
      if (rows.get(keyOf(row))?.version !== version) return false;
      rows.set(keyOf(row), row);
      return true;
    },
    due: (request) => dueRows(rows.values(), now(), request),
    find: (keyRef, orderId) =>
      [...rows.values()].find((row) => row.keyRef === keyRef && row.orderId === orderId),
  };
}
