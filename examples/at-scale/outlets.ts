import type { Redis } from 'ioredis';
import { createOutletPool, type OutletPool } from 'outlet-open-api';
import { createRedisRateLimiter } from 'outlet-open-api/redis';
import type pg from 'pg';
import { variable } from './connections.js';
import { count } from './counters.js';

/** The table has no such key, so its jobs become dead letters. */
export class UnknownKeyError extends Error {}

/** Opens the pool of clients. After a 401, the pool loads the token of the key again, so a rotation needs no restart. */
export function openOutlets(db: pg.Pool, redis: Redis): OutletPool {
  const baseUrl = variable('OUTLET_BASE_URL');
  // All workers together stay within the rate limit of each key. While Redis is down, each takes its share.
  const rateLimit = createRedisRateLimiter({ redis, processes: Number(variable('WORKERS')) });
  return createOutletPool({
    async load(keyRef) {
      const { rows } = await db.query<{ accessToken: string; outletRef: string }>(
        'select access_token as "accessToken", outlet_ref as "outletRef" from api_keys where ref = $1',
        [keyRef],
      );
      const [key] = rows;
      if (!key) throw new UnknownKeyError(`The table api_keys has no row ${keyRef}. Add it.`);
      return {
        baseUrl,
        ...key,
        // A job that takes too long is retried by BullMQ, and so leaves its place to others.
        timeout: 10_000,
        maxRetries: 1,
        rateLimit,
        hooks: { onAttemptEnd: ({ status }) => status === 429 && count(redis, '429s') },
      };
    },
  });
}
