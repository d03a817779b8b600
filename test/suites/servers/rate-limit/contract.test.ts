import { Redis } from 'ioredis';
import { createRedisRateLimiter } from 'outlet-open-api/redis';
import { rateLimiterContract } from 'outlet-open-api/testing';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { isInstalled } from '../start/programs.js';
import { type RedisServer, startRedis } from '../start/start-redis.js';

describe.skipIf(!isInstalled('redis-server'))('the rate limiter passes', () => {
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

  const create = () => createRedisRateLimiter({ redis });
  test.concurrent.each(rateLimiterContract(create))('$name', ({ run }) => run());
});
