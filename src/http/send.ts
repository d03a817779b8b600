import ky from 'ky';
import { isRecord } from '../records.js';
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
    async fetch(input, init) {
      // Told of the signal itself: Node keeps only weak references to those of ky and its `Request`, and once they were collected
      // as garbage, an abort would leave the body running.
      const response: unknown = await fetch(input, { ...init, signal });
      if (!isResponse(response)) throw new Failure({ kind: 'no-response' });
      return response;
    },
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
  });
  try {
    return await untilAborted(answer, signal);
  } catch (cause) {
    // A `fetch` that does not look at its signal may still answer: its connection is let go.
    answer
      .then(({ body }) => body?.cancel())
      .then(
        () => {},
        () => {},
      );
    signal.throwIfAborted();
    if (cause instanceof Failure) throw cause;
    throw new Failure({ kind: 'no-answer', cause });
  }
}

/** Told by what is read of it: a `fetch` of another library gives a class of its own. */
function isResponse(value: unknown): value is Response {
  if (!isRecord(value) || !isRecord(value.headers)) return false;
  return Number.isInteger(value.status) && typeof value.headers.get === 'function';
}
