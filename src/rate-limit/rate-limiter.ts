/** Which calls go first when the key's limit makes them wait. */
export type Priority = 'interactive' | 'background';

/**
 * Decides when a request of a key may be sent. The client asks for a turn before every attempt, and tells with the turn how
 * the attempt ended. Pass one as `rateLimit` to use it in place of the one that is built in.
 *
 * @example
 * ```ts
 * const paced: RateLimiter = {
 *   async take({ key, signal }) {
 *     await pacer.next(key, signal);
 *     return { end: (answer) => answer?.status === 429 && pacer.hold(key, answer.retryAfter) };
 *   },
 *   state: () => ({ limit: 5, remaining: undefined, reset: undefined, queued: { interactive: 0, background: 0 }, locked: false }),
 * };
 * ```
 */
export interface RateLimiter {
  /**
   * Resolves when the request may be sent; rejects with the signal's reason when it aborts. What it throws otherwise ends the
   * call with a `ConnectionError`, before anything is sent.
   */
  take(request: TurnRequest): Promise<Turn>;
  /** How things stand for a key. Asked often: for `maxQueued`, and by lists, which go as far ahead as the limit pays for. */
  state(key: string): RateLimitState;
  /**
   * Whether `take` itself holds a refused request back for as long as is right. Where it is not said, the client waits for the
   * `retryAfter` of a 429 before it asks for another turn.
   */
  readonly holdsRefused?: boolean | undefined;
}

/** A request that waits for its turn. */
export interface TurnRequest {
  /** A hash of origin and token. */
  readonly key: string;
  readonly priority: Priority;
  /** Whether its last attempt was answered 429, so that it goes before the others of its priority. */
  readonly refused: boolean;
  readonly signal: AbortSignal;
}

/** The permission to send one request. */
export interface Turn {
  /** Told once, when the attempt has ended: with what was answered, or with nothing where no answer came. What it gives is not used. */
  end(answer: TurnAnswer | undefined): unknown;
}

/** What an answer says of the limit. */
export interface TurnAnswer {
  readonly status: number;
  readonly rateLimit: RateLimitHeaders | undefined;
  /** Milliseconds, where the answer asks to wait. */
  readonly retryAfter: number | undefined;
  /** When the request went and its answer began, in milliseconds of the monotonic clock (`performance.now()`). */
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** How things stand for a key. */
export interface RateLimitState {
  /** Requests that a window allows. */
  readonly limit: number;
  /** Length of such a window in milliseconds; 1,000 where it is not said. */
  readonly perMs?: number | undefined;
  /** Requests left in the window of the last answer; `undefined` before the first. */
  readonly remaining: number | undefined;
  /** When that window ends, on the service's clock. */
  readonly reset: Date | undefined;
  /** Calls that wait for their turn. */
  readonly queued: { readonly interactive: number; readonly background: number };
  /** Whether the limiter knows the phase of the service's window. */
  readonly locked: boolean;
}

/** So many requests in so much time. */
export interface RateLimit {
  readonly requests: number;
  /** Milliseconds. */
  readonly perMs: number;
}

/** The key's rate limit as the service states it with every answer. Specification: "Limits", Rate headers. */
export interface RateLimitHeaders {
  /** Requests that a window allows. */
  readonly limit: number;
  /** Length of such a window in milliseconds; 1,000 where it is not said. */
  readonly perMs?: number | undefined;
  /** Requests left in the window that counted this one. */
  readonly remaining: number;
  /** When that window ends, on the service's clock. */
  readonly reset: Date;
}
