import { UnrecoverableError } from 'bullmq';
import { CallError, NotFoundError, RequestValidationError } from 'outlet-open-api';
import { UnknownKeyError } from './outlets.js';

/** Returns the error that a job throws: an `UnrecoverableError` if the same job cannot succeed later, such as after a 401 or 403. */
export function jobErrorOf(error: unknown): unknown {
  if (isTransient(error)) return error;
  return new UnrecoverableError(error instanceof Error ? error.message : String(error));
}

/** Errors of PostgreSQL are transient, because databases restart. */
function isTransient(error: unknown): boolean {
  // A new order can be missing for a moment.
  if (error instanceof NotFoundError) return true;
  if (error instanceof CallError) return error.isTransient;
  return !(error instanceof RequestValidationError || error instanceof UnknownKeyError);
}
