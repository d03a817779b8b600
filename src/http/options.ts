import type { Priority } from '../rate-limit/rate-limiter.js';

/**
 * What one call can have of its own; what is left out is the client's.
 *
 * @example
 * ```ts
 * await outlet.orders.get(id, { signal: request.signal, deadline: 3_000, maxRetries: 1 });
 * ```
 */
export interface RequestOptions {
  /** Ends the call at once, wherever it is. It then rejects with the signal's own reason. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt, from the send to the last byte of the body: positive, or `Infinity`. */
  timeout?: number | undefined;
  /** Milliseconds for the whole call, with its waiting, all attempts and all pauses: positive, or `Infinity`. */
  deadline?: number | undefined;
  /** How often the call may be tried again, from 0 up. Only what is safe is tried again at all. */
  maxRetries?: number | undefined;
  /**
   * Headers of your own. Those that the client or the runtime sets are refused: `Authorization`, `Idempotency-Key`,
   * `Content-Type`, `Content-Length`, `Host` and the like.
   */
  headers?: Headers | Readonly<Record<string, string | undefined>> | undefined;
  /** `interactive` where none is given; lists are `background`. */
  priority?: Priority | undefined;
  /** Query parameters that are not typed. */
  query?: Readonly<Record<string, QueryValue>> | undefined;
  /** Body fields that are not typed; they join the body, and win over fields of the same name. */
  extraBody?: Readonly<Record<string, unknown>> | undefined;
}

/** What a `POST` can have besides. */
export interface PostOptions extends RequestOptions {
  /**
   * A UUID v4 of your own, so that you can repeat the call with it after a crash. One is made where none is given.
   * Specification: "Limits", Idempotency rules.
   */
  idempotencyKey?: string | undefined;
}

/** The options of a call without those that are parts of its input. */
export interface CallOptions extends Omit<PostOptions, 'query' | 'extraBody' | 'headers'> {
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** A value of a query parameter: a list is joined with commas, a `Date` is sent in ISO 8601, `undefined` is left out. */
export type QueryValue =
  | string
  | number
  | boolean
  | Date
  | readonly (string | number | boolean)[]
  | null
  | undefined;
