import pRetry from 'p-retry';
import type { Outcome } from '../errors/call-error.js';
import type { Turn } from '../rate-limit/rate-limiter.js';
import { sleep } from '../timers.js';
import { askToken } from './access-token.js';
import { Failure, type Reason } from './failure.js';
import type { FrozenRequest } from './freeze-request.js';
import { Lifetime } from './lifetime.js';
import type { CallInfo } from './observers.js';
import type { Progress } from './progress.js';
import { rateLimitIn } from './rate-limit-headers.js';
import { type Content, read } from './read.js';
import {
  backoff,
  effectOf,
  longestRequestedWait,
  mayRetry,
  mostRefusals,
  shortestRefusal,
  waitFor,
} from './retry.js';
import { send } from './send.js';
import type { Settings } from './settings.js';
import type { Taken } from './take-input.js';
import type { TurnTaker } from './take-turn.js';

/** Everything that the attempts of one call share. */
export interface Attempted {
  readonly taken: Taken;
  readonly request: FrozenRequest;
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
  /** From the send to the last byte, in milliseconds. */
  readonly duration: number;
}

/**
 * Step 3: sends the same request until it is answered, as often as that is safe and may help. A 429 uses up no retry: the
 * request was not performed, and goes again when the key's limit allows.
 */
export async function attemptUntilAnswered(call: Attempted): Promise<Answer> {
  try {
    const answer = await attemptWithToken(call);
    call.lifetime.throwIfAborted();
    return answer;
  } catch (failure) {
    return attemptAgain(call, failure);
  }
}

/** Most calls never come here, and are spared what it takes to wait. */
function attemptAgain(call: Attempted, first: unknown): Promise<Answer> {
  const { request, lifetime, progress, settings, info } = call;
  let left = call.taken.options.maxRetries ?? settings.maxRetries;
  let refusalsLeft = left > 0 ? mostRefusals : 0;
  let wait = 0;
  return pRetry(
    (attempt) => {
      // p-retry counts every attempt, also those that consume no retry.
      if (attempt === 1) throw first;
      return wait > 0
        ? sleep(wait, lifetime.signal).then(() => attemptWithToken(call))
        : attemptWithToken(call);
    },
    {
      minTimeout: backoff.first,
      factor: backoff.factor,
      maxTimeout: backoff.longest,
      randomize: true,
      // Counted here, as p-retry ends with the last retry even where none is consumed.
      retries: Number.POSITIVE_INFINITY,
      signal: lifetime.signal,
      shouldConsumeRetry: ({ error }) => statusOf(error) !== 429,
      shouldRetry: ({ error }) => {
        if (lifetime.aborted || !(error instanceof Failure)) return false;
        progress.refused = statusOf(error) === 429;
        const goesOn =
          (progress.refused ? refusalsLeft : left) > 0 && mayRetry(request, error.reason, lifetime.remaining);
        if (progress.refused) refusalsLeft -= 1;
        else left -= 1;
        if (goesOn)
          settings.observers.retry(() => ({ ...info, attempt: progress.attempts, reason: nameOf(error) }));
        wait = progress.refused ? waitAfterRefusal(call, error.reason) : waitFor(error.reason);
        return goesOn;
      },
    },
  );
}

/** The limiter that is built in knows better when to go on. One of the user's own may not look at a 429. */
function waitAfterRefusal({ turns, progress }: Attempted, reason: Reason): number {
  const { token } = progress;
  return token !== undefined && turns.holdsRefused(token)
    ? 0
    : Math.max(waitFor(reason) || shortestRefusal, backoff.first);
}

/** A token function is asked once more after a 401: the token may have been replaced since. */
async function attemptWithToken(call: Attempted): Promise<Answer> {
  const { lifetime, progress, info } = call;
  const { accessToken, observers } = call.settings;
  const token = progress.token ?? (await askToken(accessToken, lifetime));
  if (progress.token === undefined) progress.tokens.push(token);
  try {
    return await attempt(call, token);
  } catch (error) {
    if (typeof accessToken === 'string' || statusOf(error) !== 401) throw error;
    const renewed = await askToken(accessToken, lifetime);
    if (renewed === token || wouldDouble(call)) throw error;
    progress.tokens.push(renewed);
    observers.retry(() => ({ ...info, attempt: progress.attempts, reason: 'status 401' }));
    return attempt(call, renewed);
  }
}

/** A token is an API key's, and to another key the idempotency key of an order that may have been made says nothing. */
function wouldDouble({ request, progress }: Attempted): boolean {
  return request.method === 'POST' && progress.failedCall.outcome === 'unknown';
}

// No async function, as each that is suspended costs a kilobyte, and many calls can wait here.
function attempt(call: Attempted, token: string): Promise<Answer> {
  const { taken, lifetime, progress, info } = call;
  const { endpoint, options } = taken;
  const priority = options.priority ?? (endpoint.answer === 'pages' ? 'background' : 'interactive');
  // The pages of a walk are few at a time, and one that is fetched ahead must not end it.
  const isNew = progress.attempts === 0 && endpoint.answer !== 'pages';
  const wish = { priority, refused: progress.refused, isNew };
  return call.turns.take(token, wish, lifetime, info).then((turn) => attemptWithTurn(call, token, turn));
}

async function attemptWithTurn(call: Attempted, token: string, turn: Turn): Promise<Answer> {
  const { taken, settings, lifetime, progress, info } = call;
  const limit = new Lifetime([lifetime], taken.options.timeout ?? settings.timeout);
  let effect: Outcome = 'not-sent';
  try {
    lifetime.throwIfAborted();
    settings.observers.request(() => ({ ...info, attempt: progress.attempts + 1 }));
    // The hook that was told can have ended the call.
    lifetime.throwIfAborted();
    // Until a failure says otherwise, and for whatever comes after an answer, the call may have been performed.
    effect = 'unknown';
    progress.attempts += 1;
    return await exchange(call, token, turn, limit);
  } catch (error) {
    const failure = limit.timedOut ? new Failure({ kind: 'timeout' }) : error;
    if (failure instanceof Failure) effect = effectOf(failure.reason);
    throw failure;
  } finally {
    progress.note(effect);
    limit.dispose();
    turn.end(undefined);
  }
}

async function exchange(call: Attempted, token: string, turn: Turn, limit: Lifetime): Promise<Answer> {
  const { taken, request, settings, progress, info } = call;
  const sentAt = performance.now();
  const response = await send(request, token, settings.fetch, limit);
  const { status } = response;
  const rateLimit = rateLimitIn(response.headers);
  const answer = { status, rateLimit, sentAt, answeredAt: performance.now() };
  // A limiter hears of an answer before its body is here, but for the one whose body it is told of.
  if (status !== 429) turn.end({ ...answer, retryAfter: undefined });
  let retryAfter: number | undefined;
  try {
    const { data, preview } = await read(taken.endpoint, response, settings.maxResponseBytes, limit);
    return { data, preview, response, duration: performance.now() - sentAt };
  } catch (error) {
    if (error instanceof Failure) retryAfter = waitFor(error.reason) || undefined;
    throw error;
  } finally {
    turn.end({ ...answer, retryAfter: retryAfter && Math.min(retryAfter, longestRequestedWait) });
    const duration = performance.now() - sentAt;
    const attempt = progress.attempts;
    settings.observers.response(() => ({ ...info, attempt, status, duration, rateLimit }));
    if (status === 429)
      settings.observers.refused(() => ({ ...info, kind: 'refused', wait: retryAfter ?? 0 }));
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
