/** Which calls go first when the key's limit makes them wait. */
export type Priority = 'interactive' | 'background';

/**
 * Decides when a request of a key may be sent. The client asks for a turn before every attempt, and tells with the turn how
 * the attempt ended.
 *
 * @example
 * ```ts
 * const paced: RateLimiter = {
 *   async take({ key, signal }) {
 *     await pacer.next(key, signal);
 *     return { answered: ({ status, retryAfter }) => status === 429 && pacer.hold(key, retryAfter) };
 *   },
 *   state: () => ({ limit: 5, remaining: undefined, reset: undefined, queued: { interactive: 0, background: 0 }, locked: false }),
 * };
 * ```
 */
export interface RateLimiter {
  /** Resolves when the request may be sent; rejects with the signal's reason when it aborts. */
  take(request: TurnRequest): Promise<Turn>;
  /** How things stand for a key. */
  state(key: string): RateLimitState;
}

/** A request that waits for its turn. */
export interface TurnRequest {
  /** A hash of origin and token. */
  readonly key: string;
  readonly priority: Priority;
  readonly signal: AbortSignal;
}

/** The permission to send one request. */
export interface Turn {
  /** Told once, when the attempt was answered. Not told where no answer came. */
  answered(answer: TurnAnswer): void;
}

/** What an answer says of the limit. */
export interface TurnAnswer {
  readonly status: number;
  readonly rateLimit: RateLimitHeaders | undefined;
  /** Milliseconds, where the answer asks to wait. */
  readonly retryAfter: number | undefined;
}

/** How things stand for a key. */
export interface RateLimitState {
  /** Requests that a window allows. */
  readonly limit: number;
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
  /** Requests left in the window that counted this one. */
  readonly remaining: number;
  /** When that window ends, on the service's clock. */
  readonly reset: Date;
}
