import type { Redis } from 'ioredis';
import { createOutletPool, type OutletPool } from 'outlet-open-api';
import { createRedisRateLimiter } from 'outlet-open-api/redis';
import type pg from 'pg';
import { variable } from './connections.js';
import { count } from './counters.js';

/** The table has no such outlet, so its jobs become dead letters. */
export class UnknownOutletError extends Error {}

/** Opens the pool of clients. After a 401, the pool loads the token of the outlet again, so a rotation needs no restart. */
export function openOutlets(db: pg.Pool, redis: Redis): OutletPool {
  const baseUrl = variable('OUTLET_BASE_URL');
  // All workers together stay within the rate limit of each key. While Redis is down, each takes its share.
  const rateLimit = createRedisRateLimiter({ redis, processes: Number(variable('WORKERS')) });
  return createOutletPool({
    async load(outletRef) {
      const { rows } = await db.query<{ accessToken: string }>(
        'select access_token as "accessToken" from outlets where id = $1',
        [outletRef],
      );
      const [outlet] = rows;
      if (!outlet) throw new UnknownOutletError(`The table outlets has no row ${outletRef}. Add it.`);
      return {
        baseUrl,
        accessToken: outlet.accessToken,
        // A job that takes too long is retried by BullMQ, and so leaves its place to others.
        timeout: 10_000,
        maxRetries: 1,
        rateLimit,
        hooks: { onAttemptEnd: ({ status }) => status === 429 && count(redis, '429s') },
      };
    },
  });
}
