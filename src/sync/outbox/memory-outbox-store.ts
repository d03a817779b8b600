import { checkFunction } from '../../options/checks.js';
import { readOptions } from '../../options/read-options.js';
import type { OutboxRow, OutboxStore } from './outbox-store.js';
import { keyOf } from './references.js';
import { dueRows, listedRows, rowOfOrder } from './rows.js';

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
    list: (request) => listedRows(rows.values(), request),
    find: (keyRef, orderId) => rowOfOrder(rows.values(), keyRef, orderId),
  };
}
