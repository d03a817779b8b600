import type { Cancellation } from '../cancellation.js';
import type { ListOperation } from '../operations/operation.js';
import type { NextPage } from './position.js';
import { type PageSource, Slice, type SlicePage } from './slice.js';
import { Slicing, type Throughput } from './slicing.js';
import { firstPart, restAfter, restFrom, type Span } from './time-range.js';

/** What a list reads, and how. */
export interface ListPlan<T> extends Throughput, PageSource<T> {
  readonly operation: ListOperation;
  readonly span: Span;
  readonly signal: AbortSignal | undefined;
}

/** The maximum number of pages that a list buffers. */
const maxBuffered = 80;

/**
 * Fetches the pages of a list ahead of its consumer, and returns them in order. It cuts the range into slices and follows the cursor
 * of each to the end. Nothing is fetched ahead until the second page is requested.
 */
export class Prefetcher<T> {
  readonly #plan: ListPlan<T>;
  readonly #cancellation: Cancellation;
  readonly #slicing: Slicing;
  /** The slices that are not exhausted, in order of delivery. */
  readonly #slices: Slice<T>[] = [];
  readonly #requests = new Set<Promise<void>>();
  /** The part of the range that no slice covers yet. */
  #rest: Span | undefined;
  #requested = 0;

  constructor(plan: ListPlan<T>, { slice, cursor }: NextPage, cancellation: Cancellation) {
    const { operation, span } = plan;
    this.#plan = plan;
    this.#cancellation = cancellation;
    this.#slicing = new Slicing(plan);
    if (cursor !== null) this.#slices.push(new Slice(plan, slice, cursor));
    const rest = cursor === null ? restFrom : restAfter;
    this.#rest = rest(slice, span, operation.range);
  }

  /** Returns the next page; `undefined` after the last one. @throws the error of the page's request, or the reason why the iteration ends */
  async next(): Promise<SlicePage<T> | undefined> {
    this.#requested += 1;
    for (;;) {
      this.#cancellation.throwIfAborted();
      const [head] = this.#slices;
      const page = head?.take();
      if (page?.next === null) this.#slices.shift();
      if (page) return page;
      this.fetchAhead(true);
      if (this.#slices.length === 0) return undefined;
      await Promise.race(this.#requests);
    }
  }

  /** Fetches the pages that should be fetched now. @param isAwaited - whether the consumer waits for a page */
  fetchAhead(isAwaited = false): void {
    if (this.#cancellation.aborted) return;
    const { parallel } = this.#slicing;
    const ahead = this.#requested < 2 ? 0 : parallel === 1 ? 1 : maxBuffered;
    for (let index = 0; this.#requests.size < parallel; index += 1) {
      const isNeeded = isAwaited && index === 0;
      if (!isNeeded && this.#held >= ahead) return;
      const slice = this.#slices[index] ?? this.#openSlice();
      if (!slice || slice.state === 'failed') return;
      if (slice.state === 'idle') this.#fetch(slice);
    }
  }

  get isFetching(): boolean {
    return this.#requests.size > 0;
  }

  get #held(): number {
    return this.#slices.reduce((sum, { held }) => sum + held, 0);
  }

  #openSlice(): Slice<T> | undefined {
    const { operation, span } = this.#plan;
    if (!this.#rest) return undefined;
    const length = this.#slicing.nextLength(this.#rest.to - this.#rest.from);
    const part = firstPart(this.#rest, operation.range, length);
    this.#rest = restAfter(part, span, operation.range);
    const slice = new Slice<T>(this.#plan, part, null);
    this.#slices.push(slice);
    return slice;
  }

  #fetch(slice: Slice<T>): void {
    const request = slice.fetch(this.#cancellation).then(() => {
      this.#requests.delete(request);
      if (slice.state === 'complete' && slice.isWhole) this.#slicing.record(slice.span, slice.fetched);
      this.fetchAhead();
    });
    this.#requests.add(request);
    // `next` throws the error. Until then, the rejection must not be unhandled.
    request.catch(() => {});
  }
}
