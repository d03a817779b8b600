import type { Cancellation } from '../cancellation.js';
import { publish } from '../diagnostics/channels.js';
import { ApiError } from '../errors/api-errors.js';
import { RepeatGuard } from './repeat-guard.js';
import { formatSpan, type Span, type TimeRange } from './time-range.js';

export interface SlicePage<T> {
  readonly slice: Span;
  readonly items: readonly T[];
  readonly next: string | null;
  /** When its request was sent. */
  readonly readAt: Date;
}

/** Fetches the first page of a slice, or the page of a cursor. */
export type FetchPage<T> = (
  slice: TimeRange,
  cursor: string | undefined,
  cancellation: Cancellation,
) => Promise<Omit<SlicePage<T>, 'slice'>>;

/** How the pages of a slice are fetched. */
export interface PageSource<T> {
  readonly operation: { readonly id: string };
  readonly cursorParam: string;
  readonly fetchPage: FetchPage<T>;
}

/** Statuses of a rejected cursor. The API specification does not define the status for an expired cursor. */
const cursorErrors: readonly number[] = [400, 404, 409, 410, 422];

/** How often in a row a list restarts a slice without getting further, if the API rejects its cursor. */
const maxRestarts = 3;

/**
 * A part of the range that is listed by following one cursor. It buffers its pages until they are taken. If the API rejects the cursor,
 * for example because it has expired, the slice is listed again from its start.
 */
export class Slice<T> {
  readonly span: Span;
  state: 'idle' | 'fetching' | 'complete' | 'failed' = 'idle';
  /** The pages since the start, or since the last restart. */
  fetched = 0;
  /** Whether the slice is read from its start. */
  isWhole: boolean;
  readonly #source: PageSource<T>;
  readonly #buffer: SlicePage<T>[] = [];
  #guard: RepeatGuard;
  #cursor: string | null;
  /** The most pages before a restart, and the restarts since then. */
  #reached = { pages: -1, restarts: 0 };
  #error: unknown;

  /** @param cursor - the cursor of a resumed slice; `null` at the start of the slice */
  constructor(source: PageSource<T>, span: Span, cursor: string | null) {
    this.span = span;
    this.isWhole = cursor === null;
    this.#source = source;
    this.#cursor = cursor;
    this.#guard = this.#newGuard();
  }

  /** Pages in the buffer, including the one in flight. */
  get held(): number {
    return this.#buffer.length + (this.state === 'fetching' ? 1 : 0);
  }

  /** Returns the next page, if it has arrived. @throws the error of the last request, once all pages before it were taken */
  take(): SlicePage<T> | undefined {
    const page = this.#buffer.shift();
    if (!page && this.state === 'failed') throw this.#error;
    return page;
  }

  /** Fetches the next page. Never rejects: `take` throws the error. */
  async fetch(cancellation: Cancellation): Promise<void> {
    this.state = 'fetching';
    const { operation, fetchPage } = this.#source;
    const slice = formatSpan(this.span);
    const cursor = this.#cursor;
    try {
      const page = await fetchPage(slice, cursor ?? undefined, cancellation);
      // Only the cursor counts: a page with few or no items can have a next page.
      const next = page.next || null;
      this.#guard.add(cursor, page.items, next);
      this.#cursor = next;
      this.#buffer.push({ ...page, next, slice: this.span });
      this.fetched += 1;
      publish('page', { operation: operation.id, records: page.items.length, slice, hasNext: next !== null });
      this.state = next === null ? 'complete' : 'idle';
    } catch (error) {
      if (this.#canRestart(error)) return this.#restart();
      this.#error = error;
      this.state = 'failed';
    }
  }

  #canRestart(error: unknown): boolean {
    const isRejected = error instanceof ApiError && cursorErrors.includes(error.status);
    if (!isRejected || this.#cursor === null) return false;
    return this.fetched > this.#reached.pages || this.#reached.restarts < maxRestarts;
  }

  #restart(): void {
    const { pages, restarts } = this.#reached;
    const isFurther = this.fetched > pages;
    this.#reached = isFurther ? { pages: this.fetched, restarts: 1 } : { pages, restarts: restarts + 1 };
    this.fetched = 0;
    this.isWhole = true;
    this.#cursor = null;
    this.#guard = this.#newGuard();
    this.state = 'idle';
  }

  #newGuard(): RepeatGuard {
    return new RepeatGuard(this.#source.operation.id, formatSpan(this.span), this.#source.cursorParam);
  }
}
