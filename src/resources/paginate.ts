import { checkOneOf, checkOptional, isCount, isText } from '../checks.js';
import type { TimestampInput } from '../entities/field-types.js';
import { assertValid } from '../errors/request-validation-error.js';
import { Paginator } from '../lists/paginator.js';
import { readPosition } from '../lists/position.js';
import { type ListOperation, notSentMessage } from '../operations/operation.js';
import { headerEntries, type ListOptions } from '../transport/call-options.js';
import type { Transport } from '../transport/transport.js';

/** Creates the paginator of a list operation. @throws {@link RequestValidationError} for invalid input */
export function paginate<T>(
  transport: Transport,
  operation: ListOperation,
  query: { readonly from?: TimestampInput | undefined; readonly to?: TimestampInput | undefined },
  { resumeFrom, concurrency = 'auto', outletRef, ...options }: ListOptions = {},
): Paginator<T> {
  assertValid(notSentMessage(operation), {
    concurrency:
      concurrency === 'auto' || isCount(concurrency) || "must be 'auto' or a whole number from 1 up",
    outletRef:
      outletRef === undefined || isText(outletRef) || 'must be a non-empty string that identifies the outlet',
    missingNext: checkOptional(options.missingNext, checkOneOf('warn', 'error')),
  });
  const saved = readPosition(resumeFrom, operation, outletRef);
  const { from = saved?.range.from, to = saved?.range.to ?? new Date(), ...filters } = query ?? {};
  // Copies, so that the caller can change its objects without changing later pages.
  const texts = transport.prepareQuery(operation, { from, to, ...filters }, options);
  const headers = Object.fromEntries(headerEntries(options.headers));
  const pageOptions = { ...options, headers, query: undefined };
  return new Paginator<T>({
    operation,
    query: texts,
    outletRef,
    saved,
    signal: options.signal,
    concurrency,
    requestsPerSecond: () => transport.requestsPerSecond,
    responseTime: () => transport.responseTime,
    fetchPage: async (slice, cursor, leaving) => {
      const call = transport.callPage<T>(operation, { ...texts, ...slice }, cursor, {
        ...pageOptions,
        signal: leaving,
      });
      const { data, meta } = await call.withResponse();
      return { ...data, readAt: meta.sentAt };
    },
  });
}
