import ky from 'ky';
import { untilAborted } from '../timers.js';
import { Failure } from './failure.js';
import type { FrozenRequest } from './freeze-request.js';

/**
 * Step 5: one request over the wire. ky retries nothing here, follows nothing and times nothing: what is safe to repeat and
 * how long a call may take is decided for the whole call, body included.
 */
export async function send(
  request: FrozenRequest,
  token: string,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<Response> {
  const headers = new Headers(request.headers);
  headers.set('authorization', `Bearer ${token}`);
  const answer = ky(request.url, {
    method: request.method,
    headers,
    ...(request.body && { body: request.body }),
    redirect: 'manual',
    signal,
    // Told of the signal itself: Node keeps only weak references to those of ky and its `Request`, and once they were collected as
    // garbage, an abort would leave the body running.
    fetch: (input, init) => fetch(input, { ...init, signal }),
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
  });
  try {
    return await untilAborted(answer, signal);
  } catch (cause) {
    signal.throwIfAborted();
    throw new Failure({ kind: 'no-answer', cause });
  }
}
