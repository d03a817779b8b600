import type { RateLimiter } from './rate-limiter.js';

/** The limiter of a client with `rateLimit: false`: everybody goes ahead. */
export const unlimited: RateLimiter = {
  take: async () => ({ end: () => {} }),
  state: () => ({
    limit: Number.POSITIVE_INFINITY,
    remaining: undefined,
    reset: undefined,
    queued: { interactive: 0, background: 0 },
    locked: false,
  }),
};
