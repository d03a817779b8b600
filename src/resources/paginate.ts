import { Paginator } from '../lists/paginator.js';
import type { Concurrency } from '../lists/slicing.js';
import type { EntityOf, InputOf, Operation } from '../operations/operation.js';
import { headerEntries, type PageOptions } from '../transport/call-options.js';
import type { Transport } from '../transport/transport.js';

/**
 * Options of one list. `timeout` and `deadline` apply to each page, and `signal` ends the iteration.
 *
 * @example
 * ```ts
 * const orders = outlet.orders.list({ from, to }, { resumeFrom: checkpoint, signal: AbortSignal.timeout(60_000) });
 * ```
 */
export interface ListOptions extends PageOptions {
  /**
   * The `checkpoint` of the last page that you handled, of the same query. Iteration continues after that page. Default: `null`,
   * which starts from the beginning.
   */
  resumeFrom?: unknown;
  /**
   * How many slices of the range are fetched in parallel: `'auto'`, or an integer from 1 up. Slices are delivered in order, and
   * at most 80 pages are buffered. Default: `'auto'`.
   *
   * `'auto'` starts with a slice of a day, unless the client already knows that responses are fast. While responses take under
   * 250 ms, or without a rate limit, it reads one window at a time and prefetches one page. Otherwise, it splits the rest of
   * the range into slices of about 8 pages, and reads as many in parallel as use the rate limit, at most 5.
   */
  concurrency?: Concurrency | undefined;
}

type ListOperation = Operation & Required<Pick<Operation, 'range' | 'query'>>;

/** Creates the paginator of a list operation. Throws for invalid input. */
export function paginate<O extends ListOperation>(
  transport: Transport,
  operation: O,
  query: InputOf<O>['query'] & object,
  { resumeFrom, concurrency = 'auto', ...options }: ListOptions = {},
): Paginator<EntityOf<O>> {
  // Copies, so that the caller can change its objects without changing later pages.
  const texts = transport.prepareQuery(operation, query, options);
  const headers = Object.fromEntries(headerEntries(options.headers));
  const pageOptions = { ...options, headers, query: undefined };
  return new Paginator<EntityOf<O>>({
    operation,
    query: texts,
    resumeFrom,
    signal: options.signal,
    concurrency,
    requestsPerSecond: () => transport.requestsPerSecond,
    responseTime: () => transport.responseTime,
    fetchPage: async (window, cursor, signal) => {
      const call = transport.callPage(operation, { ...texts, ...window }, cursor, { ...pageOptions, signal });
      const { data, meta } = await call.withResponse();
      return { ...data, readAt: meta.sentAt };
    },
  });
}
