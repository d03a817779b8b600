import { day } from '../../instants.js';
import { maxRangeDays } from '../../operations/operation.js';
import { isSliceEnd, type ListCheckpoint } from './list-checkpoint.js';
import type { CheckpointedPage } from './resumable-pages.js';

/** Progress of a run through its range, including earlier runs that it resumed. */
export interface SyncProgress {
  /** Progress in windows of at most 31 days. */
  readonly windows: {
    /** Windows that are complete. */
    readonly done: number;
    /** All windows of the range. */
    readonly total: number;
  };
  /** Pages that were read. */
  readonly pages: number;
  /** Records that were read. */
  readonly records: number;
  /** Records per second in this run. */
  readonly recordsPerSecond: number;
  /** The share of windows that are complete, from 0 to 1. */
  readonly fraction: number;
  /** Estimated milliseconds until the end; `undefined` until this run has completed a window. */
  readonly timeLeft: number | undefined;
}

const longestWindow = maxRangeDays * day;

/** Returns a function that calculates the progress of a run after each of its pages. */
export function progressTracker(start: ListCheckpoint): (page: CheckpointedPage<unknown>) => SyncProgress {
  const startedAt = Date.now();
  const windowsUntil = (instant: string) => (Date.parse(instant) - Date.parse(start.from)) / longestWindow;
  const total = Math.max(1, Math.ceil(windowsUntil(start.to)));
  /** Windows that earlier runs completed. */
  let doneBefore: number | undefined;
  return ({ slice, position, checkpoint: { pages, records, isDone } }) => {
    const done = isDone ? total : Math.floor(windowsUntil(isSliceEnd(position) ? slice.to : slice.from));
    doneBefore ??= Math.floor(windowsUntil(slice.from));
    const doneNow = done - doneBefore;
    const elapsed = Math.max(1, Date.now() - startedAt);
    return {
      windows: { done, total },
      pages,
      records,
      recordsPerSecond: ((records - start.records) * 1_000) / elapsed,
      fraction: done / total,
      timeLeft: doneNow > 0 ? (elapsed * (total - done)) / doneNow : undefined,
    };
  };
}
