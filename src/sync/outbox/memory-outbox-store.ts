import type { OutboxRef } from './entry.js';
import type { OutboxRow, OutboxStore } from './outbox-store.js';

/** Identifies a reference in a `Map`, or as the name of a file. */
export function keyOf({ keyRef, partner, reference }: OutboxRef): string {
  return JSON.stringify([keyRef, partner, reference]);
}

/** Returns the references of rows that are due, as `OutboxStore.due` does. */
export function dueRows(
  rows: Iterable<Omit<OutboxRow, 'entry'>>,
  now: Date,
  limit: number,
  exceptKeys: readonly string[],
): OutboxRef[] {
  return [...rows]
    .filter(({ keyRef, dueAt }) => dueAt !== null && dueAt <= now && !exceptKeys.includes(keyRef))
    .sort((one, other) => Number(one.dueAt) - Number(other.dueAt))
    .slice(0, limit)
    .map(({ keyRef, partner, reference }) => ({ keyRef, partner, reference }));
}

/**
 * Creates a store that keeps the entries of an outbox in memory, for tests. After a restart, its orders are lost.
 * @param now - returns the current time
 * @example
 * ```ts
 * const outbox = createOutbox({ store: createMemoryOutboxStore(), outlets });
 * ```
 */
export function createMemoryOutboxStore(now: () => Date = () => new Date()): OutboxStore {
  const rows = new Map<string, OutboxRow>();
  return {
    now: async () => now(),
    async insert(row) {
      if (rows.has(keyOf(row))) return false;
      rows.set(keyOf(row), row);
      return true;
    },
    get: async (ref) => rows.get(keyOf(ref)),
    async replace(row, version) {
      if (rows.get(keyOf(row))?.version !== version) return false;
      rows.set(keyOf(row), row);
      return true;
    },
    due: async (limit, exceptKeys) => dueRows(rows.values(), now(), limit, exceptKeys),
    async find(keyRef, orderId) {
      return [...rows.values()].find((row) => row.keyRef === keyRef && row.orderId === orderId);
    },
  };
}
