import { mayPass, neverReached } from './connection-fault.js';
import type { Method } from './endpoint.js';
import type { Reason } from './failure.js';
import type { FrozenRequest } from './freeze-request.js';

/** Where the retry is decided: pure functions of what was sent and how it failed. */

/** Pauses between attempts: exponential from the first to the longest, each times 1 to 2 at random. Milliseconds. */
export const backoff = { first: 250, factor: 2, longest: 8_000 } as const;

/**
 * A wait that the service asks for and that is longer than this is the caller's to decide, and holds the key's other calls no
 * longer. Milliseconds.
 */
export const longestRequestedWait = 60_000;

/** What a request waits after a 429 that does not say, where no limiter holds it. Milliseconds. */
export const shortestRefusal = 1_000;

/** How often a call is refused with 429 before it ends: about a minute, or a minute of windows that others use up. */
export const mostRefusals = 60;

const passingStatuses = new Set([408, 429, 500, 502, 503, 504]);

/** Whether another attempt is safe, may end better, and can begin in the time that is left. */
export function mayRetry(
  { method, idempotencyKey }: Pick<FrozenRequest, 'method' | 'idempotencyKey'>,
  reason: Reason,
  remaining: number,
): boolean {
  const isSafe = isRepeatable(method, idempotencyKey !== undefined) || effectOf(reason) !== 'unknown';
  const wait = waitFor(reason);
  return isPassing(reason) && isSafe && wait <= longestRequestedWait && wait < remaining;
}

/** What a failed attempt can have done at the service. Specification: "Errors"; "Limits", Idempotency rules. */
export function effectOf(reason: Reason): 'not-sent' | 'refused' | 'unknown' {
  switch (reason.kind) {
    case 'no-token':
    case 'bad-token':
    case 'no-turn':
    case 'queue-full':
      return 'not-sent';
    case 'no-answer':
      return neverReached(reason.cause) ? 'not-sent' : 'unknown';
    case 'error-answer':
      return mayBePerformed(reason.response.status) ? 'unknown' : 'refused';
    case 'broken-answer':
    case 'hidden-redirect':
    case 'no-response':
    case 'body-taken':
    case 'wrong-body':
    case 'timeout':
      return 'unknown';
  }
}

/** A 303 sends to the outcome of what was performed; it is no answer of the service, but may be one of a proxy. 0 says nothing. */
function mayBePerformed(status: number): boolean {
  return status >= 500 || status === 408 || status === 303 || status < 200;
}

/** How long the service asks to wait before the next attempt, in milliseconds. */
export function waitFor(reason: Reason): number {
  return reason.kind === 'error-answer' ? (reason.error.retryAfter ?? 0) * 1_000 : 0;
}

function isPassing(reason: Reason): boolean {
  switch (reason.kind) {
    case 'no-answer':
    case 'broken-answer':
      return mayPass(reason.cause);
    case 'timeout':
      return true;
    case 'error-answer':
      return passingStatuses.has(reason.response.status);
    case 'wrong-body':
      return reason.broken;
    case 'no-response':
    case 'body-taken':
    case 'hidden-redirect':
    case 'no-token':
    case 'bad-token':
    case 'no-turn':
    case 'queue-full':
      return false;
  }
}

function isRepeatable(method: Method, keyed: boolean): boolean {
  return method === 'GET' || method === 'PUT' || (method === 'POST' && keyed);
}
