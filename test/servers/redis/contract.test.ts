import { Redis } from 'ioredis';
import { Redis as Redis5 } from 'ioredis5';
import {
  createRedisCheckpointStore,
  createRedisDeduplicator,
  createRedisRateLimiter,
} from 'outlet-open-api/redis';
import { checkpointStoreContract, deduplicatorContract, rateLimiterContract } from 'outlet-open-api/testing';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { isInstalled } from '../start/programs.js';
import { type RedisServer, startRedis } from '../start/start-redis.js';

describe.skipIf(!isInstalled('redis-server')).each([
  ['ioredis 6', (url: string) => new Redis(url)],
  ['ioredis 5', (url: string) => new Redis5(url)],
])('with %s', (_, connect) => {
  let server: RedisServer;
  let redis: Redis | Redis5;
  beforeAll(async () => {
    server = await startRedis();
    redis = connect(server.url);
  });
  afterAll(async () => {
    redis.disconnect();
    await server.close();
  });

  describe('the deduplicator passes', () => {
    test.concurrent.each(deduplicatorContract(() => createRedisDeduplicator({ redis })))('$name', ({ run }) =>
      run(),
    );
  });

  describe('the checkpoint store passes', () => {
    const create = () => createRedisCheckpointStore({ redis });
    test.concurrent.each(checkpointStoreContract(create))('$name', ({ run }) => run());
  });
  describe('the rate limiter passes', () => {
    const create = () => createRedisRateLimiter({ redis });
    test.concurrent.each(rateLimiterContract(create))('$name', ({ run }) => run());
  });
});
