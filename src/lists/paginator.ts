import type { Verdict } from '../errors/issue.js';
import { RequestValidationError } from '../errors/request-validation-error.js';
import { type ListOperation, notSentMessage } from '../operations/operation.js';
import { readOptions } from '../options/read-options.js';
import type { StoredPosition } from './list-position.js';
import { type DeliveredPage, type Page, readPages } from './pages.js';
import { type NextPage, PositionFormat } from './position.js';
import type { ListPlan } from './prefetch.js';
import { formatSpan, parseSpan, type TimeRange } from './time-range.js';

export interface Listing<T> extends Omit<ListPlan<T>, 'span'> {
  /** The query as it is sent. */
  readonly query: Readonly<Record<string, string>>;
  /** The caller's ID of the outlet. */
  readonly outletRef: string | undefined;
  /** The list to resume. Default: the start of the range. */
  readonly saved: StoredPosition | undefined;
}

/**
 * Iterates over all records of a list. It fetches page by page, and prefetches from the second page on. It splits a range of more
 * than 31 days. A record that two slices share is delivered once.
 *
 * A paginator is not a promise: it sends nothing until you iterate. Each iteration starts from the beginning. Leaving a loop aborts
 * its requests. API specification: Endpoints › `GET /orders`, `GET /orders/action-logs`, `GET /inventory/goods-receipts`.
 * @example
 * ```ts
 * for await (const order of outlet.orders.list({ from: '2026-01-01T00:00:00Z' })) {
 *   console.log(order.id);
 * }
 * ```
 */
export class Paginator<T> implements AsyncIterable<T> {
  readonly #plan: ListPlan<T>;
  readonly #format: PositionFormat;
  readonly #start: NextPage | null;

  /**
   * The range that the list covers. `to` is the time when you called `list()`, unless you passed `to` or `resumeFrom`.
   * @example
   * ```ts
   * const orders = outlet.orders.list({ from: '2026-01-01T00:00:00Z' });
   * console.log(`Orders until ${orders.range.to}`);
   * ```
   */
  readonly range: TimeRange;

  /**
   * Does not exist. Its type makes `await outlet.orders.list(…)` an error of the compiler, because a list sends nothing until you
   * iterate. An async function cannot return a paginator either: return it in an object, or from a function that is not async.
   */
  // biome-ignore lint/suspicious/noThenProperty: only a type, so that nothing is awaited by mistake
  declare readonly then: (use: 'for await, toArray() or firstPage()') => never;

  /** @internal */
  constructor({ query, outletRef, saved, ...listing }: Listing<T>) {
    const { operation } = listing;
    const span = parseSpan(query);
    if (!span) throw invalid(operation, '', 'from and to must be RFC 3339 strings');
    const { from: _, to: __, ...filters } = query;
    this.range = formatSpan(span);
    this.#plan = { ...listing, span };
    this.#format = new PositionFormat(operation, outletRef, this.range, filters);
    this.#start = saved ? this.#format.resume(saved) : { slice: span, cursor: null };
  }

  /**
   * Iterates over the records, so that you can use the paginator in `for await`.
   * @throws the errors of a call, {@link EndlessListError}, or the signal's reason
   */
  [Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    return this.#items(Number.POSITIVE_INFINITY);
  }

  /**
   * Iterates over the pages. Each page has the position after it, from which you can resume.
   * @throws the errors of a call, {@link EndlessListError}, or the signal's reason
   */
  pages(): AsyncIterable<Page<T>> {
    return { [Symbol.asyncIterator]: () => this.#pages() };
  }

  /**
   * Fetches the first page with one request. It can be empty. If `resumeFrom` is the end of the list, the page is empty, nothing is
   * sent, and `readAt` is the time of the call.
   * @throws the errors of a call, or the signal's reason
   */
  async firstPage(): Promise<Page<T>> {
    for await (const page of this.#read(1)) return this.#pageOf(page);
    const { span } = this.#plan;
    return this.#pageOf({ items: [], next: null, readAt: new Date(), slice: span, continuesAt: null });
  }

  /**
   * Returns all records, or the first `limit` records. With a limit, it fetches only the pages that it needs, and lists one window at
   * a time.
   * @param options - `limit`: how many records to return, a whole number from 0 up. Default: all.
   * @throws {@link RequestValidationError} if `limit` is invalid
   */
  async toArray(options?: { readonly limit?: number | undefined }): Promise<T[]> {
    const { limit } = readOptions(notSentMessage(this.#plan.operation), options, (option) => ({
      limit: option('limit', checkLimit, undefined),
    }));
    const records: T[] = [];
    if (limit === 0) return records;
    for await (const record of this.#items(limit ?? Number.POSITIVE_INFINITY)) {
      records.push(record);
      if (records.length === limit) break;
    }
    return records;
  }

  async *#items(limit: number): AsyncGenerator<T, void, undefined> {
    for await (const { items } of this.#read(limit)) {
      for (const item of items) {
        this.#plan.signal?.throwIfAborted();
        yield item;
      }
    }
  }

  async *#pages(): AsyncGenerator<Page<T>, void, undefined> {
    for await (const page of this.#read(Number.POSITIVE_INFINITY)) yield this.#pageOf(page);
  }

  #read(limit: number): AsyncGenerator<DeliveredPage<T>, void, undefined> {
    return readPages(this.#plan, this.#start, limit);
  }

  #pageOf({ items, readAt, slice, continuesAt }: DeliveredPage<T>): Page<T> {
    return { items, readAt, slice: formatSpan(slice), position: this.#format.write(continuesAt) };
  }
}

function checkLimit(limit: unknown): Verdict {
  return (Number.isInteger(limit) && Number(limit) >= 0) || 'must be a whole number from 0 up';
}

function invalid(operation: ListOperation, path: string, message: string): RequestValidationError {
  return new RequestValidationError(notSentMessage(operation), [{ path, message }]);
}
