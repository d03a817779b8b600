import { Lifetime } from '../http/lifetime.js';
import type { RequestOptions } from '../http/options.js';
import { fieldsOf } from '../http/take-input.js';
import type { Transport } from '../http/transport.js';
import { type Concurrency, Paginator } from '../lists/index.js';
import type { EntityOf, InputOf, Operation } from '../operations/operation.js';

/** What a list can have of its own. `timeout` and `deadline` hold for each page; `signal` ends the whole walk. */
export interface ListOptions extends RequestOptions {
  /**
   * The `checkpoint` of the last page that was dealt with, as you kept it: the walk goes on behind it. `null`, as stores give for
   * what they do not have, begins anew.
   */
  resumeFrom?: unknown;
  /**
   * How many windows of the range are walked at once: `auto`, or a whole number from 1 up (over 80 is 80). Goods receipts and
   * action logs keep their order; orders have none that is documented, and come window by window, the oldest one first.
   * Default: `auto`.
   *
   * `auto` begins to fetch one page ahead when the second page was taken (three ahead after 30 pages). Where answers take so
   * long that this leaves the key's limit unused, it cuts the range into as many windows as it takes and goes up to 80 pages
   * ahead in all; what was handed out of a window that it cuts, 40 pages at most, is fetched once more. 1 follows the cursors
   * alone, one page ahead. Without a rate limit, `auto` cuts nothing.
   */
  concurrency?: Concurrency | undefined;
}

type ListOperation = Operation & Required<Pick<Operation, 'range' | 'query'>>;

/** The paginator of a list operation. Bad input throws here, before anything is walked. */
export function paginate<O extends ListOperation>(
  transport: Transport,
  operation: O,
  query: InputOf<O>['query'] & object,
  listOptions: ListOptions | undefined,
): Paginator<EntityOf<O>> {
  const { resumeFrom, concurrency, query: untyped, ...given } = { ...listOptions };
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
    async fetchPage(window, cursor, walk) {
      const lifetime = new Lifetime([options.signal, walk], Number.POSITIVE_INFINITY);
      try {
        const { signal } = lifetime;
        const call = transport.callPage(operation, { ...texts, ...window }, cursor, { ...options, signal });
        const { data, meta } = await call.withResponse();
        return { ...data, duration: meta.duration };
      } finally {
        lifetime.dispose();
      }
    },
  });
}
