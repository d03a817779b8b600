import type { Cancellation } from '../cancellation.js';
import { publish } from '../diagnostics/channels.js';
import { RepeatedCursorError } from '../errors/repeated-cursor-error.js';
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
  leaving: Cancellation,
) => Promise<Omit<SlicePage<T>, 'slice'>>;

/** A part of the range that is listed by following one cursor. It buffers its pages until they are taken. */
export class Slice<T> {
  readonly span: Span;
  /** Whether the slice is read from its start. */
  readonly isWhole: boolean;
  state: 'idle' | 'fetching' | 'complete' | 'failed' = 'idle';
  fetched = 0;
  readonly #operation: string;
  readonly #buffer: SlicePage<T>[] = [];
  readonly #cursors = new Set<string>();
  #cursor: string | null;
  #error: unknown;

  /** @param cursor - the cursor of a resumed slice; `null` at the start of the slice */
  constructor(operation: string, span: Span, cursor: string | null) {
    this.#operation = operation;
    this.span = span;
    this.#cursor = cursor;
    this.isWhole = cursor === null;
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
  async fetch(fetchPage: FetchPage<T>, leaving: Cancellation): Promise<void> {
    this.state = 'fetching';
    const slice = formatSpan(this.span);
    try {
      if (this.#cursor !== null) this.#cursors.add(this.#cursor);
      const { items, next, readAt } = await fetchPage(slice, this.#cursor ?? undefined, leaving);
      // Only the cursor counts: a page with few or no items can have a next page.
      this.#cursor = next || null;
      if (this.#cursor !== null && this.#cursors.has(this.#cursor)) {
        throw new RepeatedCursorError(this.#operation, slice);
      }
      this.#buffer.push({ items, next: this.#cursor, readAt, slice: this.span });
      this.fetched += 1;
      const hasNext = this.#cursor !== null;
      publish('page', { operation: this.#operation, records: items.length, slice, hasNext });
      this.state = this.#cursor === null ? 'complete' : 'idle';
    } catch (error) {
      this.#error = error;
      this.state = 'failed';
    }
  }
}
