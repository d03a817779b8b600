import { Redis } from 'ioredis';
import { createRedisRateLimiter } from 'outlet-open-api/redis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isInstalled } from '../start/programs.js';
import { type RedisServer, startRedis } from '../start/start-redis.js';

describe.skipIf(!isInstalled('redis-server'))('if the clock of Redis is set back 10 minutes', () => {
  let server: RedisServer;
  let redis: Redis;
  beforeAll(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
  });
  afterAll(async () => {
    redis.disconnect();
    await server.close();
  });

  test('a call does not wait for the last slot of the old clock', async () => {
    const old = Date.now() + 600_000;
    await redis.hset('clock:{one}:rate-limit', { at: old });
    const limiter = createRedisRateLimiter({ redis, prefix: 'clock' });
    const signal = AbortSignal.timeout(5_000);

    const turn = await limiter.take({ key: 'one', priority: 'background', wasRateLimited: false, signal });
    turn.end(undefined);

    // The limiter has replaced the slot.
    expect(Number(await redis.hget('clock:{one}:rate-limit', 'at'))).toBeLessThan(old - 500_000);
  });
});
