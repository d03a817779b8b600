import type { RateLimiter, RateLimitState } from './rate-limiter.js';

/** The state of a key without a limit, or whose limiter has no state, or has not resolved it yet. */
export const unlimitedState: RateLimitState = {
  limit: Number.POSITIVE_INFINITY,
  remaining: undefined,
  reset: undefined,
  queued: { interactive: 0, background: 0 },
};

/** The limiter of a client with `rateLimit: false`: every request can be sent at once. */
export const unlimited = {
  take: async () => ({ end: () => {} }),
  state: () => unlimitedState,
} satisfies RateLimiter;
