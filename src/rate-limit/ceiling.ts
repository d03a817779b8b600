import pThrottle from 'p-throttle';
import type { RateLimit } from './rate-limiter.js';

/** If the wall clock moves by more than this against the monotonic clock, it was set. Milliseconds. */
const maxClockStep = 10;

interface Throttle {
  readonly requests: number;
  /** How far the wall clock was ahead of the monotonic clock when the throttle was created. */
  readonly clockOffset: number;
  readonly run: (send: () => void) => Promise<void>;
}

/**
 * Keeps sends within a limit, in every interval of its length.
 *
 * A log of send times on the monotonic clock decides when the next send is allowed. p-throttle wraps the sends as a second
 * check. It uses the wall clock, so it is replaced, without its history, when that clock is set. It exists only while
 * sends follow each other within the interval, because it takes 2 KB and most clients are idle.
 */
export class Ceiling {
  readonly #limit: () => RateLimit;
  /** The latest sends, as many as the limit allows. */
  #sentAt: number[] = [];
  #throttle: Throttle | undefined;

  /** @param limit - read before each send, because the number of requests can change */
  constructor(limit: () => RateLimit) {
    this.#limit = limit;
  }

  /** Returns when the next send is allowed, on the monotonic clock. */
  opening(now: number): number {
    const { requests, interval } = this.#limit();
    return Math.max(now, (this.#sentAt.at(-requests) ?? Number.NEGATIVE_INFINITY) + interval);
  }

  send(now: number, send: () => void): void {
    const limit = this.#limit();
    const isAlone = now - (this.#sentAt.at(-1) ?? Number.NEGATIVE_INFINITY) >= limit.interval;
    // A new array has no spare room, and most clients are idle.
    if (isAlone) this.#sentAt = [now];
    else this.#sentAt.push(now);
    while (this.#sentAt.length > limit.requests) this.#sentAt.shift();
    this.#throttle = isAlone ? undefined : this.#throttleFor(limit);
    if (this.#throttle) this.#throttle.run(send);
    else send();
  }

  #throttleFor({ requests, interval }: RateLimit): Throttle {
    const clockOffset = Date.now() - performance.now();
    const current = this.#throttle;
    const isClockSet = current && Math.abs(clockOffset - current.clockOffset) > maxClockStep;
    if (current?.requests === requests && !isClockSet) return current;
    const throttle = pThrottle({
      limit: requests,
      // Shorter than in the log, because the wall clock counts whole milliseconds and can be slewed.
      interval: 0.9 * interval,
      strict: true,
      // Without a weight, strict mode delays calls that the limit allows.
      weight: () => 1,
    });
    return { requests, clockOffset, run: throttle(async (send: () => void) => send()) };
  }
}
