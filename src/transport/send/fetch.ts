import ky from 'ky';
import { ConnectionError } from '../../errors/no-response-errors.js';
import { isRecord } from '../../records.js';
import type { CallContext } from '../call-context.js';
import type { Cancellation } from '../cancellation.js';
import { describeFault, isTransientFault, provesNotSent, redactedCause } from './connection-fault.js';

/** Sends one request. Resolves with the response when its headers have arrived. */
export async function fetchResponse(
  call: CallContext,
  token: string,
  limit: Cancellation,
): Promise<Response> {
  const { method, url, headers, body } = call.request;
  const sent = fetchWithKy(url, method, async () => {
    const response: unknown = await call.settings.fetch(url, {
      method,
      headers: { ...headers, authorization: `Bearer ${token}` },
      ...(body !== undefined && { body }),
      redirect: 'manual',
      signal: limit.signal,
    });
    if (isResponse(response)) return response;
    throw new ConnectionError('the fetch function returned no Response', call.recordFailure('unknown'));
  });
  try {
    return await limit.race(sent);
  } catch (error) {
    // A custom fetch that ignores its signal can still respond. Release its connection.
    sent.then((late) => late.body?.cancel()).catch(() => {});
    limit.throwIfAborted();
    if (error instanceof ConnectionError) throw error;
    const outcome = provesNotSent(error) ? 'not-sent' : 'unknown';
    throw new ConnectionError(describeFault(error, call.redactor), call.recordFailure(outcome), {
      cause: redactedCause(error, call.redactor),
      isTransient: isTransientFault(error),
    });
  }
}

/**
 * Runs a request through ky. A `beforeRequest` hook sends it, because ky would clone the request and combine signals, which
 * costs more than everything else in a call. Node.js also follows combined signals weakly, so that a garbage collection can
 * lose an abort. ky calls its `fetch` if the hook returns no `Response` of its own realm, so both share one request.
 */
function fetchWithKy(url: string, method: string, fetch: () => Promise<Response>): Promise<Response> {
  let response: Promise<Response> | undefined;
  const fetchOnce = () => {
    response ??= fetch();
    return response;
  };
  return ky(url, {
    method,
    hooks: { beforeRequest: [fetchOnce] },
    fetch: fetchOnce,
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
  });
}

/**
 * Recognizes a response by its shape: the fetch function of another library can have its own Response class. ky only passes
 * the response on, but its types know no other class than the global one.
 */
function isResponse(value: unknown): value is Response {
  if (!isRecord(value) || !isRecord(value.headers)) return false;
  return Number.isInteger(value.status) && typeof value.headers.get === 'function';
}
