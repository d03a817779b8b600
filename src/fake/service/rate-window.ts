import type { Assumptions } from '../assumptions.js';
import type { Clock } from '../outlet/clock.js';

/** The rate limit of each key, in fixed windows that are aligned to the clock. */
export interface FakeRateLimit {
  /** The number of requests that one window allows. */
  readonly requests: number;
  /** The length of a window in milliseconds. */
  readonly interval: number;
}

interface Turn {
  readonly exceeded: boolean;
  /** Whole seconds until the window resets, rounded up. */
  readonly retryAfter: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns when the window of a time began. */
export function windowStart(time: number, interval: number, { windowPhase }: Assumptions): number {
  return Math.floor((time - windowPhase) / interval) * interval + windowPhase;
}

/** API specification: Limits › Request rate and rate headers. */
export function createRateWindows(limit: FakeRateLimit | false, clock: Clock, assumptions: Assumptions) {
  const retryAfterOf = (seconds: number) => (assumptions.retryAfter === 'zero' ? 0 : seconds);

  if (!limit) {
    const turn = (exceeded: boolean): Turn => ({ exceeded, retryAfter: retryAfterOf(1), headers: {} });
    return { isFull: () => false, take: () => turn(false), exhaust: () => turn(true), reset: () => {} };
  }
  const { requests, interval } = limit;
  const used = new Map<string, number>();
  let current = 0;

  /** Returns when the present window began. The windows of all keys begin together. */
  function enter(now: number): number {
    const start = windowStart(now, interval, assumptions);
    if (start !== current) used.clear();
    current = start;
    return start;
  }

  function use(key: string, count: number): Turn {
    const now = clock.now();
    const start = enter(now);
    const total = (used.get(key) ?? 0) + count;
    used.set(key, total);
    const reset = start + interval;
    return {
      exceeded: total > requests,
      retryAfter: retryAfterOf(Math.ceil((reset - now) / 1_000)),
      headers: {
        'x-ratelimit-limit': String(requests),
        'x-ratelimit-remaining': String(Math.max(requests - total, 0)),
        'x-ratelimit-reset': new Date(reset).toISOString(),
      },
    };
  }

  return {
    /** Whether the next request of a key exceeds its window. Does not count as a request. */
    isFull(key: string): boolean {
      enter(clock.now());
      return (used.get(key) ?? 0) >= requests;
    },
    take: (key: string) => use(key, 1),
    /** Uses up a key's window, as other processes with this key would. */
    exhaust: (key: string) => use(key, requests + 1),
    reset: () => used.clear(),
  };
}
