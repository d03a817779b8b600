import { ApiError, AuthenticationError, RateLimitError } from '../errors/api-errors.js';
import type { CallError, Failure, Outcome } from '../errors/call-error.js';
import { QueueFullError } from '../errors/no-response-errors.js';
import { interruptsRender, meaningOf, provesNotConnected, tunnelStatus } from './connection-fault.js';
import type { FetchResponse } from './fetch-function.js';

// This file decides what each failure of an attempt means: for the call, and for a retry. `send/retry.ts` only counts and waits.

/** Failures that have neither an error status nor a fault of the connection. */
export const failures = {
  /** The token function or the rate limiter failed, or a framework interrupted a render, so nothing was sent. */
  notSent: { outcome: 'not-sent', isTransient: false },
  /** The token function needed too long, or the queue is full, so nothing was sent. */
  notSentYet: { outcome: 'not-sent', isTransient: true },
  /** Another API key may have performed an earlier call with the same idempotency key. */
  otherToken: { outcome: 'unknown', isTransient: false },
  /** `fetch` returned no `Response`, one without its body, or a redirect that it hides. */
  noResponse: { outcome: 'unknown', isTransient: false },
  /** The body broke off. */
  brokenBody: { outcome: 'unknown', isTransient: true },
  /** A 2xx whose body is not JSON: a proxy may have sent it. */
  notJson: { outcome: 'unknown', isTransient: true },
  /** A 2xx whose body is too large to read. */
  tooLarge: { outcome: 'unknown', isTransient: false },
  /** A 2xx whose body describes an error, or has nothing of an entity: something in front of the API may have sent it. */
  noEntity: { outcome: 'unknown', isTransient: false },
  /** A 2xx of the API whose body is not what the client expects. */
  unusable: { outcome: 'performed', isTransient: false },
} as const satisfies Record<string, Failure>;

/** Returns whether a retry can help after a status. 429 and 500 are documented, the others come from proxies and CDNs. */
function isTransientStatus(status: number): boolean {
  return [408, 425, 429].includes(status) || (status >= 500 && ![501, 505, 511].includes(status));
}

/** What is known of a call when its latest attempt fails. */
interface CallSoFar {
  readonly info: { readonly method: string };
  readonly earlierOutcome: Outcome;
  /** Whether the response repeats an earlier one. */
  readonly idempotentReplay: boolean;
  readonly isKeyPassed: boolean;
}

/** Returns what an error status says. */
export function failureOfStatus(status: number, call: CallSoFar): Failure {
  if (status === 409 && call.info.method === 'POST') return failureOfUsedKey(call);
  return { outcome: outcomeOf(status), isTransient: !call.idempotentReplay && isTransientStatus(status) };
}

/**
 * A 409 to a POST proves that its key was used before: with another body, at another endpoint, or by a request that still runs. Only
 * an own request is known to have had the same body, so only then can a retry get its response. If the client made a new key,
 * something has repeated its request: a proxy, or the runtime. Bun and Deno do that on a reused connection.
 */
function failureOfUsedKey({ earlierOutcome, isKeyPassed, idempotentReplay }: CallSoFar): Failure {
  const isOwnRequest = earlierOutcome === 'unknown' || !isKeyPassed;
  return { outcome: 'unknown', isTransient: isOwnRequest && !idempotentReplay };
}

/** A 303 refers to the result of a request. A 408 or 499 can come from a proxy that has passed on the request. */
function outcomeOf(status: number): Outcome {
  const isRejection = status >= 300 && status < 500 && ![303, 408, 499].includes(status);
  return isRejection ? 'rejected' : 'unknown';
}

/**
 * Returns what a 2xx with an empty body says. A GET without data has failed. An empty body that was to be decompressed was cut off.
 */
export function failureOfEmptyBody(method: string, { status, headers }: FetchResponse): Failure {
  if (status !== 204 && (method === 'GET' || headers.get('content-encoding'))) return failures.brokenBody;
  return failureWithoutEntity(method, status);
}

/**
 * Returns what a 2xx says that lacks its entity. A POST of the API returns 201, so something in front of it may have sent another status,
 * and a 202 only promises an effect.
 */
export function failureWithoutEntity(method: string, status: number): Failure {
  const isEffect = status !== 202 && (method !== 'POST' || status === 201);
  return isEffect ? failures.unusable : failures.noEntity;
}

/** Returns what a 2xx says whose body is JSON, but no object. The response to a PUT can be `null`, because the client knows the entity. */
export function failureOfOtherJson(method: string): Failure {
  return method === 'PUT' ? failures.unusable : failures.noEntity;
}

/** Returns what an attempt says that ended before its response was complete. @param status - `undefined` if there was no response */
export function failureOfTimeout(status: number | undefined, call: CallSoFar): Failure {
  return { outcome: failureOfStatus(status ?? 0, call).outcome, isTransient: true };
}

/** Returns what a fault of `fetch` says. */
export function failureOfFault(fault: unknown): Failure {
  if (interruptsRender(fault)) return failures.notSent;
  const meaning = meaningOf(fault);
  const status = tunnelStatus(fault);
  const isFinal = meaning && ['certificate', 'no-tls', 'rejected-by-runtime'].includes(meaning);
  return {
    outcome: provesNotConnected(fault) ? 'not-sent' : 'unknown',
    isTransient: !isFinal && (status === undefined || isTransientStatus(status)),
  };
}

/** From certainly no effect to certainly an effect. */
const outcomesByEffect: readonly Outcome[] = ['not-sent', 'rejected', 'unknown', 'performed'];

/** Returns the outcome of several attempts. A later 400 must not hide an earlier attempt whose response was lost. */
export function strongerOf(one: Outcome, other: Outcome): Outcome {
  return outcomesByEffect.indexOf(one) > outcomesByEffect.indexOf(other) ? one : other;
}

/** Whether a call can succeed later that something else than an attempt has ended. Its outcome is that of its attempts. */
export const isTransientEnd = { deadline: true, closed: false, internal: false } as const;

/** Returns the same for the reason of the caller's signal. A time limit can be met later, such as that of `AbortSignal.timeout`. */
export function isTransientAbort(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'TimeoutError';
}

/** The longest wait before a retry, and for all 429 responses in a row. Milliseconds. */
export const maxRequestedWait = 60_000;

/** The shortest pause before a retry, in milliseconds. */
export const minPause = 250;

/** The wait after a 429 without `retryAfter`, in milliseconds: one window of the rate limit. */
const defaultRetryAfter = 1_000;

/** Returns how long a call waits after this error, in milliseconds and in addition to its backoff. A 429 has no backoff. */
export function waitAfter(error: CallError | undefined): number {
  const requested = error instanceof ApiError ? (error.retryAfter ?? 0) * 1_000 : 0;
  return error instanceof RateLimitError ? Math.max(requested || defaultRetryAfter, minPause) : requested;
}

/** What a call has tried so far. */
export interface Tries {
  /** Retries that count: not those after a 401 or 429. */
  readonly retries: number;
  readonly maxRetries: number;
  /** Whether a function returns the token, so that it can return another one. */
  readonly canGetToken: boolean;
  /** How many attempts ended with a 401. */
  readonly unauthorized: number;
  /** For how long all responses have been 429, in milliseconds; 0 after another failure. */
  readonly rateLimitedFor: number;
  /** Milliseconds until the deadline. */
  readonly timeLeft: number;
  /** Whether there is an outage, and the call waits for its end. */
  readonly isHeld: boolean;
}

/** Returns whether the client sends the call again after an error, if it gets a new token after a 401. */
export function mayRetry(error: CallError, tries: Tries): boolean {
  if (error instanceof AuthenticationError) return tries.canGetToken && tries.unauthorized === 1;
  // The caller must handle a full queue. A retry would only wait elsewhere.
  if (error instanceof QueueFullError || !error.isTransient || !isSafeToRepeat(error)) return false;
  const wait = waitAfter(error);
  if (wait > maxRequestedWait || wait >= tries.timeLeft) return false;
  if (!(error instanceof RateLimitError))
    return tries.retries < tries.maxRetries || (tries.isHeld && tries.maxRetries > 0);
  return tries.maxRetries > 0 && tries.rateLimitedFor + wait <= maxRequestedWait;
}

/** It is safe for GET and PUT, for POST with its idempotency key, and for any method if no attempt can have had an effect. */
function isSafeToRepeat({ method, outcome }: CallError): boolean {
  return ['GET', 'PUT', 'POST'].includes(method) || outcome !== 'unknown';
}

/**
 * Returns whether the client may send the call again with a new token after a 401. The new token can belong to another API key, and
 * an idempotency key may not apply there. So a POST must not be repeated if one of its attempts, or an earlier call with its key, may
 * have succeeded.
 */
export function mayUseNewToken({ info, earlierOutcome, isKeyPassed }: CallSoFar): boolean {
  return info.method !== 'POST' || (earlierOutcome !== 'unknown' && !isKeyPassed);
}
