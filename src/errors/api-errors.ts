import type { RateLimitHeaders } from '../rate-limit/rate-limiter.js';
import { CallError, type FailedCall, requestIdSuffix } from './call-error.js';
import { fieldErrorsIn } from './field-errors.js';
import { brand } from './outlet-error.js';

/** An error response of the API. Personal data and the token are already redacted. */
export interface ErrorResponse
  extends Pick<
    ApiError,
    'status' | 'message' | 'errors' | 'headers' | 'requestId' | 'idempotentReplay' | 'isForeign' | 'rateLimit'
  > {
  readonly retryAfterSeconds: number | undefined;
  /** Sentences that say what to do. */
  readonly hint: string;
}

/**
 * The API returned an error status that has no other class. It is also the base class of all errors with a status.
 *
 * The error redacts the access token and the personal data of the request wherever the API repeats them. Call
 * `getOriginalCause(error)` for the original body.
 * - Outcome: `rejected`, or `unknown` after a 303, 408 or 499.
 * - What to do: Read `message`; after a 3xx, check `baseUrl`, because the client does not follow redirects.
 *
 * API specification: Errors
 */
export class ApiError extends CallError {
  /** @internal */ static override readonly brand = /* @__PURE__ */ brand(this, 'ApiError');

  /** The HTTP status. */
  readonly status: number;
  /** The `errors` of the body, redacted. The API specification does not define their shape. */
  readonly errors: unknown;
  /** The messages of `errors` by field path, such as `items[0].quantity`. */
  readonly fieldErrors: Readonly<Record<string, string[]>>;
  /** The response headers. Values of headers that are not known to be safe are redacted. */
  readonly headers: Headers;
  /** The API's ID of the request, from `x-request-id` or `request-id`. */
  readonly requestId: string | undefined;
  /**
   * Whether the API repeated its first response to this idempotency key. After a replayed 5xx, the entity may exist, and each
   * repetition gets the same response. API specification: Idempotency rules.
   */
  readonly idempotentReplay: boolean;
  /**
   * Whether the body is not JSON with a `code`, so that something in front of the API has probably sent it, such as a proxy.
   * API specification: Errors.
   */
  readonly isForeign: boolean;
  /** The rate limit headers of the response, if it had them. */
  readonly rateLimit: RateLimitHeaders | undefined;
  /** Seconds to wait before the next call, if the response stated them. */
  readonly retryAfter: number | undefined;

  /** @internal */
  constructor(call: FailedCall, response: ErrorResponse) {
    const what = `${call.method} ${call.path} failed with ${response.status}: ${response.message.replace(/\.$/, '')}.`;
    super([what, response.hint, requestIdSuffix(response.requestId)].filter(Boolean).join(' '), call);
    this.status = response.status;
    this.errors = response.errors;
    this.fieldErrors = fieldErrorsIn(response.errors);
    this.headers = response.headers;
    this.requestId = response.requestId;
    this.idempotentReplay = response.idempotentReplay;
    this.isForeign = response.isForeign;
    this.rateLimit = response.rateLimit;
    this.retryAfter = response.retryAfterSeconds;
  }
}

/**
 * The API found the request invalid.
 * - Outcome: `rejected`.
 * - What to do: Fix the fields that `fieldErrors` names; if it names none, read the entity, because its state may not allow the change.
 */
export class BadRequestError extends ApiError {
  /** @internal */ static override readonly brand = /* @__PURE__ */ brand(this, 'BadRequestError');
}

/**
 * The access token is missing, incomplete, revoked, or belongs to the other environment.
 * - Outcome: `rejected`.
 * - What to do: Check that the token is complete, and that it belongs to the environment of `baseUrl`.
 */
export class AuthenticationError extends ApiError {
  /** @internal */ static override readonly brand = /* @__PURE__ */ brand(this, 'AuthenticationError');
}

/**
 * The API key does not allow this request.
 * - Outcome: `rejected`.
 * - What to do: Check the use case of the key, and that `merchantId` and `outletId` are those of the key.
 */
export class PermissionDeniedError extends ApiError {
  /** @internal */ static override readonly brand = /* @__PURE__ */ brand(this, 'PermissionDeniedError');
}

/**
 * The entity does not exist, or the key has no access to it.
 *
 * This includes orders from partner aggregators.
 * - Outcome: `rejected`.
 * - What to do: Check the ID and the use case of the key.
 */
export class NotFoundError extends ApiError {
  /** @internal */ static override readonly brand = /* @__PURE__ */ brand(this, 'NotFoundError');
}

/**
 * The idempotency key was used before: with another body, at another endpoint, or by a request that is still running.
 *
 * If the client made the key, or an earlier attempt was lost, an own request has used the key and may still be running. The client then
 * retries the 409 of a POST. Bun, Deno and some proxies repeat a request by themselves.
 * - Outcome: `unknown`, or `rejected` for a PUT.
 * - What to do: Repeat the first body with this key, and use a new key only if you know that the first request created nothing.
 */
export class ConflictError extends ApiError {
  /** @internal */ static override readonly brand = /* @__PURE__ */ brand(this, 'ConflictError');
}

/**
 * The request, or a photo that it refers to, is too large.
 * - Outcome: `rejected`.
 * - What to do: Use photos of at most 10 MB.
 */
export class PayloadTooLargeError extends ApiError {
  /** @internal */ static override readonly brand = /* @__PURE__ */ brand(this, 'PayloadTooLargeError');
}

/**
 * The key exceeded its rate limit, and the client stopped retrying.
 *
 * The client retries a 429 unless `maxRetries` is 0, or the wait exceeds 60 seconds or the deadline. It also stops if all
 * responses of the last 60 seconds were 429.
 * - Outcome: `rejected`.
 * - What to do: Call again after `retryAfter` seconds, and check whether another program uses the same key.
 */
export class RateLimitError extends ApiError {
  /** @internal */ static override readonly brand = /* @__PURE__ */ brand(this, 'RateLimitError');
}

/**
 * The API, or a proxy in front of it, failed.
 * - Outcome: `unknown`.
 * - What to do: Repeat a POST with the same body and `idempotencyKey`; before you repeat a PUT, read the entity.
 */
export class InternalServerError extends ApiError {
  /** @internal */ static override readonly brand = /* @__PURE__ */ brand(this, 'InternalServerError');
}

const errorClasses: Readonly<Record<number, typeof ApiError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  413: PayloadTooLargeError,
  429: RateLimitError,
};

export function createApiError(call: FailedCall, response: ErrorResponse): ApiError {
  const { status } = response;
  const ErrorClass = errorClasses[status] ?? (status >= 500 ? InternalServerError : ApiError);
  return new ErrorClass(call, response);
}
