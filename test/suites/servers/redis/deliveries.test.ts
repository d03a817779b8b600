import { createTestEvent } from 'outlet-open-api/webhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isInstalled } from '../start/programs.js';
import { type RedisServer, startRedis } from '../start/start-redis.js';
import { Receiver } from './receivers/receiver.js';

const processes = 4;
const events = Array.from({ length: 1_000 }, (_, index) =>
  createTestEvent('order.complete', { id: `order-${index}` }),
);
const eventsAtOnce = 100;

describe.skipIf(!isInstalled('redis-server'))('processes that share a deduplicator in Redis', () => {
  let server: RedisServer;
  let receivers: Receiver[] = [];
  beforeAll(async () => {
    server = await startRedis();
    const options = { redisUrl: server.url, leaseDuration: 60_000 };
    receivers = await Promise.all(Array.from({ length: processes }, () => Receiver.start(options)));
  });
  afterAll(async () => {
    await Promise.all(receivers.map((receiver) => receiver.kill()));
    await server.close();
  });

  test('handle each of 1,000 events once if another process gets the delivery at the same time', async () => {
    for (let start = 0; start < events.length; start += eventsAtOnce) {
      const deliveries = events.slice(start, start + eventsAtOnce).flatMap((event, index) => {
        const [one, other] = [receivers[index % processes], receivers[(index + 1) % processes]];
        return [one?.deliverUntilAccepted(event), other?.deliverUntilAccepted(event)];
      });
      await Promise.all(deliveries);
    }
    const handled = receivers.flatMap(({ steps }) => steps.flatMap(({ handled = [] }) => handled));
    expect(handled.toSorted()).toEqual(events.map(({ id }) => id).toSorted());
    for (const { steps } of receivers) expect(steps.length).toBeGreaterThan(0);
  });

  test('handle an event after the lease of a process that was killed, and not before', async () => {
    const event = createTestEvent('order.complete', { id: 'held' });
    const [survivor, another] = receivers;
    const victim = await Receiver.start({ redisUrl: server.url, leaseDuration: 3_000 });
    const lost = victim.deliver(event).catch(() => 'lost');
    await victim.next(({ begun }) => begun === 'held');
    expect(await survivor?.deliver(event)).toBe(503);
    await victim.kill();
    await lost;

    const accepted = survivor?.deliverUntilAccepted(event);
    await survivor?.next(({ begun }) => begun === 'held');
    survivor?.finish('held');
    await accepted;
    await another?.deliverUntilAccepted(event);
    expect(survivor?.steps.filter(({ handled }) => handled === 'held')).toHaveLength(1);
    expect(another?.steps).not.toContainEqual({ begun: 'held' });
  });
});
