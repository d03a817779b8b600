import { ApiError } from '../../errors/api-errors.js';
import type { Checkpoint } from '../../lists/checkpoint.js';
import type { Page } from '../../lists/pages.js';
import { canonicalJson } from '../../records.js';
import type { SyncTask } from '../checkpoints/checkpoint-store.js';
import type { ListCheckpoint } from './list-checkpoint.js';

export interface CheckpointedPage<T, Task extends SyncTask = SyncTask> extends Page<T> {
  /** Covers everything up to and including this page. */
  readonly progress: ListCheckpoint<Task>;
}

/** Statuses of a rejected cursor. The API specification does not define the status for an expired cursor. */
const cursorErrors: readonly number[] = [400, 404, 409, 410, 422];

/** How often a sync run restarts a part of the range if the API rejects its cursor. */
const maxRestarts = 3;

/**
 * Iterates over the pages of a list after a checkpoint. If the API rejects a cursor, for example because it has expired, lists the
 * window of the cursor again from its start.
 * @param pagesFrom - lists the checkpoint's range after a position of the list
 */
export async function* resumablePages<T, Task extends SyncTask>(
  pagesFrom: (resumeFrom: Checkpoint | null) => AsyncIterable<Page<T>>,
  start: ListCheckpoint<Task>,
): AsyncGenerator<CheckpointedPage<T, Task>, void, undefined> {
  let progress = start;
  let restarts = 0;
  while (!progress.isDone) {
    try {
      for await (const page of pagesFrom(progress.page)) {
        if (page.next === null) restarts = 0;
        progress = checkpointAfter(page, progress);
        yield { ...page, progress };
      }
      return;
    } catch (error) {
      const isRejected = error instanceof ApiError && cursorErrors.includes(error.status);
      if (!isRejected || !isInsideWindow(progress) || restarts === maxRestarts) throw error;
      restarts += 1;
      progress = { ...progress, page: progress.window };
    }
  }
}

function isInsideWindow({ page, window }: ListCheckpoint): boolean {
  return canonicalJson(page) !== canonicalJson(window);
}

function checkpointAfter<Task extends SyncTask>(
  { items, next, window, checkpoint }: Page<unknown>,
  before: ListCheckpoint<Task>,
): ListCheckpoint<Task> {
  const isWindowDone = next === null;
  return {
    ...before,
    isDone: isWindowDone && window.to === before.to,
    page: checkpoint,
    window: isWindowDone ? checkpoint : before.window,
    pages: before.pages + 1,
    records: before.records + items.length,
  };
}
