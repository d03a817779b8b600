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
export { CallError, type Outcome } from './call-error.js';
export type { Issue } from './issue.js';
export { LeaseError } from './lease-error.js';
export { AccessTokenError, ConnectionError, QueueFullError, TimeoutError } from './no-response-errors.js';
export { OrderFeedError } from './order-feed-error.js';
export { getOriginalCause } from './original-cause.js';
export { isOutletError, OutletError } from './outlet-error.js';
export { RepeatedCursorError } from './repeated-cursor-error.js';
export { RequestValidationError } from './request-validation-error.js';
export { ResponseValidationError } from './response-validation-error.js';
export { WebhookParseError } from './webhook-parse-error.js';
export { WebhookVerificationError } from './webhook-verification-error.js';
