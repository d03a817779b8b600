import { isCount } from '../checks.js';
import { RequestValidationError } from '../errors/request-validation-error.js';
import { checkpointCodec, type Position } from './checkpoint.js';
import { type Page, type Pages, readPages } from './pages.js';
import { formatSpan, parseSpan } from './windows.js';

export interface Listing<T> extends Omit<Pages<T>, 'span' | 'checkpoints'> {
  /** The query as it is sent. */
  readonly query: Readonly<Record<string, string>>;
  /** A checkpoint of the same query. Default: the start of the range. */
  readonly resumeFrom?: unknown;
}

/**
 * Iterates over all records of a list. It fetches page by page, and prefetches from the second page on. It splits a range of more
 * than 31 days into windows. A record that two windows share is delivered once.
 *
 * A paginator is not a promise: it sends nothing until you iterate. Each iteration starts from the beginning. Leaving a loop aborts
 * its requests. API specification: Endpoints › `GET /orders`, `GET /orders/action-logs`, `GET /inventory/goods-receipts`.
 * @example
 * ```ts
 * for await (const order of outlet.orders.list({ from: '2026-01-01T00:00:00Z', to: new Date() })) {
 *   console.log(order.id);
 * }
 * ```
 */
export class Paginator<T> implements AsyncIterable<T> {
  readonly #list: Pages<T>;
  readonly #start: Position | null;

  /** @internal */
  constructor({ query, resumeFrom, ...listing }: Listing<T>) {
    const { operation, concurrency } = listing;
    if (concurrency !== 'auto' && !isCount(concurrency)) {
      throw invalid(operation.id, 'concurrency', "must be 'auto' or a whole number from 1 up");
    }
    const span = parseSpan(query);
    if (!span) throw invalid(operation.id, 'from', 'and to must be RFC 3339 strings');
    const checkpoints = checkpointCodec(operation.id, query, span);
    this.#list = { ...listing, span, checkpoints };
    const isResumed = resumeFrom !== undefined && resumeFrom !== null;
    this.#start = isResumed ? checkpoints.read(resumeFrom) : { window: span, cursor: null };
  }

  /** Iterates over the records, so that you can use the paginator in `for await`. */
  [Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    return this.#items(Number.POSITIVE_INFINITY);
  }

  /** Iterates over the pages. Each page has a checkpoint. */
  pages(): AsyncIterable<Page<T>> {
    return { [Symbol.asyncIterator]: () => readPages(this.#list, this.#start, Number.POSITIVE_INFINITY) };
  }

  /**
   * Fetches the first page with one request. It can be empty. If `resumeFrom` is the end of the list, the page is empty, nothing is
   * sent, and `readAt` is the time of the call.
   */
  async firstPage(): Promise<Page<T>> {
    for await (const page of readPages(this.#list, this.#start, 1)) return page;
    const { span, checkpoints } = this.#list;
    const window = formatSpan(span);
    return { items: [], next: null, readAt: new Date(), window, checkpoint: checkpoints.write(null) };
  }

  /**
   * Returns all records, or the first `limit` records. With a limit, it fetches only the pages that it needs, and lists one window at
   * a time.
   * @param options - `limit`: how many records to return, a whole number from 0 up. Default: all.
   * @throws RequestValidationError if `limit` is invalid
   */
  async toArray(options?: { readonly limit?: number | undefined }): Promise<T[]> {
    const given = options?.limit;
    if (given !== undefined && !(Number.isInteger(given) && given >= 0)) {
      throw invalid(this.#list.operation.id, 'limit', 'must be a whole number from 0 up');
    }
    const limit = given ?? Number.POSITIVE_INFINITY;
    const records: T[] = [];
    if (limit === 0) return records;
    for await (const record of this.#items(limit)) {
      records.push(record);
      if (records.length === limit) break;
    }
    return records;
  }

  async *#items(limit: number): AsyncGenerator<T, void, undefined> {
    for await (const { items } of readPages(this.#list, this.#start, limit)) {
      for (const item of items) {
        this.#list.signal?.throwIfAborted();
        yield item;
      }
    }
  }
}

function invalid(operation: string, path: string, message: string): RequestValidationError {
  return new RequestValidationError(operation, [{ path, message }]);
}
