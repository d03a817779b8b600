import { ApiError, ConflictError } from '../../errors/api-errors.js';
import { CallError } from '../../errors/call-error.js';
import { RequestValidationError } from '../../errors/request-validation-error.js';
import { ResponseValidationError } from '../../errors/response-validation-error.js';

/**
 * What a failed attempt to send an order says about the order. `unsent`: The API has no order. `rejected`: The API has no order, and will
 * not accept it. `unknown`: The API may have the order, and a repeat can show it. `look-up`: The API may have the order, and a repeat shows
 * no more.
 */
export type SendOutcome = 'unsent' | 'rejected' | 'unknown' | 'look-up';

/** The statuses of a body that is invalid. 422 is not documented. A proxy can send them for a while, such as during a deployment. */
const invalid = [400, 413, 422];

/** @param isFirst - whether the API cannot have the order from an earlier attempt */
export function sendOutcomeOf(error: unknown, isFirst: boolean): SendOutcome {
  // Thrown before anything is sent.
  if (error instanceof RequestValidationError) return isFirst ? 'rejected' : 'look-up';
  if (!(error instanceof CallError)) return 'unknown';
  const isReplay = error instanceof ApiError && error.idempotentReplay;
  const hasNoEffect = error.outcome === 'rejected' || error.outcome === 'not-sent';
  if (error instanceof ApiError && !error.isForeign && invalid.includes(error.status)) {
    // The API may check the menu before the idempotency key, so only a replay says what became of an earlier attempt.
    if (isReplay || (isFirst && hasNoEffect)) return 'rejected';
    return hasNoEffect ? 'look-up' : 'unknown';
  }
  if (isFirst) return hasNoEffect ? 'unsent' : 'unknown';
  // The same failed response would come again, unless another request with the key still runs.
  const isUseless = isReplay || (error instanceof ResponseValidationError && error.outcome === 'performed');
  return isUseless && !(error instanceof ConflictError) ? 'look-up' : 'unknown';
}
