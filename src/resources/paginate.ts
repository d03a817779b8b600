import type { RequestOptions } from '../http/options.js';
import type { Transport } from '../http/transport.js';
import { Paginator } from '../lists/index.js';
import type { EntityOf, InputOf, Operation } from '../operations/operation.js';

/** What a list can have of its own. `timeout` and `deadline` hold for each page; `signal` ends the whole walk. */
export interface ListOptions extends RequestOptions {
  /**
   * The `checkpoint` of the last page that was dealt with, as you kept it: the walk goes on behind it. `null`, as stores give for
   * what they do not have, begins anew.
   */
  resumeFrom?: unknown;
}

type ListOperation = Operation & Required<Pick<Operation, 'range' | 'query'>>;

/** The paginator of a list operation. Bad input throws here, before anything is walked. */
export function paginate<O extends ListOperation>(
  transport: Transport,
  operation: O,
  query: InputOf<O>['query'] & object,
  listOptions: ListOptions | undefined,
): Paginator<EntityOf<O>> {
  const { resumeFrom, query: untyped, ...options } = { ...listOptions };
  const whole: Readonly<Record<string, unknown>> = { ...query, ...untyped };
  transport.checkInput(operation, { query: whole }, options);
  return new Paginator<EntityOf<O>>({
    operation,
    query: whole,
    resumeFrom,
    signal: options.signal,
    fetchPage: (window, cursor) => transport.callPage(operation, { ...whole, ...window }, cursor, options),
  });
}
