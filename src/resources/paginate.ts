import { Lifetime } from '../http/lifetime.js';
import type { RequestOptions } from '../http/options.js';
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
   * How many parts of the range are walked at once, `auto` or a whole number from 1 up; the order of results is the same. It
   * takes effect with the second page: who takes one page alone pays for one. Default: `auto`.
   *
   * `auto` fetches one page ahead (three after 30 pages), and where answers are so slow that this leaves the key's limit unused,
   * it walks as many parts as it takes, up to 80 pages ahead in all; a few pages are then fetched twice. 1 goes strictly page
   * by page, with one page ahead. Without a rate limit, `auto` cuts nothing.
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
  const { resumeFrom, concurrency, query: untyped, ...options } = { ...listOptions };
  const whole: Readonly<Record<string, unknown>> = { ...query, ...untyped };
  transport.checkInput(operation, { query: whole }, options);
  return new Paginator<EntityOf<O>>({
    operation,
    query: whole,
    resumeFrom,
    signal: options.signal,
    concurrency,
    requestsPerSecond: () => transport.requestsPerSecond,
    async fetchPage(window, cursor, walk) {
      const lifetime = new Lifetime([options.signal, walk], Number.POSITIVE_INFINITY);
      try {
        const { signal } = lifetime;
        const call = transport.callPage(operation, { ...whole, ...window }, cursor, { ...options, signal });
        const { data, meta } = await call.withResponse();
        return { ...data, duration: meta.duration };
      } finally {
        lifetime.dispose();
      }
    },
  });
}
