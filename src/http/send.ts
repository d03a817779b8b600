import ky from 'ky';
import { isRecord } from '../records.js';
import type { Method } from './endpoint.js';
import { Failure } from './failure.js';
import type { FrozenRequest } from './freeze-request.js';
import type { Lifetime } from './lifetime.js';
import type { Settings } from './settings.js';

/**
 * Step 5: one request over the wire. ky retries nothing here, follows nothing and times nothing: what is safe to repeat and
 * how long a call may take is decided for the whole call, body included.
 */
export async function send(
  request: FrozenRequest,
  token: string,
  fetch: Settings['fetch'],
  lifetime: Lifetime,
): Promise<Response> {
  const { method, url, headers, body } = request;
  async function exchange(): Promise<Response> {
    const response: unknown = await fetch(url, {
      method,
      headers: { ...headers, authorization: `Bearer ${token}` },
      // A copy, as a `fetch` of the caller's own can write into it, or transfer it.
      ...(body && { body: body.slice() }),
      redirect: 'manual',
      signal: lifetime.signal,
    });
    if (!isResponse(response)) throw new Failure({ kind: 'no-response' });
    return response;
  }
  const answer = runByKy(url, method, exchange);
  try {
    return await lifetime.bound(answer);
  } catch (cause) {
    // A `fetch` that does not look at its signal may still answer: its connection is let go.
    answer
      .then(({ body }) => body?.cancel())
      .then(
        () => {},
        () => {},
      );
    lifetime.throwIfAborted();
    if (cause instanceof Failure) throw cause;
    throw new Failure({ kind: 'no-answer', cause });
  }
}

/**
 * ky clones a request before it is sent, and lets it follow two signals, which costs more than all else that happens to a call;
 * Node follows them by weak references only, so that after a garbage collection an abort would leave a body running. So the
 * request is sent by a hook that stands in for it. What ky does not take for a `Response` there, it takes from its `fetch`.
 */
function runByKy(url: string, method: Method, exchange: () => Promise<Response>): Promise<Response> {
  let answer: Promise<Response> | undefined;
  const once = () => {
    answer ??= exchange();
    return answer;
  };
  return ky(url, {
    method,
    hooks: { beforeRequest: [once] },
    fetch: once,
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
  });
}

/** Told by what is read of it: a `fetch` of another library gives a class of its own. */
function isResponse(value: unknown): value is Response {
  if (!isRecord(value) || !isRecord(value.headers)) return false;
  return Number.isInteger(value.status) && typeof value.headers.get === 'function';
}
