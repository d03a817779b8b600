import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isInstalled } from '../../../test/suites/servers/start/programs.js';
import { concurrencyPerKey } from '../orders.js';
import { addOrderJob } from '../queues.js';
import { differences } from '../story/compare.js';
import { type Program, startProgram } from '../story/program.js';
import { type System, startSystem } from '../story/system.js';
import { secretOf } from '../webhook-secret.js';

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
  const jobsDone = async () => Number((await system.counters()).done);
  const differing = () => differences(system.db, system.chain);

  /** Completes an order while the outlet sends no webhooks. */
  async function completeSilently(id: string): Promise<void> {
    const key = fake().key('order-data');
    const { webhookUrl } = key;
    key.webhookUrl = undefined;
    fake().orders.complete(id);
    await fake().idle();
    key.webhookUrl = webhookUrl;
  }

  test('the jobs of a killed worker run again, and an event that arrived meanwhile is not lost', async () => {
    // An order without items has no sales, even if its job reads it before the order is cancelled.
    const { id } = fake().orders.add();
    const silent = newOrder();
    await completeSilently(silent);
    const doneBefore = await jobsDone();
    const untilHanging = (count: number) =>
      fake().waitFor(() => fake().requests.filter(({ fault }) => fault === 'hang').length === count, {
        timeout: 60_000,
      });
    fake().failNext({ path: `/orders/${id}`, fault: 'hang' });
    fake().orders.complete(id);
    await untilHanging(1);
    // Both reconciliations hang, because either outlet can send its request first.
    fake().failNext({ path: '/orders', fault: 'hang', times: 2 });
    const reconciled = system.reconcile();
    await untilHanging(3);
    fake().orders.cancel(id);
    await fake().idle();
    for (const worker of system.workers) {
      await worker.kill();
      await worker.start();
    }
    await reconciled;
    await system.idle();
    // The job that hung, and the job that BullMQ kept for the event. This test does not count requests, because a
    // reconciliation also reads the order unless the database already has its latest copy.
    expect(await jobsDone()).toBeGreaterThanOrEqual(doneBefore + 2);
    expect(await differing()).toEqual([]);
  });

  test('a job whose key is revoked is one dead letter, and npm run requeue adds it again', async () => {
    const { db, chain, queues, environment } = system;
    const outlet = chain.outlets[1];
    if (!outlet) throw new Error('There is no second outlet.');
    const { outletId, orders, keys } = outlet;
    const { id } = orders.complete(orders.add().id);
    await system.idle();
    keys.revoke('order-data');
    await addOrderJob(queues, { keyRef: outletId, orderId: id });
    await system.idle();
    const [letter, ...others] = await queues.orders.getFailed();
    expect(letter?.data).toEqual({ keyRef: outletId, orderId: id });
    expect(letter?.failedReason).toContain('failed with 401');
    expect(others).toEqual([]);

    // Without a restart of the worker.
    keys.remove('order-data');
    const { token } = keys.create({ useCase: 'order-data' });
    await db.query('update api_keys set access_token = $2 where ref = $1', [outletId, token]);
    const requeue = await startProgram('requeue.ts', environment);
    expect(requeue.firstLine).toContain(`${outletId}/${id}`);
    expect(await requeue.ended).toBe(0);
    await system.idle();
    expect(await queues.orders.getFailedCount()).toBe(0);
    expect(await differing()).toEqual([]);
  });

  test('two keys of an outlet receive each event, and book its sale once', async () => {
    const { db, environment } = system;
    const { outletId, keys } = fake();
    const keyRef = `${outletId}-inventory`;
    const key = keys.create({ useCase: 'inventory-management' });
    const { WEBHOOK_SECRET = '' } = environment;
    await db.query('insert into api_keys values ($1, $2, $3)', [keyRef, outletId, key.token]);
    key.webhookUrl = `http://receivers.example/hooks/${keyRef}/${secretOf(keyRef, WEBHOOK_SECRET)}`;
    const before = await jobsDone();
    fake().orders.complete(newOrder());
    await system.idle();
    expect(await jobsDone()).toBeGreaterThanOrEqual(before + 2);
    expect(await differing()).toEqual([]);
    key.webhookUrl = undefined;
  });

  test('an order of a guest reaches the outlet once, although responses, a worker and the data of Redis are lost', async () => {
    const { db, environment } = system;
    const { outletId, channels, key, orders } = fake();
    channels.add({ id: 'channel-foodie', type: 'partner', name: 'foodie' });
    channels.publish();
    const keyRef = `${outletId}-ordering`;
    const { token } = key('digital-ordering');
    await db.query('insert into api_keys values ($1, $2, $3, $4)', [
      keyRef,
      outletId,
      token,
      'digital-ordering',
    ]);
    fake().failNext({ method: 'POST', path: '/orders', fault: 'lost-response', times: 12, share: 0.5 });
    const ordering = await startProgram('ordering.ts', environment);
    const host = `http://127.0.0.1:${ordering.firstLine.split(' ').at(-1)}`;
    key('digital-ordering').webhookUrl =
      `${host}/hooks/${keyRef}/${secretOf(keyRef, environment.WEBHOOK_SECRET ?? '')}`;
    const references = Array.from({ length: 20 }, (_, index) => `F-${index}`);
    for (const orderId of references) {
      const partnerInfo = { partnerChannel: 'foodie', orderId };
      const items = [{ menuItemId: 'pizza', quantity: 1 }];
      const body = JSON.stringify({ channelId: 'channel-foodie', partnerInfo, items });
      const { status } = await fetch(`${host}/orders/${keyRef}`, { method: 'POST', body });
      expect(status).toBe(202);
    }
    for (const worker of system.workers) await worker.kill();
    await system.flush();
    for (const worker of system.workers) await worker.start();
    const placed = () => orders.all().filter(({ partnerInfo }) => partnerInfo?.partnerChannel === 'foodie');
    const statusesFor = async (status: string) => {
      const text = 'select reference from guest_orders where key_ref = $1 and status = $2';
      return (await db.query(text, [keyRef, status])).rows.length;
    };
    await fake().waitFor(async () => (await statusesFor('open')) === 20, { timeout: 120_000 });
    expect(
      placed()
        .map(({ partnerInfo }) => partnerInfo?.orderId)
        .sort(),
    ).toEqual(references.sort());

    for (const { id } of placed()) orders.complete(id);
    await fake().waitFor(async () => (await statusesFor('complete')) === 20, { timeout: 60_000 });
    expect(await ordering.stop()).toBe(0);
    await system.idle();
    expect(await differing()).toEqual([]);
  });

  test('a busy outlet leaves places to others, and a worker that is asked to stop finishes its jobs', async () => {
    const { orders } = system.queues;
    for (let order = 0; order < 25; order += 1) fake().orders.complete(newOrder());
    await fake().idle();
    const untilDelayed = async () => {
      const { active = 0, delayed = 0 } = await orders.getJobCounts('active', 'delayed');
      return delayed > 0 && active <= concurrencyPerKey;
    };
    await fake().waitFor(untilDelayed, { timeout: 60_000 });
    for (const worker of system.workers) {
      expect(await worker.stop()).toBe(0);
      expect(await orders.getActiveCount()).toBe(0);
      expect(await orders.getJobCountByTypes('waiting', 'delayed')).toBeGreaterThan(0);
      await worker.start();
    }
    await system.idle();
    expect(await differing()).toEqual([]);
  });

  test('if Redis has lost its data, a nightly run starts at once and finds the orders of the lost jobs', async () => {
    const { orders } = system.queues;
    await orders.pause();
    fake().orders.complete(newOrder());
    await fake().idle();
    expect(await differing()).toHaveLength(1);
    await system.flush();
    await fake().waitFor(async () => (await differing()).length === 0, { timeout: 60_000 });
    fake().orders.complete(newOrder());
    await system.idle();
    expect(await differing()).toEqual([]);
  });

  test('a secret is valid for one outlet, and stays valid while it is replaced', async () => {
    const { environment, receivers } = system;
    const hostOf = (receiver: Program | undefined) =>
      `http://127.0.0.1:${receiver?.firstLine.split(' ').at(-1)}`;
    const post = async (url: string | URL) => {
      const { status } = await fetch(url, { method: 'POST', body: '{"event":"menus.published"}' });
      return status;
    };
    const args = [hostOf(receivers[0]), 'outlet-1'];
    const { firstLine: url } = await startProgram('webhook-urls.ts', environment, console.log, args);
    expect(await post(url)).toBe(200);
    expect(await post(url.replace('outlet-1', 'outlet-2'))).toBe(401);

    const { WEBHOOK_SECRET: OLD_WEBHOOK_SECRET = '' } = environment;
    const replaced = { ...environment, WEBHOOK_SECRET: 'another', OLD_WEBHOOK_SECRET };
    const receiver = await startProgram('receiver.ts', replaced);
    expect(await post(new URL(new URL(url).pathname, hostOf(receiver)))).toBe(200);
    expect(await receiver.stop()).toBe(0);
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

test.skipIf(!hasServers)(
  'a republish of all outlets is processed for all of them at once, and a worker stops while Redis is down',
  async ({ onTestFinished }) => {
    const system = await startSystem({ seed: 5, outlets: 20, receivers: 1, workers: 1, onLine: () => {} });
    onTestFinished(system.close);
    const { chain, queues, workers, redis, environment } = system;
    const [worker] = workers;
    expect(await worker?.stop()).toBe(0);
    for (const { outletId, orders } of chain.outlets)
      for (let order = 0; order < 15; order += 1)
        await addOrderJob(queues, { keyRef: outletId, orderId: orders.add({ status: 'complete' }).id });
    await worker?.start();
    const activeKeys = async () => new Set((await queues.orders.getActive()).map((job) => job?.data.keyRef));
    await expect.poll(async () => (await activeKeys()).size, { interval: 20 }).toBe(20);
    await system.idle();
    expect(await differences(system.db, chain)).toEqual([]);

    await redis?.kill();
    const started = await startProgram('worker.ts', { ...environment, GRACE_SECONDS: '1' }, () => {});
    expect(await started.stop()).toBe(0);
    expect(await worker?.stop()).toBe(0);
    await redis?.start();
    await worker?.start();
  },
);
