import { Redis } from 'ioredis';
import type { Order } from 'outlet-open-api';
import { createRedisCheckpointStore } from 'outlet-open-api/redis';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { idsOf, quarter } from '../../../unit/sync/orders/quarter.js';
import { isInstalled } from '../start/programs.js';
import { type RedisServer, startRedis } from '../start/start-redis.js';

describe.skipIf(!isInstalled('redis-server'))('if Redis', () => {
  let server: RedisServer;
  let redis: Redis;
  beforeAll(async () => {
    server = await startRedis({ appendonly: 'yes', appendfsync: 'always' });
    redis = new Redis(server.url);
    redis.on('error', () => {});
  });
  afterAll(async () => {
    redis.disconnect();
    await server.close();
  });

  /** Creates a backfill that calls a function after its third page, and the list of the orders that it delivers. */
  function createBackfill(name: string, afterThirdPage: () => Promise<unknown>) {
    const { backfill, ended } = quarter();
    const orders: Order[] = [];
    let pages = 0;
    const options = {
      name,
      checkpoints: createRedisCheckpointStore({ redis }),
      async onOrders(page: Order[]) {
        orders.push(...page);
        pages += 1;
        if (pages === 3) await afterThirdPage();
      },
    };
    return { ended, orders, run: () => backfill(options) };
  }

  test('is killed and starts again with its data, a backfill continues', async () => {
    const restart = vi.fn(async () => {
      await server.kill();
      await server.start();
    });
    const { ended, orders, run } = createBackfill('killed', restart);
    await run();
    expect(restart).toHaveBeenCalledOnce();
    expect(orders.map(({ id }) => id).toSorted()).toEqual(ended);
    await run();
    expect(orders).toHaveLength(ended.length);
  });

  test('loses all data, a backfill ends, and the next run delivers every order', async () => {
    const { ended, orders, run } = createBackfill('flushed', () => redis.flushall());
    await expect(run()).rejects.toMatchObject({ name: 'LeaseError', reason: 'lost' });
    orders.length = 0;
    await run();
    expect(idsOf(orders)).toEqual(ended);
  });
});
