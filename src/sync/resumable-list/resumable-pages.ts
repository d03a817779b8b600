import { ApiError } from '../../errors/api-errors.js';
import type { Page } from '../../lists/pages.js';
import type { ListPosition } from '../../lists/position.js';
import { canonicalJson } from '../../records.js';
import { isSliceEnd, type ListCheckpoint } from './list-checkpoint.js';

export interface CheckpointedPage<T> extends Page<T> {
  /** Covers everything up to and including this page. */
  readonly checkpoint: ListCheckpoint;
}

/** Statuses of a rejected cursor. The API specification does not define the status for an expired cursor. */
const cursorErrors: readonly number[] = [400, 404, 409, 410, 422];

/** How often a sync run restarts a part of the range if the API rejects its cursor. */
const maxRestarts = 3;

/**
 * Iterates over the pages of a list after a checkpoint. If the API rejects a cursor, for example because it has expired, lists the
 * slice of the cursor again from its start.
 * @param pagesFrom - lists the checkpoint's range after a position of the list
 */
export async function* resumablePages<T>(
  pagesFrom: (resumeFrom: ListPosition | null) => AsyncIterable<Page<T>>,
  start: ListCheckpoint,
): AsyncGenerator<CheckpointedPage<T>, void, undefined> {
  let checkpoint = start;
  let restarts = 0;
  while (!checkpoint.isDone) {
    try {
      for await (const page of pagesFrom(checkpoint.position)) {
        if (isSliceEnd(page.position)) restarts = 0;
        checkpoint = checkpointAfter(page, checkpoint);
        yield { ...page, checkpoint };
      }
      return;
    } catch (error) {
      const isRejected = error instanceof ApiError && cursorErrors.includes(error.status);
      const isAtStart = canonicalJson(checkpoint.position) === canonicalJson(checkpoint.sliceStart);
      if (!isRejected || isAtStart || restarts === maxRestarts) throw error;
      restarts += 1;
      checkpoint = { ...checkpoint, position: checkpoint.sliceStart };
    }
  }
}

function checkpointAfter({ items, slice, position }: Page<unknown>, before: ListCheckpoint): ListCheckpoint {
  const isSliceDone = isSliceEnd(position);
  return {
    ...before,
    isDone: isSliceDone && slice.to === before.to,
    position,
    sliceStart: isSliceDone ? position : before.sliceStart,
    pages: before.pages + 1,
    records: before.records + items.length,
  };
}
