import pThrottle from 'p-throttle';
import type { RateLimit } from './rate-limiter.js';

/** A clock that moved by more than this against the other one was set. Milliseconds. */
const largestStep = 10;

/**
 * A ceiling around every send: never more requests than it says in any stretch of its time. It counts on the wall clock, and
 * so begins anew when that is set.
 */
export class Throttle {
  readonly #ceiling: () => RateLimit;
  #current: RateLimit | undefined;
  #left: AbortController | undefined;
  #call: (pass: () => void) => Promise<void> = async (pass) => pass();
  #wallClock = 0;

  /** @param ceiling - asked before each request, as it can change */
  constructor(ceiling: () => RateLimit) {
    this.#ceiling = ceiling;
  }

  /** Milliseconds over which it counts. */
  get perMs(): number {
    return this.#ceiling().perMs;
  }

  /** Passes one request: at once where that is within the ceiling, or as soon as it is. */
  pass(onPass: () => void): void {
    const ceiling = this.#ceiling();
    if (!this.#holdsFor(ceiling)) this.#build(ceiling);
    const signal = this.#left?.signal;
    this.#call(onPass).catch((reason) => {
      if (!signal?.aborted) throw reason;
    });
  }

  /** Forgets who waits, so that no timer goes on for nobody, and all that passed. */
  leave(): void {
    this.#left?.abort();
    this.#current = undefined;
  }

  #holdsFor({ requests, perMs }: RateLimit): boolean {
    const step = Math.abs(wallClock() - this.#wallClock);
    return this.#current?.requests === requests && this.#current.perMs === perMs && step <= largestStep;
  }

  #build(ceiling: RateLimit): void {
    this.#current = ceiling;
    this.#wallClock = wallClock();
    this.#left = new AbortController();
    const throttle = pThrottle({
      limit: ceiling.requests,
      interval: ceiling.perMs,
      strict: true,
      // Without it, strict mode spaces requests that the ceiling allows.
      weight: () => 1,
      signal: this.#left.signal,
    });
    this.#call = throttle(async (pass: () => void) => pass());
  }
}

/** By how much the wall clock is ahead of the monotonic one. */
function wallClock(): number {
  return Date.now() - performance.now();
}
