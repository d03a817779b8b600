import { isText } from '../../checks.js';
import type { ListPosition } from '../../lists/position.js';
import { parseSpan } from '../../lists/time-range.js';
import { isRecord } from '../../records.js';

/** A range of a list. Times are ISO 8601 in UTC. */
export type ListRange = {
  readonly from: string;
  readonly to: string;
  /** The status filter of the list; `null` for its default. */
  readonly status: string | null;
};

/** How far a list got. Checkpoints of backfills and exports contain it. */
export type ListCheckpoint = ListRange & {
  readonly isDone: boolean;
  /** The position of the list after the last page that was processed; `null` at the start. */
  readonly position: ListPosition | null;
  /** The position at the start of the slice that this page belongs to. */
  readonly sliceStart: ListPosition | null;
  readonly pages: number;
  readonly records: number;
};

export function startOfList(range: ListRange): ListCheckpoint {
  return { ...range, isDone: false, position: null, sliceStart: null, pages: 0, records: 0 };
}

/** Checks the fields of a list. Its positions are checked when the list is resumed. */
export function isListCheckpoint(found: Record<string, unknown>): found is ListCheckpoint {
  const { status, isDone, pages, records } = found;
  return (
    parseSpan(found) !== undefined &&
    (status === null || isText(status)) &&
    typeof isDone === 'boolean' &&
    [pages, records].every(Number.isSafeInteger)
  );
}

/** Returns whether a page with this position is the last one of its slice. */
export function isSliceEnd(position: ListPosition): boolean {
  const next = 'next' in position ? position.next : null;
  return !isRecord(next) || next.cursor === null;
}
