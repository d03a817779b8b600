import type { TimestampInput } from '../../entities/field-types.js';
import { isPlain } from '../../json.js';
import { Paginator } from '../../lists/paginator.js';
import { readPosition } from '../../lists/position.js';
import { type ListOperation, notSentMessage } from '../../operations/operation.js';
import { isText } from '../../options/checks.js';
import { readOptions } from '../../options/read-options.js';
import { headerEntries } from '../../transport/call-options.js';
import type { Transport } from '../../transport/transport.js';
import { type ListOptions, listOptions } from './list-options.js';

/** Creates the paginator of a list operation. @throws {@link RequestValidationError} for invalid input */
export function paginate<T>(
  transport: Transport,
  operation: ListOperation,
  query: { readonly from?: TimestampInput | undefined; readonly to?: TimestampInput | undefined },
  given: ListOptions | undefined,
): Paginator<T> {
  const { resumeFrom, concurrency, outletRef, ...options } = readOptions(
    notSentMessage(operation),
    given,
    listOptions,
    { '': isPlain(query ?? {}) || 'the parameters must be a plain object' },
  );
  const saved = readPosition(resumeFrom, operation, outletRef);
  const { from = saved?.range.from, to = saved?.range.to ?? new Date(), ...filters } = query ?? {};
  // Copies, so that the caller can change its objects without changing later pages.
  const texts = transport.prepareQuery(
    operation,
    { from, to, ...inOrder(filters) },
    { query: options.query },
  );
  const headers = Object.fromEntries(headerEntries(options.headers));
  const pageOptions = { ...options, headers, query: undefined };
  return new Paginator<T>({
    operation: transport.rangedOperation(operation),
    cursorParam: transport.cursorParamOf(operation),
    query: texts,
    outletRef,
    saved,
    signal: options.signal,
    concurrency,
    requestsPerSecond: () => transport.requestsPerSecond,
    responseTime: () => transport.responseTime,
    fetchPage: async (slice, cursor, cancellation) => {
      const call = transport.callPage<T>(operation, { ...texts, ...slice }, cursor, {
        ...pageOptions,
        signal: cancellation,
      });
      const { data, meta } = await call.withResponse();
      return { ...data, readAt: meta.sentAt };
    },
  });
}

/** Sorts the values of each filter, so that a position also fits the same values in another order. */
function inOrder(filters: object): object {
  const isList = (value: unknown) => Array.isArray(value) && value.every(isText);
  return Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [name, isList(value) ? value.toSorted() : value]),
  );
}
