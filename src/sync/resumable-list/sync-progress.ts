import { day } from '../../instants.js';
import { isSliceEnd } from '../../lists/list-position.js';
import { maxRangeDays } from '../../operations/operation.js';
import type { CheckpointedPage, ListCheckpoint } from './list-checkpoint.js';

/** Progress of a run through its range, including earlier runs that it resumed. */
export interface SyncProgress {
  /** Pages that were read. */
  readonly pages: number;
  /** Records that were read. */
  readonly records: number;
  /** Records per second in this run. */
  readonly recordsPerSecond: number;
  /**
   * The estimated share of the range that is complete, from 0 to 1. It grows with each page. The range is read in windows of at most
   * 31 days. A window is expected to have as many pages as the complete ones on average, or 40 until one is complete.
   */
  readonly fraction: number;
  /** Estimated milliseconds until the end, from the time that this run has taken for its part of `fraction`. */
  readonly timeLeft: number;
}

const longestWindow = maxRangeDays * day;

/** How many pages a window is expected to have until one is complete. */
const firstExpectedPages = 40;

/** Returns a function that calculates the progress of a run after each of its pages. */
export function progressTracker(start: ListCheckpoint): (page: CheckpointedPage<unknown>) => SyncProgress {
  const startedAt = Date.now();
  const windowsUntil = (instant: string) => (Date.parse(instant) - Date.parse(start.from)) / longestWindow;
  const total = Math.max(1, Math.ceil(windowsUntil(start.to)));
  /** The windows that are complete, and the pages read until the last of them was. */
  let complete = { windows: 0, pages: 0 };
  const setComplete = (windows: number, pages: number) => {
    if (windows > complete.windows) complete = { windows, pages };
  };
  const fractionAfter = (pages: number) => {
    const expected = complete.windows > 0 ? complete.pages / complete.windows : firstExpectedPages;
    const read = pages - complete.pages;
    return (complete.windows + read / Math.max(expected, read + 1)) / total;
  };
  let fractionBefore: number | undefined;
  return ({ slice, position, checkpoint: { pages, records, isDone } }) => {
    setComplete(Math.floor(windowsUntil(slice.from)), pages - 1);
    fractionBefore ??= fractionAfter(pages - 1);
    if (isSliceEnd(position)) setComplete(isDone ? total : Math.floor(windowsUntil(slice.to)), pages);
    const fraction = fractionAfter(pages);
    const elapsed = Math.max(1, Date.now() - startedAt);
    return {
      pages,
      records,
      recordsPerSecond: ((records - start.records) * 1_000) / elapsed,
      fraction,
      timeLeft: (elapsed * (1 - fraction)) / (fraction - fractionBefore),
    };
  };
}
