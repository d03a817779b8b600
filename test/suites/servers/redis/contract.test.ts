import { type Cluster, Redis } from 'ioredis';
import { type Cluster as Cluster5, Redis as Redis5 } from 'ioredis5';
import { createRedisCheckpointStore, type RedisClient } from 'outlet-open-api/redis';
import { checkpointStoreContract } from 'outlet-open-api/testing';
import { afterAll, beforeAll, describe, expectTypeOf, test } from 'vitest';
import { isInstalled } from '../start/programs.js';
import { type RedisServer, startRedis } from '../start/start-redis.js';

/** ioredis sends a command again if it lost the connection before the reply. */
function sendingTwice(redis: Redis): RedisClient {
  return {
    status: redis.status,
    async eval(...command) {
      await redis.eval(...command);
      return redis.eval(...command);
    },
    async evalsha(...command) {
      await redis.evalsha(...command);
      return redis.evalsha(...command);
    },
  };
}

/** A client, and the connection that it uses. */
function connected<Connection extends RedisClient>(connection: Connection, redis: RedisClient = connection) {
  return { connection, redis };
}

describe.skipIf(!isInstalled('redis-server')).concurrent.each([
  ['ioredis 6', (url: string) => connected(new Redis(url))],
  ['ioredis 5', (url: string) => connected(new Redis5(url))],
  [
    'a connection that sends each command twice',
    (url: string) => {
      const connection = new Redis(url);
      return connected(connection, sendingTwice(connection));
    },
  ],
])('with %s', (_, connect) => {
  let server: RedisServer;
  let connection: Redis | Redis5;
  let redis: RedisClient;
  beforeAll(async () => {
    server = await startRedis();
    ({ connection, redis } = connect(server.url));
  });
  afterAll(async () => {
    connection.disconnect();
    await server.close();
  });

  describe('the checkpoint store passes', () => {
    const create = () => createRedisCheckpointStore({ redis });
    test.concurrent.each(checkpointStoreContract(create))('$name', ({ run }) => run());
  });
});

test('the clients of a cluster have the types that the SDK needs', () => {
  expectTypeOf<Cluster>().toExtend<RedisClient>();
  expectTypeOf<Cluster5>().toExtend<RedisClient>();
});
