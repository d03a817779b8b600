import pThrottle from 'p-throttle';
import type { RateLimit } from './rate-limiter.js';

/** A clock that moved by more than this against the other one was set. Milliseconds. */
const largestStep = 10;

/**
 * The throttle around every send: whatever the schedule believes, no more than this goes out. It counts on the wall clock, and
 * so begins anew when that is set.
 */
export class Throttle {
  #ceiling: RateLimit | undefined;
  #left = new AbortController();
  #call: (pass: () => void) => Promise<void> = async (pass) => pass();
  #wallClock = 0;

  /** Passes one request: at once where that is within the ceiling, or as soon as it is. */
  pass(ceiling: RateLimit, onPass: () => void): void {
    if (!this.#holdsFor(ceiling)) this.#build(ceiling);
    // Rejects when everybody has left.
    this.#call(onPass).catch(() => {});
  }

  /** Forgets who waits, so that no timer goes on for nobody. */
  leave(): void {
    this.#left.abort();
    this.#ceiling = undefined;
  }

  #holdsFor({ requests, perMs }: RateLimit): boolean {
    const step = Math.abs(wallClock() - this.#wallClock);
    return this.#ceiling?.requests === requests && this.#ceiling.perMs === perMs && step <= largestStep;
  }

  #build(ceiling: RateLimit): void {
    this.#ceiling = ceiling;
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
