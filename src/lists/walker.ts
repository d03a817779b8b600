import { RepeatedCursorError } from '../errors/repeated-cursor-error.js';
import { fingerprint } from './fingerprint.js';
import { Fingerprints } from './fingerprints.js';
import { formatSpan, type Span, type TimeWindow } from './windows.js';

/** One page as the service answered it. */
export interface FetchedPage<T> {
  readonly items: readonly T[];
  readonly next: string | null;
  /** Milliseconds from the send to the last byte, without any waiting for a turn. */
  readonly duration?: number | undefined;
}

/** Asks the service for one page: the first one of a window, or the one that a cursor names. Ends early with the signal. */
export type FetchPage<T> = (
  window: TimeWindow,
  cursor: string | undefined,
  signal: AbortSignal,
) => Promise<FetchedPage<T>>;

/** A page that is still to be fetched: the first one of its window where there is no cursor. */
export interface Place {
  readonly window: Span;
  readonly cursor: string | null;
}

/**
 * Follows the cursors of one window, and keeps what it fetched until it is taken. A page with few or no items says
 * nothing: only a page without `next` is the last.
 */
export class Walker<T> {
  /** Whether it began at the beginning of its window, so that it knows all that was handed out of it. */
  readonly isWhole: boolean;
  readonly #operation: string;
  readonly #leaving = new AbortController();
  readonly #range: TimeWindow;
  readonly #pages: FetchedPage<T>[] = [];
  readonly #asked = new Fingerprints();
  #cursor: string | null;
  #fetched = 0;
  #isAsking = false;
  #isDone = false;
  #failure: { readonly reason: unknown } | undefined;

  constructor(operation: string, { window, cursor }: Place) {
    this.#operation = operation;
    this.#range = formatSpan(window);
    this.#cursor = cursor;
    this.isWhole = cursor === null;
  }

  /** Pages that came. */
  get fetched(): number {
    return this.#fetched;
  }

  /** Pages that were taken. */
  get taken(): number {
    return this.#fetched - this.#pages.length;
  }

  /** Pages that nobody took yet, with the one that is under way. */
  get held(): number {
    return this.#pages.length + (this.#isAsking ? 1 : 0);
  }

  get isAsking(): boolean {
    return this.#isAsking;
  }

  /** Whether there is nothing left to ask for. */
  get isDone(): boolean {
    return this.#isDone || this.#failure !== undefined;
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /** Whether all was taken, too. */
  get isEmpty(): boolean {
    return this.#isDone && this.#pages.length === 0;
  }

  /** The next page in the service's order, or `undefined` where it did not come yet. Throws where it will not come. */
  take(): FetchedPage<T> | undefined {
    const page = this.#pages.shift();
    if (!page && this.#failure) throw this.#failure.reason;
    return page;
  }

  /** Fetches one more page. It never rejects: what goes wrong is thrown when the walk comes to it. */
  async ask(fetchPage: FetchPage<T>): Promise<FetchedPage<T> | undefined> {
    this.#isAsking = true;
    try {
      const cursor = this.#cursor;
      if (cursor !== null) this.#asked.add(fingerprint(cursor));
      const answer = await fetchPage(this.#range, cursor ?? undefined, this.#leaving.signal);
      const page = { ...answer, next: answer.next || null };
      this.#follow(page.next);
      this.#pages.push(page);
      this.#fetched += 1;
      return page;
    } catch (reason) {
      this.#failure = { reason };
      return undefined;
    } finally {
      this.#isAsking = false;
    }
  }

  /** Ends its request. What still comes is nobody's. */
  leave(): void {
    this.#leaving.abort();
  }

  #follow(next: string | null): void {
    if (next !== null && this.#asked.has(fingerprint(next))) {
      throw new RepeatedCursorError(this.#operation, this.#range);
    }
    this.#cursor = next;
    this.#isDone = next === null;
  }
}
