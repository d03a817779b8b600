import type { RateLimiter, RateLimitState } from './rate-limiter.js';

/** The state of a key without a limit, or whose limiter has not resolved a state yet. */
export const unlimitedState: RateLimitState = {
  limit: Number.POSITIVE_INFINITY,
  remaining: undefined,
  reset: undefined,
  queued: { interactive: 0, background: 0 },
};

/** The limiter of a client with `rateLimit: false`: every request can be sent at once. */
export const unlimited: RateLimiter = {
  take: async () => ({ end: () => {} }),
  state: () => unlimitedState,
};
