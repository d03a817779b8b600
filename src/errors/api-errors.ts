import type { RateLimitHeaders } from '../rate-limit/rate-limiter.js';
import { adviceFor, CallError, type FailedCall } from './call-error.js';
import { fieldErrorsIn } from './field-errors.js';
import { brand } from './outlet-error.js';

/** An error response of the API, redacted. */
export interface ErrorResponse {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly errors: unknown;
  readonly headers: Headers;
  readonly rateLimit: RateLimitHeaders | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly isTransient: boolean;
  /** Whether the API repeated its response to an earlier request with the same idempotency key. */
  readonly isReplay?: boolean | undefined;
  /** What to do about it, as sentences. */
  readonly hint: string;
}

/**
 * The API returned an error status. The access token and personal data of the request are redacted wherever the API
 * repeats them (docs/guides/security.md). `getOriginalCause(error)` returns the untouched body.
 *
 * Specification: "Errors".
 */
export class ApiError extends CallError {
  static {
    brand(this, 'ApiError');
  }

  /** The HTTP status. */
  readonly status: number;
  /** The `code` of the body, or the status if the body has none. */
  readonly code: number;
  /** The `errors` of the body, redacted. */
  readonly errors: unknown;
  /** The messages of `errors` by field path, such as `items[0].quantity`. */
  readonly fieldErrors: Readonly<Record<string, string[]>>;
  /** The response headers. Values of headers that are not known to be safe are redacted. */
  readonly headers: Headers;
  /** The rate limit of the key, if the response stated it. */
  readonly rateLimit: RateLimitHeaders | undefined;
  /** Seconds to wait before the next call, as on the wire, if the response stated them. */
  readonly retryAfter: number | undefined;

  /** @internal */
  constructor(call: FailedCall, response: ErrorResponse) {
    const what = `${call.method} ${call.path} failed with ${response.status}: ${response.message.replace(/\.$/, '')}.`;
    // A hint says what to do, but a write that may have been performed needs more. Only a replayed response is final.
    const needsAdvice = call.outcome === 'unknown' && (response.hint === '' || call.method !== 'GET');
    const advice = needsAdvice && !response.isReplay ? adviceFor(call) : '';
    super([what, response.hint, advice].filter(Boolean).join(' '), call, response);
    this.status = response.status;
    this.code = response.code;
    this.errors = response.errors;
    this.fieldErrors = fieldErrorsIn(response.errors);
    this.headers = response.headers;
    this.rateLimit = response.rateLimit;
    this.retryAfter = response.retryAfterSeconds;
  }
}

/** 400: the API found the input invalid. `fieldErrors` names the fields, if the API did. */
export class BadRequestError extends ApiError {
  static {
    brand(this, 'BadRequestError');
  }
}

/** 401: the token is missing, truncated, revoked, or belongs to the other environment. */
export class AuthenticationError extends ApiError {
  static {
    brand(this, 'AuthenticationError');
  }
}

/** 403: the key does not have the permission. */
export class PermissionDeniedError extends ApiError {
  static {
    brand(this, 'PermissionDeniedError');
  }
}

/** 404: the entity does not exist, or the key has no access to it. */
export class NotFoundError extends ApiError {
  static {
    brand(this, 'NotFoundError');
  }
}

/** 409: the idempotency key was used with another body, or an earlier attempt with this key is still running. */
export class ConflictError extends ApiError {
  static {
    brand(this, 'ConflictError');
  }
}

/** 413: the request, or a photo that it names, is too large. */
export class PayloadTooLargeError extends ApiError {
  static {
    brand(this, 'PayloadTooLargeError');
  }
}

/**
 * 429: the key is out of requests. `retryAfter` is the wait in seconds.
 *
 * The client retries a 429 unless `maxRetries` is 0, the wait exceeds 60 seconds or the deadline, or all responses of the last 60
 * seconds were 429.
 */
export class RateLimitError extends ApiError {
  static {
    brand(this, 'RateLimitError');
  }
}

/** 5xx: the API, or a proxy in front of it, failed. */
export class InternalServerError extends ApiError {
  static {
    brand(this, 'InternalServerError');
  }
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
