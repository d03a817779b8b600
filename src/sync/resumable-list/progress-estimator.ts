import { parseInstant } from '../../instants.js';
import { maxRangeDays } from '../../operations/operation.js';
import type { ListCheckpoint } from './list-checkpoint.js';
import type { CheckpointedPage } from './resumable-pages.js';

/** How much of a range was read, including earlier runs. */
export interface SyncProgress {
  /** Windows of at most 31 days: how many are complete, and how many there are. */
  readonly windows: { readonly done: number; readonly total: number };
  readonly pages: number;
  readonly records: number;
  /** Records per second in this run. */
  readonly recordsPerSecond: number;
  /** The share of windows that are complete, from 0 to 1. */
  readonly fraction: number;
  /** Estimated milliseconds until the end; `undefined` until this run has completed a window. */
  readonly timeLeft: number | undefined;
}

const longestWindow = maxRangeDays * 24 * 60 * 60 * 1_000;

/** Calculates the progress of a run after each page. */
export class ProgressEstimator {
  readonly #start: ListCheckpoint;
  readonly #startedAt = Date.now();
  /** Windows that earlier runs completed. */
  #doneBefore: number | undefined;

  constructor(start: ListCheckpoint) {
    this.#start = start;
  }

  after({ window, next, progress }: CheckpointedPage<unknown>): SyncProgress {
    const { pages, records, isDone } = progress;
    const total = Math.max(1, Math.ceil(this.#windowsUntil(this.#start.to)));
    const done = isDone ? total : Math.floor(this.#windowsUntil(next === null ? window.to : window.from));
    this.#doneBefore ??= Math.floor(this.#windowsUntil(window.from));
    const doneNow = done - this.#doneBefore;
    const elapsed = Math.max(1, Date.now() - this.#startedAt);
    return {
      windows: { done, total },
      pages,
      records,
      recordsPerSecond: ((records - this.#start.records) * 1_000) / elapsed,
      fraction: done / total,
      timeLeft: doneNow > 0 ? (elapsed * (total - done)) / doneNow : undefined,
    };
  }

  #windowsUntil(instant: string): number {
    return ((parseInstant(instant) ?? 0) - (parseInstant(this.#start.from) ?? 0)) / longestWindow;
  }
}
