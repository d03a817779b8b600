import { parseInstant } from '../../instants.js';
import { longestRangeDays } from '../../operations/operation.js';
import type { WalkCheckpoint, WalkRange } from './walk-checkpoint.js';
import type { WalkedPage } from './walk-pages.js';
import { WalkedWindow } from './walked-window.js';

/** How far a walk came, earlier runs included. */
export interface WalkProgress {
  /** From 0 to 1. Inside a window it is a guess, by the dates of the records, which a run
   * that goes on makes anew. */
  readonly share: number;
  /** Windows of at most 31 days: those that are done, and all. */
  readonly windows: { readonly done: number; readonly total: number };
  readonly pages: number;
  readonly records: number;
  /** Records in a second, in this run. */
  readonly recordsPerSecond: number;
  /** Milliseconds, as far as one can tell; `undefined` where nothing tells yet. */
  readonly timeLeft: number | undefined;
}

/** In milliseconds since the epoch. */
interface Span {
  readonly from: number;
  readonly to: number;
}

const day = 24 * 60 * 60 * 1_000;
const longestWindow = longestRangeDays * day;

/** How fast a run goes, and how long it takes still. */
export class Pace {
  readonly #start: WalkCheckpoint;
  readonly #range: Span;
  readonly #begun = Date.now();
  #share = 0;
  /** From where on the time is taken: where the run began, or the first place that could be told after that. */
  #base: { readonly share: number; readonly at: number } | undefined;
  /** The window that is walked, as far as this run has walked it. */
  #window: WalkedWindow | undefined;
  /** Windows that this run has walked whole. */
  readonly #walked = { milliseconds: 0, pages: 0 };

  constructor(start: WalkCheckpoint) {
    this.#start = start;
    this.#range = spanOf(start);
    if (start.pages === 0) this.#base = { share: 0, at: this.#begun };
  }

  after(page: WalkedPage<unknown>): WalkProgress {
    const { pages, records, isDone } = page.progress;
    const { from, to } = spanOf(page.window);
    const isWindowDone = page.next === null;
    const reached = this.#reached(page);
    // A guess that was too high is waited for.
    const share = isDone ? 1 : Math.max(this.#share, this.#shareAt(reached ?? from));
    this.#share = share;
    const now = Date.now();
    if (reached !== undefined) this.#base ??= { share, at: now };
    return {
      share,
      windows: this.#windows(isDone ? this.#range.to : isWindowDone ? to : from),
      pages,
      records,
      recordsPerSecond: ((records - this.#start.records) * 1_000) / Math.max(1, now - this.#begun),
      timeLeft: isDone ? 0 : this.#timeLeft(share, now),
    };
  }

  #shareAt(instant: number): number {
    const { from, to } = this.#range;
    return (instant - from) / Math.max(1, to - from);
  }

  #windows(end: number): WalkProgress['windows'] {
    const { from, to } = this.#range;
    const total = Math.max(1, Math.ceil((to - from) / longestWindow));
    return { done: end === to ? total : Math.floor((end - from) / longestWindow), total };
  }

  #timeLeft(share: number, now: number): number | undefined {
    const { share: base, at } = this.#base ?? { share, at: now };
    return share > base ? ((now - at) * (1 - share)) / (share - base) : undefined;
  }

  /** Up to where all is handed over: for sure, as the dates of records tell, or as dense as the windows before were. */
  #reached({ items, next, window }: WalkedPage<unknown>): number | undefined {
    const { from, to } = spanOf(window);
    if (this.#window?.from !== from) this.#window = new WalkedWindow(from, to);
    this.#window.see(items);
    const { pages, milliseconds } = this.#window;
    const walked = this.#walked;
    if (next === null) {
      walked.milliseconds += to - from;
      walked.pages += pages;
      return to;
    }
    if (milliseconds !== undefined) return from + milliseconds;
    if (walked.pages === 0) return undefined;
    return Math.min(from + (walked.milliseconds / walked.pages) * pages, to);
  }
}

function spanOf({ from, to }: Pick<WalkRange, 'from' | 'to'>): Span {
  return { from: parseInstant(from) ?? 0, to: parseInstant(to) ?? 0 };
}
