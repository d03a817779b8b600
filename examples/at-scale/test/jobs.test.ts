import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isInstalled } from '../../../test/servers/start/programs.js';
import { differences } from '../story/compare.js';
import { startProgram } from '../story/program.js';
import { type System, startSystem } from '../story/system.js';

const hasServers = isInstalled('redis-server') && isInstalled('postgres');

describe.skipIf(!hasServers)('two outlets and one worker', () => {
  let system: System;
  beforeAll(async () => {
    system = await startSystem({ seed: 5, outlets: 2, receivers: 1, workers: 1, onLine: () => {} });
  });
  afterAll(() => system.close());

  const fake = () => {
    const [outlet] = system.chain.outlets;
    if (!outlet) throw new Error('There is no outlet.');
    return outlet;
  };
  const newOrder = () => fake().orders.add({ items: [{ menuItemId: 'pizza', quantity: 1 }] }).id;
  const requestsOf = (id: string) => fake().requests.filter(({ path }) => path.endsWith(id)).length;
  const differing = () => differences(system.db, system.chain);

  test('an event that arrives while its order is being read is not lost, even if the worker is killed', async () => {
    const id = newOrder();
    fake().failNext({ path: '/orders/{orderId}', fault: 'hang' });
    fake().orders.complete(id);
    await fake().waitFor(() => requestsOf(id) === 1);
    fake().orders.cancel(id);
    await fake().idle();
    for (const worker of system.workers) {
      await worker.kill();
      await worker.start();
    }
    await system.idle();
    // The job that was active, and the one that BullMQ kept.
    expect(requestsOf(id)).toBe(3);
    expect(await differing()).toEqual([]);
  });

  test('a job that fails for good is one dead letter, and requeue adds it again', async () => {
    const { db, chain, queues, environment } = system;
    const outlet = chain.outlets[1];
    if (!outlet) throw new Error('There is no second outlet.');
    const { outletId, orders } = outlet;
    const setToken = (token: string) =>
      db.query('update outlets set access_token = $2 where id = $1', [outletId, token]);
    await setToken('wrong');
    const { id } = orders.add();
    orders.complete(id);
    await system.idle();
    const [letter, ...others] = await queues.orders.getFailed();
    expect(letter?.data).toEqual({ outletId, orderId: id });
    expect(letter?.failedReason).toContain('failed with 401');
    expect(others).toEqual([]);

    await setToken(outlet.key('order-data').token);
    const requeue = await startProgram('requeue.ts', environment);
    expect(requeue.firstLine).toContain(`${outletId}/${id}`);
    expect(await requeue.ended).toBe(0);
    await system.idle();
    expect(await queues.orders.getFailedCount()).toBe(0);
    expect(await differing()).toEqual([]);
  });

  test('a worker that is asked to stop finishes its jobs', async () => {
    const ids = [newOrder(), newOrder(), newOrder()];
    for (const id of ids) fake().orders.complete(id);
    await fake().waitFor(() => ids.some((id) => requestsOf(id) > 0));
    for (const worker of system.workers) {
      expect(await worker.stop()).toBe(0);
      expect(await system.queues.orders.getActiveCount()).toBe(0);
      await worker.start();
    }
    await system.idle();
    expect(await differing()).toEqual([]);
  });

  test('the nightly run writes an order for which GET /orders/{id} returns 404', async () => {
    const { id } = fake().orders.add({
      partnerAggregated: true,
      items: [{ menuItemId: 'pizza', quantity: 1 }],
    });
    fake().orders.complete(id);
    await system.idle();
    expect(requestsOf(id)).toBe(3);
    expect(await system.queues.orders.getFailedCount()).toBe(0);
    await system.reconcile();
    expect(await differing()).toEqual([]);
  });
});
