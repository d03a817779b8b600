import type { RateLimitView, RequestSummary, RequestView } from '../contract.js';

/** The newest requests to the API, with their responses. */
export interface RequestLog {
  /** Returns the requests after a number, oldest first. Without a number, returns the newest 200. */
  after(number?: number): readonly RequestSummary[];
  /** Returns one request; `undefined` if it is unknown or too old. */
  find(number: number): RequestView | undefined;
  /** Returns how many requests of the last minute each key made, by window. */
  rateLimit(): RateLimitView;
  clear(): void;
}
