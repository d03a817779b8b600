export {
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  InternalServerError,
  NotFoundError,
  PayloadTooLargeError,
  PermissionDeniedError,
  RateLimitError,
} from './api-errors.js';
export { CallAbortedError } from './call-aborted-error.js';
export { CallError, type Outcome } from './call-error.js';
export { EndlessListError } from './endless-list-error.js';
export type { Issue } from './issue.js';
export { AccessTokenError, ConnectionError, QueueFullError, TimeoutError } from './no-response-errors.js';
export { getOriginalCause } from './original-cause.js';
export { OutletError } from './outlet-error.js';
export { RequestValidationError } from './request-validation-error.js';
export { ResponseValidationError } from './response-validation-error.js';
