import type {
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
import { isBranded } from './brand.js';
import type { CallError } from './call-error.js';
import type { InvalidRequestError } from './invalid-request-error.js';
import type { LeaseError } from './lease-error.js';
import type { AccessTokenError, ConnectionError, QueueFullError, TimeoutError } from './no-answer-errors.js';
import type { OrderFeedError } from './order-feed-error.js';
import type { OutletError } from './outlet-error.js';
import type { RepeatedCursorError } from './repeated-cursor-error.js';
import type { ResponseValidationError } from './response-validation-error.js';
import type { WebhookParseError } from './webhook-parse-error.js';
import type { WebhookVerificationError } from './webhook-verification-error.js';

// So that a bundler drops the guards that nobody uses.
// @__NO_SIDE_EFFECTS__
const guard =
  <ErrorType extends OutletError>(name: string) =>
  (error: unknown): error is ErrorType =>
    isBranded(error, name);

/** Any error of this package, made by whatever copy of it. */
export const isOutletError = guard<OutletError>('OutletError');
/** A call that failed after its input was found right. */
export const isCallError = guard<CallError>('CallError');
/** An error answer of the service. */
export const isApiError = guard<ApiError>('ApiError');
/** 400. */
export const isBadRequestError = guard<BadRequestError>('BadRequestError');
/** 401. */
export const isAuthenticationError = guard<AuthenticationError>('AuthenticationError');
/** 403. */
export const isPermissionDeniedError = guard<PermissionDeniedError>('PermissionDeniedError');
/** 404. */
export const isNotFoundError = guard<NotFoundError>('NotFoundError');
/** 409. */
export const isConflictError = guard<ConflictError>('ConflictError');
/** 413. */
export const isPayloadTooLargeError = guard<PayloadTooLargeError>('PayloadTooLargeError');
/** 429. */
export const isRateLimitError = guard<RateLimitError>('RateLimitError');
/** 5xx. */
export const isInternalServerError = guard<InternalServerError>('InternalServerError');
/** No answer: the connection failed. */
export const isConnectionError = guard<ConnectionError>('ConnectionError');
/** No answer in time. */
export const isTimeoutError = guard<TimeoutError>('TimeoutError');
/** A token function that threw. */
export const isAccessTokenError = guard<AccessTokenError>('AccessTokenError');
/** Too many calls wait already. */
export const isQueueFullError = guard<QueueFullError>('QueueFullError');
/** Refused before anything was sent. */
export const isInvalidRequestError = guard<InvalidRequestError>('InvalidRequestError');
/** An answer that is not what the specification says. */
export const isResponseValidationError = guard<ResponseValidationError>('ResponseValidationError');
/** A list whose cursors run in a circle. */
export const isRepeatedCursorError = guard<RepeatedCursorError>('RepeatedCursorError');
/** A webhook delivery that is no event. */
export const isWebhookParseError = guard<WebhookParseError>('WebhookParseError');
/** A webhook delivery that a guard did not let in. */
export const isWebhookVerificationError = guard<WebhookVerificationError>('WebhookVerificationError');
/** An event that an order feed did not take. */
export const isOrderFeedError = guard<OrderFeedError>('OrderFeedError');
/** Two runs of sync under one name. */
export const isLeaseError = guard<LeaseError>('LeaseError');
