import pThrottle from 'p-throttle';
import type { RateLimit } from './rate-limiter.js';

/** If the wall clock moves by more than this against the monotonic clock, it was set. Milliseconds. */
const maxClockStep = 10;

/**
 * Keeps sends within a limit that clients have set, in any stretch of time that is as long as its interval.
 *
 * A log of send times on the monotonic clock decides when the next send is allowed. p-throttle wraps the sends as a second
 * check. It uses the wall clock, so it is replaced, without its history, when that clock is set.
 */
export class Pacer {
  readonly #limit: RateLimit;
  /** The latest sends, as many as the limit allows. */
  #sentAt: readonly number[] = [];
  #throttled: ((send: () => void) => Promise<void>) | undefined;
  /** How far the wall clock was ahead of the monotonic clock when the throttle was created. */
  #clockOffset = Number.NaN;

  constructor(limit: RateLimit) {
    this.#limit = limit;
  }

  /** Returns when the next send is allowed, on the monotonic clock. */
  nextSend(now: number): number {
    const { requests, interval } = this.#limit;
    return Math.max(now, (this.#sentAt.at(-requests) ?? Number.NEGATIVE_INFINITY) + interval);
  }

  send(now: number, send: () => void): void {
    const { requests, interval } = this.#limit;
    this.#sentAt = this.#sentAt.concat(now).slice(-requests);
    const clockOffset = Date.now() - performance.now();
    if (!(Math.abs(clockOffset - this.#clockOffset) <= maxClockStep)) {
      this.#clockOffset = clockOffset;
      const run = async (act: () => void) => act();
      // A little shorter than in the log, because the wall clock counts whole milliseconds and can be slewed. Without a weight,
      // strict mode delays calls that the limit allows.
      this.#throttled = pThrottle({
        limit: requests,
        interval: 0.9 * interval,
        strict: true,
        weight: () => 1,
      })(run);
    }
    this.#throttled?.(send);
  }
}
