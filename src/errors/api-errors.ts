import type { RateLimitHeaders } from '../rate-limit/rate-limiter.js';
import { brand } from './brand.js';
import { adviceOn, CallError, type FailedCall } from './call-error.js';
import { fieldErrorsIn } from './field-errors.js';

/** An error answer of the service, its texts masked. */
export interface ErrorAnswer {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly errors: unknown;
  readonly headers: Headers;
  readonly rateLimit: RateLimitHeaders | undefined;
  readonly retryAfter: number | undefined;
}

/**
 * The service answered with an error. What the request carried of a guest, and the token, are masked wherever the service
 * echoes them.
 *
 * Specification: "Errors".
 */
export class ApiError extends CallError {
  static {
    brand(this, 'ApiError');
  }

  /** HTTP status. */
  readonly status: number;
  /** The body's `code`; the status where the body has none. */
  readonly code: number;
  /** The body's `errors`, as the service sent them. */
  readonly errors: unknown;
  /** What is wrong, by field path, whatever shape `errors` came in. */
  readonly fieldErrors: Readonly<Record<string, string[]>>;
  readonly headers: Headers;
  readonly rateLimit: RateLimitHeaders | undefined;

  constructor(call: FailedCall, answer: ErrorAnswer) {
    const what = `${call.method} ${call.path} was answered ${answer.status}: ${answer.message.replace(/\.$/, '')}`;
    super([`${what}.`, hintFor(answer, call), adviceOn(call)].filter(Boolean).join(' '), call);
    this.status = answer.status;
    this.code = answer.code;
    this.errors = answer.errors;
    this.fieldErrors = fieldErrorsIn(answer.errors);
    this.headers = answer.headers;
    this.rateLimit = answer.rateLimit;
  }
}

/** 400: the service found the input invalid. `fieldErrors` names the fields. */
export class BadRequestError extends ApiError {
  static {
    brand(this, 'BadRequestError');
  }
}

/** 401: the token is missing, cut off, revoked, or of the other environment. */
export class AuthenticationError extends ApiError {
  static {
    brand(this, 'AuthenticationError');
  }
}

/** 403: the key may not do this. */
export class PermissionDeniedError extends ApiError {
  static {
    brand(this, 'PermissionDeniedError');
  }
}

/** 404: nothing has this id for this key. */
export class NotFoundError extends ApiError {
  static {
    brand(this, 'NotFoundError');
  }
}

/** 409: the idempotency key was used with another body. */
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

/** 429: the key's requests of this second are used up, and so is the call's patience. */
export class RateLimitError extends ApiError {
  static {
    brand(this, 'RateLimitError');
  }

  /** Seconds until the window resets, where the service said so. */
  readonly retryAfter: number | undefined;

  constructor(call: FailedCall, answer: ErrorAnswer) {
    super(call, answer);
    this.retryAfter = answer.retryAfter;
  }
}

/** 5xx: the service, or a proxy in front of it, failed. */
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

/** The error for an answer, of the class that its status has. */
export function apiErrorFor(call: FailedCall, answer: ErrorAnswer): ApiError {
  const ErrorClass = errorClasses[answer.status] ?? (answer.status >= 500 ? InternalServerError : ApiError);
  return new ErrorClass(call, answer);
}

function hintFor({ status, retryAfter }: ErrorAnswer, { outcome }: FailedCall): string {
  switch (status) {
    case 400:
      return 'Correct the fields that `fieldErrors` names.';
    case 401:
      return 'Check that the access token is complete, is not revoked, and belongs to this environment.';
    case 403:
      return "Check the key's use case, and that merchantId and outletId are the key's own.";
    case 404:
      return 'Nothing there is open to this key: check id, path and use case; orders aggregated by a partner are hidden too.';
    case 409:
      // After an attempt that may have been performed, it can be that one which still runs.
      return outcome === 'unknown'
        ? ''
        : 'An idempotency key belongs to one body for 24 hours: use a new key for a new operation.';
    case 413:
      return 'A photo can have at most 10 MB.';
    case 429:
      return retryAfter === undefined ? 'Call again later.' : `Call again in ${retryAfter} s.`;
    default:
      return status >= 300 && status < 400 ? 'Redirects are not followed: check the base address.' : '';
  }
}
