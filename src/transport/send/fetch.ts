import ky from 'ky';
import { type Cancellation, untilAborted } from '../../cancellation.js';
import { ConnectionError } from '../../errors/no-response-errors.js';
import { acceptsNoStore } from '../../host.js';
import { isRecord } from '../../json.js';
import type { CallContext } from '../call-context.js';
import { headerEntries } from '../call-options.js';
import { redactedCause } from '../connection-fault.js';
import { failureOfFault, failures } from '../outcomes.js';

/** Sends one request. Resolves with the response when its headers have arrived. */
export async function fetchResponse(
  call: CallContext,
  token: string,
  attemptCancellation: Cancellation,
): Promise<Response> {
  const { method, url, headers, body } = call.request;
  const added = Object.fromEntries(headerEntries(call.addedHeaders));
  const send = async () => {
    // Called without `this`: a browser's fetch accepts no other than its own.
    const { fetch = globalThis.fetch } = call.settings;
    const response: unknown = await fetch(url, {
      method,
      // Subscribers of the diagnostics channels can add headers, but not replace any.
      headers: { ...added, ...headers, authorization: `Bearer ${token}` },
      ...(body !== undefined && { body }),
      redirect: 'manual',
      // Next.js 13 and 14 cache each GET without it for a year, on disk.
      ...(acceptsNoStore && { cache: 'no-store' as const }),
      signal: attemptCancellation.signal,
    });
    if (isResponse(response)) return response;
    throw new ConnectionError(
      'fetch',
      'the fetch function returned no Response',
      call.recordFailure(failures.noResponse),
    );
  };
  const sent = call.settings.fetch ? send() : sendWithKy(url, method, send);
  try {
    return await untilAborted(sent, attemptCancellation);
  } catch (error) {
    // A custom fetch that ignores its signal can still respond. Release its connection.
    sent.then((late) => late.body?.cancel()).catch(() => {});
    attemptCancellation.throwIfAborted();
    if (error instanceof ConnectionError) throw error;
    const failed = call.recordFailure(failureOfFault(error));
    const cause = redactedCause(error, call.redactor);
    throw new ConnectionError('network', cause.message, failed, { cause });
  }
}

/**
 * Runs a request through ky. A `beforeRequest` hook sends the request. Otherwise ky would clone it and combine signals, which costs
 * more than the rest of the call. Node.js also references combined signals weakly, so garbage collection can lose an abort. If
 * the global `fetch` is replaced, the hook can return a `Response` of another realm, and ky also calls its `fetch`. Both share one
 * request.
 */
function sendWithKy(url: string, method: string, send: () => Promise<Response>): Promise<Response> {
  let response: Promise<Response> | undefined;
  const sendOnce = () => {
    response ??= send();
    return response;
  };
  return ky(url, {
    method,
    hooks: { beforeRequest: [sendOnce] },
    fetch: sendOnce,
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
  });
}

/** Detects a response by shape, because a custom `fetch` can return a class of its own. The types of ky do not know it. */
function isResponse(value: unknown): value is Response {
  if (!isRecord(value) || !isRecord(value.headers)) return false;
  return Number.isInteger(value.status) && typeof value.headers.get === 'function';
}
