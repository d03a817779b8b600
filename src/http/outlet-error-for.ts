import { type ApiError, apiErrorFor } from '../errors/api-errors.js';
import type { FailedCall } from '../errors/call-error.js';
import { InvalidRequestError } from '../errors/invalid-request-error.js';
import {
  AccessTokenError,
  ConnectionError,
  QueueFullError,
  TimeoutError,
} from '../errors/no-answer-errors.js';
import { OutletError } from '../errors/outlet-error.js';
import { ResponseValidationError } from '../errors/response-validation-error.js';
import type { Attempted } from './attempts.js';
import { carriedBy } from './carried.js';
import { describeFault } from './connection-fault.js';
import { Failure, type Reason } from './failure.js';
import { maskedErrors, maskedHeaders, maskedMessage } from './masked-answer.js';
import { type Mask, maskFor } from './masking.js';
import { rateLimitIn } from './rate-limit-headers.js';
import { safeCause } from './safe-cause.js';

/** What the caller is told of a call that failed: an error of the public classes, or the reason of the caller's own signal. */
export function outletErrorFor(error: unknown, call: Attempted): unknown {
  const { taken, lifetime, settings, progress } = call;
  const { signal } = taken.options;
  const { failedCall } = progress;
  if (signal?.aborted) return signal.reason;
  if (settings.lives.some(({ aborted }) => aborted)) {
    return new ConnectionError('the client was closed', unanswered(failedCall));
  }
  if (lifetime.timedOut) return deadlineError(failedCall, progress.refused);
  if (error instanceof OutletError) return error;
  if (error instanceof Failure) return errorFor(error.reason, failedCall, () => maskOf(call));
  return new ConnectionError('the client failed', unanswered(failedCall), { cause: safeCause(error) });
}

function deadlineError(call: FailedCall, isRefused: boolean): TimeoutError {
  return isRefused
    ? new TimeoutError('its deadline passed while the key had no request left', unanswered(call), {
        end: 'was refused for the rate limit (429)',
      })
    : new TimeoutError('its deadline passed', unanswered(call));
}

function maskOf({ request, taken, progress }: Attempted): Mask {
  return maskFor(progress.tokens, ...carriedBy(request, taken));
}

function errorFor(reason: Reason, call: FailedCall, mask: () => Mask): OutletError {
  switch (reason.kind) {
    case 'error-answer':
      return apiError(reason, call, mask());
    case 'wrong-body':
      return new ResponseValidationError(call, reason);
    case 'no-token':
      return new AccessTokenError(unanswered(call), safeCause(reason.cause));
    case 'bad-token':
      return badToken(reason.problem, call);
    case 'no-turn':
      return new ConnectionError('the rate limiter failed', unanswered(call), {
        cause: safeCause(reason.cause),
      });
    case 'queue-full':
      return new QueueFullError(unanswered(call), reason.priority, reason.maxQueued);
    case 'no-response':
      return new ConnectionError('the fetch function gave no Response', unanswered(call));
    case 'body-taken':
      return new ConnectionError(bodyTaken, unanswered(call));
    case 'hidden-redirect':
      return new ConnectionError(hiddenRedirect, unanswered(call));
    case 'timeout':
      return new TimeoutError('the last attempt outlasted its timeout', unanswered(call));
    case 'no-answer':
    case 'broken-answer':
      return new ConnectionError(describeFault(reason.cause), unanswered(call), {
        cause: safeCause(reason.cause),
      });
  }
}

const bodyTaken = 'the fetch function has read the answer itself; let it read a clone()';

const hiddenRedirect = 'it was redirected, which a browser hides and nothing follows; check the base address';

/** To a call without an answer, an attempt that was refused is as good as none. */
function unanswered(call: FailedCall): FailedCall {
  return { ...call, outcome: call.outcome === 'unknown' ? 'unknown' : 'not-sent' };
}

/** An `InvalidRequestError` says that nothing was sent, so it is none once an attempt was. */
function badToken(problem: string, call: FailedCall): OutletError {
  if (call.attempts > 0) {
    return new AccessTokenError(unanswered(call), new Error(`The token ${problem}`));
  }
  const issue = { path: 'accessToken', message: problem };
  return new InvalidRequestError(`${call.method} ${call.path} was not sent`, [issue]);
}

function apiError(reason: Extract<Reason, { kind: 'error-answer' }>, call: FailedCall, mask: Mask): ApiError {
  const { status, headers } = reason.response;
  const { code, message, errors, retryAfter } = reason.error;
  return apiErrorFor(call, {
    status,
    code,
    message: maskedMessage(message, mask),
    errors: maskedErrors(errors, mask),
    headers: maskedHeaders(headers, mask),
    rateLimit: rateLimitIn(headers),
    retryAfter,
  });
}
