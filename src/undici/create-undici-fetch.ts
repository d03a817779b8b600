import { Agent, type Dispatcher, request } from 'undici';
import type { Verdict } from '../errors/issue.js';
import { hasMethods } from '../options/checks.js';
import { readOptions } from '../options/read-options.js';
import type { FetchFunction, FetchResponse } from '../transport/fetch-function.js';

/** Options of `createUndiciFetch`. */
export interface UndiciFetchOptions {
  /**
   * Opens the connections, such as your `Agent` or an `EnvHttpProxyAgent` of undici. You close it when you no longer need it.
   * @defaultValue an `Agent` that keeps idle connections for 30 seconds, and waits 5 seconds for a new one. The global dispatcher is
   * not used.
   */
  readonly dispatcher?: Dispatcher | undefined;
}

/**
 * Creates a `fetch` function on `request` of undici, for processes that use hundreds of API keys on Node.js. Create one, and pass it to all
 * clients, so that they share connections. The `response` of `withResponse()` has only the members of `FetchResponse`. The function neither
 * requests nor decodes compressed responses, so use `fetch` if a proxy compresses all. msw does not intercept it.
 * @example
 * ```ts
 * import { OutletClient } from 'outlet-open-api';
 * import { createUndiciFetch } from 'outlet-open-api/undici';
 *
 * const outlet = new OutletClient({ fetch: createUndiciFetch() });
 * ```
 * @throws {@link RequestValidationError} if an option is invalid or unknown
 */
export function createUndiciFetch(options?: UndiciFetchOptions): FetchFunction {
  const { dispatcher = new Agent({ keepAliveTimeout: 30_000, connectTimeout: 5_000 }) } = readOptions(
    'Invalid createUndiciFetch options',
    options,
    (option) => ({ dispatcher: option('dispatcher', checkDispatcher, undefined) }),
  );
  return async (url, { method, headers, body = null, signal }) => {
    const response = await request(url, { dispatcher, method, headers, body, signal });
    return {
      status: response.statusCode,
      headers: headersOf(response.headers),
      body: streamOf(response.body),
      text: () => response.body.text(),
    };
  };
}

function checkDispatcher(dispatcher: unknown): Verdict {
  return hasMethods(dispatcher, 'dispatch') || 'must be a dispatcher of undici, such as an Agent';
}

/** Creating `Headers` would take a quarter of the time of a call. */
function headersOf(fields: Dispatcher.ResponseData['headers']): FetchResponse['headers'] {
  return {
    get: (name) => textOf(fields[name.toLowerCase()]) ?? null,
    forEach(callback) {
      for (const [name, value] of Object.entries(fields)) callback(textOf(value) ?? '', name);
    },
  };
}

/** A header that was sent several times is a list. */
function textOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}

/** Returns what the client uses of a web stream. `cancel` closes the connection, unless the body was read to its end. */
function streamOf(body: Dispatcher.ResponseData['body']) {
  return {
    getReader() {
      const chunks = body[Symbol.asyncIterator]();
      return { read: () => chunks.next(), cancel: async () => chunks.return?.() };
    },
  };
}
