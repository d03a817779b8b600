import { ApiError } from '../../errors/api-errors.js';
import type { Checkpoint } from '../../lists/checkpoint.js';
import type { Page } from '../../lists/pages.js';
import { canonicalJson } from '../../records.js';
import type { ListCheckpoint } from './list-checkpoint.js';

/** A page of a walk. */
export interface CheckpointedPage<T> extends Page<T> {
  /** Covers everything up to and including this page. */
  readonly progress: ListCheckpoint;
}

/** What the service may answer to a cursor that it does not know any more; which of them, is not documented. */
const refusals: readonly number[] = [400, 404, 409, 410, 422];

/** A window whose cursors are refused so often is refused itself. */
const mostRestarts = 3;

/**
 * Walks a list from a checkpoint on. Where the service refuses a cursor, as it may after a night, the window of that cursor is
 * walked anew.
 *
 * @param pagesFrom - the pages of the checkpoint's range, from a checkpoint of the list on
 */
export async function* resumablePages<T>(
  pagesFrom: (resumeFrom: Checkpoint | null) => AsyncIterable<Page<T>>,
  start: ListCheckpoint,
): AsyncGenerator<CheckpointedPage<T>, void, undefined> {
  let progress = start;
  let restarts = 0;
  while (!progress.isDone) {
    try {
      for await (const page of pagesFrom(progress.page)) {
        if (page.next === null) restarts = 0;
        progress = behind(page, progress);
        yield { ...page, progress };
      }
      return;
    } catch (error) {
      const isRefused = error instanceof ApiError && refusals.includes(error.status);
      if (!isRefused || !isInsideWindow(progress) || restarts === mostRestarts) throw error;
      restarts += 1;
      progress = { ...progress, page: progress.window };
    }
  }
}

function isInsideWindow({ page, window }: ListCheckpoint): boolean {
  return canonicalJson(page) !== canonicalJson(window);
}

function behind({ items, next, window, checkpoint }: Page<unknown>, before: ListCheckpoint): ListCheckpoint {
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
