import { isListEnd, type ListPosition } from '../../lists/list-position.js';
import type { Page } from '../../lists/pages.js';
import { parseSpan } from '../../lists/time-range.js';
import { isText } from '../../options/checks.js';

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
  readonly pages: number;
  readonly records: number;
};

export function startOfList(range: ListRange): ListCheckpoint {
  return { ...range, isDone: false, position: null, pages: 0, records: 0 };
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

/** A page of a run. */
export interface CheckpointedPage<T> extends Page<T> {
  /** Covers everything up to and including this page. */
  readonly checkpoint: ListCheckpoint;
}

/** Adds the checkpoint to each page that follows one. @param pages - the list after `start.position` */
export async function* checkpointedPages<T>(
  start: ListCheckpoint,
  pages: () => AsyncIterable<Page<T>>,
): AsyncGenerator<CheckpointedPage<T>, void, undefined> {
  if (start.isDone) return;
  let checkpoint = start;
  for await (const page of pages()) {
    const { items, position } = page;
    const { pages, records } = checkpoint;
    const isDone = isListEnd(position);
    checkpoint = { ...checkpoint, isDone, position, pages: pages + 1, records: records + items.length };
    yield { ...page, checkpoint };
  }
}
