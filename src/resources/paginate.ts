import type { RequestOptions } from '../http/options.js';
import { fieldsOf } from '../http/take-input.js';
import type { Transport } from '../http/transport.js';
import { type Concurrency, Paginator } from '../lists/index.js';
import type { EntityOf, InputOf, Operation } from '../operations/operation.js';

/**
 * Sets options of one list. `timeout` and `deadline` apply to each page, and `signal` ends the iteration.
 *
 * @example
 * ```ts
 * const orders = outlet.orders.list({ from, to }, { resumeFrom: checkpoint, signal: AbortSignal.timeout(60_000) });
 * ```
 */
export interface ListOptions extends RequestOptions {
  /**
   * Continues after the page that this checkpoint belongs to. Pass the `checkpoint` of a page of the same query, as you saved it.
   * Default: `null`, which starts from the beginning.
   */
  resumeFrom?: unknown;
  /**
   * Sets how many slices of the range are fetched in parallel: `'auto'`, or an integer from 1 up. Slices are delivered in order, and at
   * most 80 pages are buffered. Default: `'auto'`.
   *
   * `'auto'` starts with a slice of a day, unless the client already knows that responses are fast. While responses take under 250 ms,
   * or without a rate limit, it reads one window at a time and prefetches one page. Otherwise, it splits the rest of the range into slices
   * of about 8 pages, and reads as many in parallel as use the rate limit, at most 5.
   */
  concurrency?: Concurrency | undefined;
}

type ListOperation = Operation & Required<Pick<Operation, 'range' | 'query'>>;

/** Creates the paginator of a list operation. Throws for invalid input. */
export function paginate<O extends ListOperation>(
  transport: Transport,
  operation: O,
  query: InputOf<O>['query'] & object,
  listOptions: ListOptions | undefined,
): Paginator<EntityOf<O>> {
  const { resumeFrom, concurrency = 'auto', query: untyped, ...given } = { ...listOptions };
  const options = { ...given, headers: fieldsOf(given.headers) };
  // Text is a copy: nothing that the caller changes later changes a page or a checkpoint.
  const texts = transport.prepareQuery(operation, query, { ...options, query: untyped });
  return new Paginator<EntityOf<O>>({
    operation,
    query: texts,
    resumeFrom,
    signal: options.signal,
    concurrency,
    requestsPerSecond: () => transport.requestsPerSecond,
    responseTime: () => transport.responseTime,
    fetchPage: (window, cursor, signal) =>
      transport.callPage(operation, { ...texts, ...window }, cursor, { ...options, signal }),
  });
}
