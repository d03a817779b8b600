import { parseInstant } from '../../instants.js';
import { maxRangeDays } from '../../operations/operation.js';
import type { ListCheckpoint, ListRange } from './list-checkpoint.js';
import type { CheckpointedPage } from './resumable-pages.js';

/** How much of a range has been read, earlier runs included. */
export interface SyncProgress {
  /** The part of the range, from 0 to 1, whose windows are complete. It does not change inside a window. */
  readonly fraction: number;
  /** Windows of at most 31 days: complete ones, and all. */
  readonly windows: { readonly done: number; readonly total: number };
  readonly pages: number;
  readonly records: number;
  /** Records per second, in this run. */
  readonly recordsPerSecond: number;
  /** Estimated milliseconds until the end; `undefined` until this run has completed a window. */
  readonly timeLeft: number | undefined;
}

/** In milliseconds since the epoch. */
interface Span {
  readonly from: number;
  readonly to: number;
}

const day = 24 * 60 * 60 * 1_000;
const longestWindow = maxRangeDays * day;

/** Calculates the progress of a run after each page. */
export class ProgressEstimator {
  readonly #start: ListCheckpoint;
  readonly #range: Span;
  readonly #startedAt = Date.now();
  /** The fraction that earlier runs completed. */
  #initialFraction: number | undefined;

  constructor(start: ListCheckpoint) {
    this.#start = start;
    this.#range = spanOf(start);
  }

  after({ window, next, progress }: CheckpointedPage<unknown>): SyncProgress {
    const { pages, records, isDone } = progress;
    const { from, to } = spanOf(window);
    this.#initialFraction ??= this.#fractionAt(from);
    const completeUntil = isDone ? this.#range.to : next === null ? to : from;
    const fraction = isDone ? 1 : this.#fractionAt(completeUntil);
    const elapsed = Math.max(1, Date.now() - this.#startedAt);
    return {
      fraction,
      windows: this.#windows(completeUntil),
      pages,
      records,
      recordsPerSecond: ((records - this.#start.records) * 1_000) / elapsed,
      timeLeft: timeLeft(this.#initialFraction, fraction, elapsed),
    };
  }

  #fractionAt(instant: number): number {
    const { from, to } = this.#range;
    return (instant - from) / Math.max(1, to - from);
  }

  #windows(completeUntil: number): SyncProgress['windows'] {
    const { from, to } = this.#range;
    const total = Math.max(1, Math.ceil((to - from) / longestWindow));
    return { done: completeUntil === to ? total : Math.floor((completeUntil - from) / longestWindow), total };
  }
}

function timeLeft(initialFraction: number, fraction: number, elapsed: number): number | undefined {
  return fraction > initialFraction ? (elapsed * (1 - fraction)) / (fraction - initialFraction) : undefined;
}

function spanOf({ from, to }: Pick<ListRange, 'from' | 'to'>): Span {
  return { from: parseInstant(from) ?? 0, to: parseInstant(to) ?? 0 };
}
