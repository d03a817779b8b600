import type { RateLimiter } from './rate-limiter.js';

/** The limiter of a client with `rateLimit: false`: every request can be sent at once. */
export const unlimited: RateLimiter = {
  take: async () => ({ end: () => {} }),
  state: () => ({
    limit: Number.POSITIVE_INFINITY,
    remaining: undefined,
    reset: undefined,
    queued: { interactive: 0, background: 0 },
    synchronized: false,
  }),
};
