import { Cancellation } from '../../cancellation.js';
import type { AttemptMessage } from '../../diagnostics/messages.js';
import { ApiError, RateLimitError } from '../../errors/api-errors.js';
import { CallError } from '../../errors/call-error.js';
import { ConnectionError, TimeoutError } from '../../errors/no-response-errors.js';
import type { Turn, TurnResponse } from '../../rate-limit/rate-limiter.js';
import type { CallContext } from '../call-context.js';
import { codeOf } from '../connection-fault.js';
import { outcomeOf } from '../receive/error-response.js';
import { type ReadResponse, readResponse } from '../receive/read-response.js';
import { parseRateLimit } from '../receive/response-headers.js';
import { fetchResponse } from './fetch.js';
import { maxRequestedWait } from './retry.js';

export interface Received extends ReadResponse {
  readonly response: Response;
  readonly attempt: AttemptMessage;
}

/** Milliseconds that an attempt waited in the queue, and before it. */
export type Waits = Pick<AttemptMessage, 'queueDuration' | 'backoff'>;

/** Sends the request once, reads the response until its last byte, and reports both to the hooks and the rate limiter. */
export async function attempt(call: CallContext, token: string, turn: Turn, waits: Waits): Promise<Received> {
  const { cancellation, lastError, message } = call;
  const { reporter } = call.settings;
  const info = { attempt: message.attempts + 1, ...call.info };
  const previousFailure = lastError && failureOf(lastError);
  if (previousFailure) reporter.retry({ ...info, attempt: message.attempts, failure: previousFailure });
  reporter.attemptStart(info);
  // A hook may have ended the call.
  cancellation.throwIfAborted();
  call.startDeadline();
  message.attempts += 1;
  message.status = undefined;
  const attemptCancellation = new Cancellation([cancellation], call.timeout);
  const start = performance.now();
  const result: { -readonly [Field in keyof AttemptMessage]: AttemptMessage[Field] } = {
    sentAt: Date.now(),
    duration: 0,
    status: undefined,
    failure: undefined,
    rateLimit: undefined,
    ...waits,
    ...info,
  };
  let turnResponse: TurnResponse | undefined;
  let retryAfter = 0;
  try {
    const response = await fetchResponse(call, token, attemptCancellation);
    const { status, headers } = response;
    const rateLimit = parseRateLimit(headers);
    result.status = status;
    result.rateLimit = rateLimit;
    message.status = status;
    message.idempotentReplay = headers.get('x-idempotent-replay') === 'true';
    turnResponse = { status, rateLimit, wait: undefined };
    // Report to the limiter before reading the body, except for a 429, whose `retryAfter` is in the body.
    if (status !== 429) turn.end(turnResponse);
    const { data, text } = await readResponse(call, response, rateLimit, attemptCancellation);
    return { data, text, response, attempt: result };
  } catch (thrown) {
    const error = attemptError(call, attemptCancellation, thrown);
    if (error instanceof CallError) call.lastError = error;
    result.failure = failureOf(error);
    if (error instanceof RateLimitError) retryAfter = (error.retryAfter ?? 0) * 1_000;
    throw error;
  } finally {
    attemptCancellation.dispose();
    result.duration = performance.now() - start;
    const wait = retryAfter ? Math.min(retryAfter, maxRequestedWait) : undefined;
    if (turnResponse) turn.end({ ...turnResponse, wait });
    reporter.attempt(result, previousFailure);
    if (turnResponse?.status === 429) reporter.rateLimit({ ...info, kind: 'rate-limited', wait: retryAfter });
  }
}

/** Returns the error of an attempt: its own, a timeout, or the reason of the call's early end. */
function attemptError(call: CallContext, attemptCancellation: Cancellation, error: unknown): unknown {
  if (error instanceof CallError) return error;
  const failed = call.recordFailure(outcomeOf(call.message.status));
  if (!attemptCancellation.isTimedOut) return error;
  return new TimeoutError('the last attempt exceeded its timeout', failed, { isTransient: true });
}

/** Returns why an attempt failed. The reason of an abort can be any value. */
export function failureOf(error: unknown): string {
  if (error instanceof ApiError) return `status ${error.status}`;
  const code = error instanceof ConnectionError ? codeOf(error) : undefined;
  // A custom fetch can throw an error whose code is any text.
  if (code && /^\w+$/.test(code)) return `ConnectionError ${code}`;
  return error instanceof Error ? error.name : 'AbortError';
}
