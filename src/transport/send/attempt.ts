import { Cancellation } from '../../cancellation.js';
import { ApiError } from '../../errors/api-errors.js';
import { CallError } from '../../errors/call-error.js';
import { ConnectionError, TimeoutError } from '../../errors/no-response-errors.js';
import type { CallContext } from '../call-context.js';
import { codeOf } from '../connection-fault.js';
import type { AttemptFailure } from '../hooks.js';
import { failureOfTimeout, maxRequestedWait } from '../outcomes.js';
import { type ReadResponse, readResponse } from '../receive/read-response.js';
import { fetchResponse } from './fetch.js';

/** Sends the request once, reads the response until its last byte, and reports both to the hooks and the rate limiter. */
export async function attempt(call: CallContext, token: string): Promise<ReadResponse> {
  const { cancellation, lastError, waits } = call;
  const { reporter } = call.settings;
  const event = call.nextAttempt;
  const previousFailure = lastError && failureOf(lastError);
  reporter.attemptStart(event);
  // A hook may have ended the call.
  cancellation.throwIfAborted();
  call.startAttempt();
  const attemptCancellation = new Cancellation([cancellation], call.attemptTimeout);
  const start = performance.now();
  let failure: AttemptFailure | undefined;
  let retryAfter: number | undefined;
  try {
    const response = await fetchResponse(call, token, attemptCancellation);
    call.recordResponse(response);
    // Report to the limiter before reading the body, except for a 429, whose `retryAfter` is in the body.
    if (response.status !== 429)
      call.endTurn({ status: response.status, rateLimit: call.rateLimit, retryAfter: undefined });
    return await readResponse(call, response, attemptCancellation);
  } catch (thrown) {
    const error = attemptError(call, attemptCancellation, thrown);
    if (error instanceof CallError) call.lastError = error;
    failure = failureOf(error);
    if (error instanceof ApiError) retryAfter = error.retryAfter;
    throw error;
  } finally {
    attemptCancellation.dispose();
    call.duration = performance.now() - start;
    const { sentAt, duration, status, rateLimit } = call;
    if (status === 429) call.endTurn({ status, rateLimit, retryAfter: limitedWait(retryAfter) });
    const ended = { sentAt, duration, status, failure, retryAfter, rateLimit, ...waits, ...event };
    reporter.attemptEnd(ended, previousFailure);
  }
}

/** Returns the error of an attempt: its own, a timeout, or the reason of the call's early end. */
function attemptError(call: CallContext, attemptCancellation: Cancellation, error: unknown): unknown {
  if (error instanceof CallError) return error;
  const failed = call.recordFailure(failureOfTimeout(call.status, call));
  if (!attemptCancellation.isTimedOut) return error;
  const { attemptTimeout, timeout } = call;
  const problem =
    attemptTimeout < timeout
      ? `the last attempt probed whether an outage has ended, and got no response within ${attemptTimeout} ms`
      : 'the last attempt exceeded its timeout';
  return new TimeoutError('timeout', problem, failed);
}

/** Returns the seconds that the other calls of the key wait: nothing for 0, and at most as long as a call waits for its retry. */
function limitedWait(retryAfter: number | undefined): number | undefined {
  return retryAfter ? Math.min(retryAfter, maxRequestedWait / 1_000) : undefined;
}

/** Returns why an attempt failed. The reason of an abort can be any value. */
export function failureOf(error: unknown): AttemptFailure {
  if (!(error instanceof Error)) return { name: 'AbortError' };
  const { name } = error;
  if (error instanceof ApiError) return { name, status: error.status };
  const code = error instanceof ConnectionError ? codeOf(error) : undefined;
  // A custom fetch can throw an error whose code is any text.
  return code && /^\w+$/.test(code) ? { name, code } : { name };
}
