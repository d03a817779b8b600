import type { OutboxRef } from './entry.js';
import type { OutboxDueRequest, OutboxListRequest, OutboxRow } from './outbox-store.js';
import { keyOf } from './references.js';

// What stores do whose references are in memory.

type IndexedRow = Omit<OutboxRow, 'entry'>;

/** Returns the references of rows that are due, as `OutboxStore.due` does. */
export function dueRows(
  rows: Iterable<IndexedRow>,
  now: Date,
  { limit, exceptKeys }: OutboxDueRequest,
): OutboxRef[] {
  return [...rows]
    .filter(({ keyRef, dueAt }) => dueAt !== null && dueAt <= now && !exceptKeys.includes(keyRef))
    .sort((one, other) => Number(one.dueAt) - Number(other.dueAt))
    .slice(0, limit)
    .map(refOf);
}

/** Returns the references of rows in the order of their keys, as `OutboxStore.list` does. */
export function listedRows(
  rows: Iterable<IndexedRow>,
  { state, keyRef, after, limit }: OutboxListRequest,
): OutboxRef[] {
  return [...rows]
    .filter((row) => state === undefined || row.state === state)
    .filter((row) => keyRef === undefined || row.keyRef === keyRef)
    .map((row) => ({ key: keyOf(row), row }))
    .filter(({ key }) => after === undefined || key > keyOf(after))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .slice(0, limit)
    .map(({ row }) => refOf(row));
}

/** Returns the reference of the row with an order, as `OutboxStore.find` does. */
export function rowOfOrder(
  rows: Iterable<IndexedRow>,
  keyRef: string,
  orderId: string,
): OutboxRef | undefined {
  const found = [...rows].find((row) => row.keyRef === keyRef && row.orderId === orderId);
  return found && refOf(found);
}

function refOf({ keyRef, partner, reference }: OutboxRef): OutboxRef {
  return { keyRef, partner, reference };
}
