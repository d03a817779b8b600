import { Paginator } from '../lists/paginator.js';
import type { ListOperation } from '../operations/operation.js';
import { headerEntries, type ListOptions } from '../transport/call-options.js';
import type { Transport } from '../transport/transport.js';

/** Creates the paginator of a list operation. @throws RequestValidationError for invalid input */
export function paginate<T>(
  transport: Transport,
  operation: ListOperation,
  query: object,
  { resumeFrom, concurrency = 'auto', ...options }: ListOptions = {},
): Paginator<T> {
  // Copies, so that the caller can change its objects without changing later pages.
  const texts = transport.prepareQuery(operation, query, options);
  const headers = Object.fromEntries(headerEntries(options.headers));
  const pageOptions = { ...options, headers, query: undefined };
  return new Paginator<T>({
    operation,
    query: texts,
    resumeFrom,
    signal: options.signal,
    concurrency,
    requestsPerSecond: () => transport.requestsPerSecond,
    responseTime: () => transport.responseTime,
    fetchPage: async (window, cursor, signal) => {
      const call = transport.callPage<T>(operation, { ...texts, ...window }, cursor, {
        ...pageOptions,
        signal,
      });
      const { data, meta } = await call.withResponse();
      return { ...data, readAt: meta.sentAt };
    },
  });
}
