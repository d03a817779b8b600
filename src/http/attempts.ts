import pRetry from 'p-retry';
import type { Outcome } from '../errors/call-error.js';
import type { Turn } from '../rate-limit/rate-limiter.js';
import { sleep } from '../timers.js';
import { askToken } from './access-token.js';
import type { Endpoint } from './endpoint.js';
import { Failure } from './failure.js';
import type { FrozenRequest } from './freeze-request.js';
import { Lifetime } from './lifetime.js';
import type { CallInfo } from './observers.js';
import type { RequestOptions } from './options.js';
import type { Progress } from './progress.js';
import { rateLimitIn } from './rate-limit-headers.js';
import { type Content, read } from './read.js';
import { backoff, effectOf, longestRequestedWait, mayRetry, waitFor } from './retry.js';
import { send } from './send.js';
import type { Settings } from './settings.js';
import type { TurnTaker } from './take-turn.js';

/** Everything that the attempts of one call share. */
export interface Attempted {
  readonly endpoint: Endpoint;
  readonly request: FrozenRequest;
  readonly options: RequestOptions;
  readonly settings: Settings;
  readonly turns: TurnTaker;
  readonly lifetime: Lifetime;
  readonly progress: Progress;
  /** What hooks are told of the call. */
  readonly info: CallInfo;
}

/** An answer that was read to its end. */
export interface Answer extends Content {
  readonly response: Response;
}

/** Step 3: sends the same request until it is answered, as often as that is safe and may help. */
export function attemptUntilAnswered(call: Attempted): Promise<Answer> {
  const { request, lifetime, progress, settings, info } = call;
  let requestedWait = 0;
  return pRetry(
    async () => {
      if (requestedWait > 0) await sleep(requestedWait, lifetime.signal);
      return attemptWithToken(call);
    },
    {
      ...backoff,
      retries: call.options.maxRetries ?? settings.maxRetries,
      signal: lifetime.signal,
      shouldRetry: ({ error }) => {
        if (lifetime.signal.aborted || !(error instanceof Failure)) return false;
        const { reason } = error;
        requestedWait = waitFor(reason);
        const goesOn = mayRetry(request, reason, lifetime.remaining);
        if (goesOn) settings.observers.retry({ ...info, attempt: progress.attempts, reason: nameOf(error) });
        return goesOn;
      },
    },
  );
}

/** A token function is asked once more after a 401: the token may have been replaced since. */
async function attemptWithToken(call: Attempted): Promise<Answer> {
  const { lifetime, progress, info } = call;
  const { accessToken, observers } = call.settings;
  progress.token ??= await askToken(accessToken, lifetime.signal);
  try {
    return await attempt(call, progress.token);
  } catch (error) {
    if (typeof accessToken === 'string' || statusOf(error) !== 401) throw error;
    const renewed = await askToken(accessToken, lifetime.signal);
    if (renewed === progress.token || wouldDouble(call)) throw error;
    progress.token = renewed;
    observers.retry({ ...info, attempt: progress.attempts, reason: 'status 401' });
    return attempt(call, renewed);
  }
}

/** A token is an API key's, and to another key the idempotency key of an order that may have been made says nothing. */
function wouldDouble({ request, progress }: Attempted): boolean {
  return request.method === 'POST' && progress.failedCall.outcome === 'unknown';
}

async function attempt(call: Attempted, token: string): Promise<Answer> {
  const { endpoint, options, settings, lifetime, progress, info } = call;
  const priority = options.priority ?? (endpoint.answer === 'pages' ? 'background' : 'interactive');
  const turn = await call.turns.take(token, priority, lifetime.signal, info);
  lifetime.signal.throwIfAborted();
  const limit = new Lifetime([lifetime.signal], options.timeout ?? settings.timeout);
  progress.attempts += 1;
  settings.observers.request({ ...info, attempt: progress.attempts });
  // Until a failure says otherwise, and for whatever comes after an answer, the call may have been performed.
  let effect: Outcome = 'unknown';
  try {
    return await exchange(call, token, turn, limit.signal);
  } catch (error) {
    const failure = limit.timedOut ? new Failure({ kind: 'timeout' }) : error;
    if (failure instanceof Failure) effect = effectOf(failure.reason);
    throw failure;
  } finally {
    progress.note(effect);
    limit.dispose();
  }
}

async function exchange(call: Attempted, token: string, turn: Turn, signal: AbortSignal): Promise<Answer> {
  const { endpoint, request, settings, progress, info } = call;
  const begin = performance.now();
  const response = await send(request, token, settings.fetch, signal);
  let retryAfter: number | undefined;
  try {
    return { ...(await read(endpoint, response, signal)), response };
  } catch (error) {
    if (error instanceof Failure) retryAfter = waitFor(error.reason) || undefined;
    throw error;
  } finally {
    const { status } = response;
    const rateLimit = rateLimitIn(response.headers);
    turn.answered({
      status,
      rateLimit,
      retryAfter: retryAfter && Math.min(retryAfter, longestRequestedWait),
    });
    const duration = performance.now() - begin;
    settings.observers.response({ ...info, attempt: progress.attempts, status, duration, rateLimit });
    if (status === 429) settings.observers.rateLimit({ ...info, kind: 'refused', wait: retryAfter ?? 0 });
  }
}

function statusOf(error: unknown): number | undefined {
  return error instanceof Failure && error.reason.kind === 'error-answer'
    ? error.reason.response.status
    : undefined;
}

function nameOf(failure: Failure): string {
  const status = statusOf(failure);
  return status === undefined ? failure.reason.kind : `status ${status}`;
}
