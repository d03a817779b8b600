/** The priority of a call. When calls wait for the rate limit, `interactive` calls go before `background` calls. */
export type Priority = 'interactive' | 'background';

/**
 * Decides when each request of an API key can be sent. The client takes a turn before every attempt, and reports the outcome of the
 * attempt on that turn. After a 429, the client waits before it takes the next turn of the call. To replace the built-in limiter, pass
 * your own as the client option `rateLimit`. API specification: Limits.
 * @example
 * ```ts
 * const paced: RateLimiter = {
 *   async take({ key, signal }) {
 *     await pacer.next(key, signal);
 *     return { end: (response) => response?.retryAfter && pacer.pause(key, response.retryAfter * 1_000) };
 *   },
 * };
 * ```
 */
export interface RateLimiter {
  /**
   * Returns a turn, or a promise that resolves when the request can be sent. Reject with the signal's reason when the signal
   * aborts. Any other error ends the call with a `ConnectionError` before the request is sent.
   */
  take(request: TurnRequest): Turn | Promise<Turn>;
  /**
   * Returns the current state of a key, or a promise of it. If it is a promise, `outlet.rateLimitState` is the last state that was
   * resolved. Without `state`, `maxQueued` cannot be set, lists read one slice at a time, and the limit of `outlet.rateLimitState` is
   * `Infinity`.
   */
  state?(key: string): RateLimitState | Promise<RateLimitState>;
}

/** Describes a waiting request. */
export interface TurnRequest {
  /** Identifies the API key: a hash of the origin and the token. */
  readonly key: string;
  /** The priority of the request: interactive requests go before background requests. */
  readonly priority: Priority;
  /** Whether the previous attempt of the call got a 429. Such a request goes before others of its priority. */
  readonly wasRateLimited: boolean;
  /** Aborts if the call ends while it waits. */
  readonly signal: AbortSignal;
}

/** Allows one request to be sent. */
export interface Turn {
  /**
   * Reports the outcome of the attempt: the response, or `undefined` if there was none. The client calls it once, when the headers
   * have arrived, and ignores the returned value. After a 429, it first reads the body, which states how long to wait.
   */
  end(response: TurnResponse | undefined): unknown;
}

/** The parts of a response that concern the rate limit. */
export interface TurnResponse {
  /** The HTTP status. */
  readonly status: number;
  /** The rate-limit headers; `undefined` if they are missing or invalid. */
  readonly rateLimit: RateLimitHeaders | undefined;
  /** Seconds that a 429 asks the client to wait, at most 60; `undefined` if it does not ask, and for other statuses. */
  readonly retryAfter: number | undefined;
}

/** The rate limit of an API key, and the calls that wait for it. */
export interface RateLimitState {
  /** Requests that one window allows; `Infinity` without a limit, and if a custom limiter has no `state`. */
  readonly limit: number;
  /** Length of a window in milliseconds. Default: 1,000. */
  readonly interval?: number | undefined;
  /** Requests left in the window of the last response; `undefined` before the first response. */
  readonly remaining: number | undefined;
  /** When this window ends, on the clock of the API; `undefined` before the first response. */
  readonly reset: Date | undefined;
  /** The number of waiting calls of the key, by priority. */
  readonly queued: {
    /** Interactive calls that wait. */
    readonly interactive: number;
    /** Background calls that wait. */
    readonly background: number;
  };
  /**
   * When the outage began that lasts: when the first attempt was sent that failed. `undefined` if there is none. The client adds it to
   * the state of a custom limiter, and adds the calls that wait for the end of the outage to `queued`.
   */
  readonly outageSince?: Date | undefined;
}

/** A rate limit: a number of requests per interval. */
export interface RateLimit {
  /** Number of requests: a whole number from 1 up. */
  readonly requests: number;
  /** Length of the interval in milliseconds: above 0 and at most 24.8 days. */
  readonly interval: number;
}

/** The rate limit in the headers of a response. API specification: Limits › Rate headers. */
export interface RateLimitHeaders {
  /** Requests that one window allows. */
  readonly limit: number;
  /** Requests left in the window that counted this request. */
  readonly remaining: number;
  /** When this window ends, on the clock of the API. */
  readonly reset: Date;
}
