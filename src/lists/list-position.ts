import type { TimeRange } from './time-range.js';

/**
 * Marks a position in a list: after one of its pages. Save it as JSON and pass it as `resumeFrom` to the same method with the same
 * filters. The list then continues after that page, up to the `to` of its first start. No record is missed. Earlier records exactly
 * on a boundary of the resumed slice can repeat. If the API no longer accepts the cursor, all records of that slice can.
 *
 * Its other properties are private to this package. It contains the range of the list, the option `outletRef`, and a hash of the
 * filters instead of their text.
 * @example
 * ```ts
 * const orders = outlet.orders.list({ from: '2026-01-01T00:00:00Z' }, { resumeFrom: await load() });
 * for await (const page of orders.pages()) {
 *   await store(page.items);
 *   await save(page.position);
 * }
 * ```
 */
// A type, because an interface is not assignable to a JSON type.
export type ListPosition = {
  /** Version of the format. */
  readonly version: 2;
};

/** What a `ListPosition` contains. */
export type StoredPosition = ListPosition & {
  readonly operation: string;
  /** The caller's ID of the outlet. */
  readonly outletRef: string | null;
  readonly range: TimeRange;
  /** A hash, because filters can contain personal data; `null` without filters. */
  readonly filters: string | null;
  /** `null` at the end of the list. */
  readonly next: { readonly slice: TimeRange; readonly cursor: string | null } | null;
};

/** Returns whether a page with this position is the last one of its list. */
export function isListEnd(position: ListPosition): boolean {
  return isStored(position) && position.next === null;
}

/** Returns whether a page with this position is the last one of its slice. */
export function isSliceEnd(position: ListPosition): boolean {
  return isStored(position) && (position.next === null || position.next.cursor === null);
}

function isStored(position: ListPosition): position is StoredPosition {
  return 'next' in position;
}
