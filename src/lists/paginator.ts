import { InvalidRequestError } from '../errors/invalid-request-error.js';
import { parseInstant } from '../instants.js';
import type { DateRange } from '../operations/operation.js';
import { type Checkpoint, Checkpoints } from './checkpoints.js';
import type { Concurrency } from './plan.js';
import { type Step, type Walk, walk } from './walk.js';
import type { FetchPage, Place } from './walker.js';
import { firstWindow, formatSpan, type Span, type TimeWindow } from './windows.js';

/** One answer of the service, without what was handed out before. It can be empty and still have pages behind it. */
export interface Page<T> {
  /** In the service's order. */
  readonly items: T[];
  /** The service's cursor of the next page in the same window; `null` on the window's last page. */
  readonly next: string | null;
  /** The part of the range that this page was found in, at most 31 days: ISO 8601 in UTC. */
  readonly window: TimeWindow;
  /** Covers everything up to and including this page. */
  readonly checkpoint: Checkpoint;
}

/** What a paginator walks. */
export interface Listing<T> {
  readonly operation: { readonly id: string; readonly range: DateRange };
  /** The user's query, its `from` and `to` checked. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly fetchPage: FetchPage<T>;
  /** A checkpoint of the same query, from wherever it was kept. */
  readonly resumeFrom?: unknown;
  /** Ends the walk between two pages; `fetchPage` looks at it too. */
  readonly signal?: AbortSignal | undefined;
  readonly concurrency?: Concurrency | undefined;
  /** How fast the key may go. Default: nothing limits it. */
  readonly requestsPerSecond?: (() => number) | undefined;
}

/**
 * All results of a list, fetched as they are asked for, and from the second page on a little ahead. A range is walked in
 * windows of at most 31 days, and a result that two of them share is handed out once.
 *
 * It is no promise and sends nothing by itself. Each walk starts anew; leaving a loop ends its requests.
 *
 * Specification: "GET /orders", "GET /orders/action-logs", "GET /inventory/goods-receipts".
 *
 * @example
 * ```ts
 * for await (const order of outlet.orders.list({ from: '2026-01-01T00:00:00Z', to: new Date() })) {
 *   console.log(order.id);
 * }
 * ```
 */
export class Paginator<T> implements AsyncIterable<T> {
  readonly #walk: Walk<T>;
  readonly #start: Place | null;
  readonly #checkpoints: Checkpoints;

  /** @internal */
  constructor({ operation, query, fetchPage, resumeFrom, signal, ...pace }: Listing<T>) {
    const span = spanOf(operation.id, query);
    const { concurrency = 'auto', requestsPerSecond = () => Number.POSITIVE_INFINITY } = pace;
    checkConcurrency(operation.id, concurrency);
    this.#walk = { operation, span, fetchPage, signal, concurrency, requestsPerSecond };
    this.#checkpoints = new Checkpoints(operation, query, span);
    this.#start =
      resumeFrom === undefined || resumeFrom === null
        ? { window: firstWindow(span, operation.range), cursor: null }
        : this.#checkpoints.read(resumeFrom);
  }

  /** Walks the results one by one. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    yield* this.#items(Number.POSITIVE_INFINITY);
  }

  /**
   * Walks the results page by page, each with the checkpoint behind it.
   *
   * @example
   * ```ts
   * for await (const page of outlet.goodsReceipts.list({ from, to }).pages()) {
   *   console.log(page.window.from, page.items.length);
   * }
   * ```
   */
  pages(): AsyncIterable<Page<T>> {
    return { [Symbol.asyncIterator]: () => this.#pages(Number.POSITIVE_INFINITY) };
  }

  /** The first page alone, even if it is empty. Behind the end of a walk it is always empty, and nothing is sent. */
  async firstPage(): Promise<Page<T>> {
    for await (const page of this.pages()) return page;
    return this.#page({ items: [], next: null, window: this.#walk.span, after: null });
  }

  /**
   * All results, or the first `limit` of them. What the limit leaves out is not fetched, but for what was fetched ahead where
   * answers are slow.
   *
   * @example
   * ```ts
   * const latest = await outlet.actionLogs.list({ from, to }).toArray({ limit: 100 });
   * ```
   */
  async toArray(options?: { readonly limit?: number | undefined }): Promise<T[]> {
    const limit = options?.limit;
    if (limit !== undefined && !(Number.isInteger(limit) && limit >= 0)) {
      throw invalid(this.#walk.operation.id, 'limit', 'must be a whole number that is not negative');
    }
    const results: T[] = [];
    if (limit === 0) return results;
    for await (const result of this.#items(limit ?? Number.POSITIVE_INFINITY)) {
      results.push(result);
      if (results.length === limit) break;
    }
    return results;
  }

  async *#items(wanted: number): AsyncGenerator<T, void, undefined> {
    for await (const { items } of this.#pages(wanted)) {
      for (const item of items) {
        if (this.#walk.signal?.aborted) throw this.#walk.signal.reason;
        yield item;
      }
    }
  }

  async *#pages(wanted: number): AsyncGenerator<Page<T>, void, undefined> {
    for await (const step of walk(this.#walk, this.#start, wanted)) yield this.#page(step);
  }

  #page({ items, next, window, after }: Step<T>): Page<T> {
    return { items, next, window: formatSpan(window), checkpoint: this.#checkpoints.before(after) };
  }
}

function spanOf(operation: string, query: Readonly<Record<string, unknown>>): Span {
  const from = parseInstant(query.from);
  const to = parseInstant(query.to, 'up');
  if (from === undefined) throw invalid(operation, 'from', 'must be an instant');
  if (to === undefined) throw invalid(operation, 'to', 'must be an instant');
  return { from, to };
}

function checkConcurrency(operation: string, concurrency: unknown): void {
  const isCount = Number.isInteger(concurrency) && Number(concurrency) >= 1;
  if (concurrency === 'auto' || isCount) return;
  throw invalid(operation, 'concurrency', 'must be auto, or a whole number from 1 up');
}

function invalid(operation: string, path: string, message: string): InvalidRequestError {
  return new InvalidRequestError(operation, [{ path, message }]);
}
