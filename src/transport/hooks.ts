import type { RateLimitHeaders } from '../rate-limit/rate-limiter.js';

/**
 * Describes an attempt that is about to be sent. It is safe to log: it contains no input of the call, except the path of
 * `outlet.request()`.
 */
export interface AttemptEvent {
  /** Identifies the call in logs, hooks and errors, such as `1f0c9a3e-1c`. The client does not send it. */
  readonly callId: string;
  /** Resource and method of the client, such as `orders.create`. */
  readonly operation: string;
  /** The HTTP method. */
  readonly method: string;
  /** The path template, such as `/orders/{orderId}`. */
  readonly path: string;
  /** The UUID v4 of a POST; `undefined` for other methods. */
  readonly idempotencyKey: string | undefined;
  /** The number of the attempt, from 1 up. */
  readonly attempt: number;
}

/** Says why an attempt failed. */
export interface AttemptFailure {
  /** The name of the error, such as `ConnectionError`. If your signal aborted the call, it is the name of the reason. */
  readonly name: string;
  /** The code of a `ConnectionError`, such as `ECONNREFUSED`, if there is one. */
  readonly code?: string | undefined;
  /** The HTTP status of an error response. */
  readonly status?: number | undefined;
}

/** Describes an attempt that ended, with or without a response. */
export interface AttemptEndEvent extends AttemptEvent {
  /** When the attempt was sent, on the clock of this machine. */
  readonly sentAt: Date;
  /** Milliseconds from the request to the last byte of the body, or to the failure. */
  readonly duration: number;
  /** Milliseconds that the attempt waited in the queue of the rate limiter. */
  readonly queueDuration: number;
  /**
   * Milliseconds of backoff: between the end of the attempt before and the queueing of this one. It includes the wait after a 429.
   * 0 for the first attempt.
   */
  readonly backoff: number;
  /** The HTTP status; `undefined` if there was no response. */
  readonly status: number | undefined;
  /** Why the attempt failed; `undefined` after a success. */
  readonly failure: AttemptFailure | undefined;
  /** Seconds that an error response asks the client to wait, if it states them. */
  readonly retryAfter: number | undefined;
  /** The rate limit of the key, if the response stated it. */
  readonly rateLimit: RateLimitHeaders | undefined;
}

/** Describes a response that differs from the documented fields. */
export interface SchemaMismatchEvent {
  /** Resource and method of the client, such as `orders.get`. */
  readonly operation: string;
  /** The field that differs, such as `items[].quantity`. */
  readonly path: string;
  /** How the field differs. It never contains the value. */
  readonly message: string;
}

/**
 * Functions that observe calls. They cannot change a call. If a hook throws, the call continues.
 * @example
 * ```ts
 * const hooks: Hooks = { onAttemptEnd: ({ operation, status, duration }) => console.log(operation, status, duration) };
 * ```
 */
export interface Hooks {
  /** Called before each attempt is sent. */
  readonly onAttempt?: ((info: AttemptEvent) => void) | undefined;
  /** Called when an attempt ends: when its response was read, or when it failed, with or without a response. */
  readonly onAttemptEnd?: ((info: AttemptEndEvent) => void) | undefined;
  /**
   * Called once per operation and path if a response differs from the documented fields, even if several clients share the object
   * with the hooks. Strict mode throws instead.
   */
  readonly onSchemaMismatch?: ((info: SchemaMismatchEvent) => void) | undefined;
}
