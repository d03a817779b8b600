import type { Order } from 'outlet-open-api';
import { createPostgresCheckpointStore } from 'outlet-open-api/postgres';
import { checkpointStoreContract } from 'outlet-open-api/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../database.js';
import { forEachOutlet, openOutlets, webhookPathOf } from '../keys.js';
import { nightly } from '../nightly.js';
import { addOrder, compareOrder, writeOrder } from '../orders.js';
import { receiveOrders } from '../receive.js';
import { openRestaurant } from '../story/restaurant.js';
import { newDatabase } from './new-database.js';

const day = 24 * 60 * 60 * 1_000;
const now = () => new Date();
const paid = (id: string, amount: number): Order => ({ id, status: 'complete', payments: [{ amount }] });

describe.each(Object.entries(newDatabase))('%s', (kind, create) => {
  let db: Database;
  const cleanups: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    db = await openDatabase(await create((clean) => cleanups.push(clean)));
  });
  afterAll(async () => {
    await db.close();
    for (const clean of cleanups) await clean();
  });

  async function salesOf(orderId: string, outletRef = 'bistro'): Promise<number[]> {
    const query = 'select amount::float from sales where outlet_ref = $1 and order_id = $2 order by entry';
    const { rows } = await db.query<{ amount: number }>(query, [outletRef, orderId]);
    return rows.map(({ amount }) => amount);
  }

  const storeCases = checkpointStoreContract(() => createPostgresCheckpointStore({ pool: db }));
  test.concurrent.each(storeCases)('the checkpoint store $name', ({ run }) => run());

  test('an order that changes is booked by its difference, and nothing where it comes again', async () => {
    const write = (order: Order) => writeOrder(db, 'bistro', order, now());
    await write(paid('changing', 10));
    await write(paid('changing', 10));
    await write({ ...paid('changing', 10), status: 'open' });
    await write(paid('changing', 12.5));
    await db.transaction((tx) => addOrder(tx, 'bistro', paid('changing', 10), new Date(0)));
    expect(await salesOf('changing')).toEqual([10, -10, 12.5]);
  });

  test.runIf(kind === 'PostgreSQL')('a transaction whose connection ends is rejected', async () => {
    const transaction = db.transaction(async (tx) => {
      const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      const pid = rows[0]?.pid;
      await db.query('select pg_terminate_backend($1)', [pid]);
      const isOpen = 'select 1 from pg_stat_activity where pid = $1';
      while ((await db.query(isOpen, [pid])).rows.length > 0);
      await tx.query('select 1');
    });
    await expect(transaction).rejects.toThrow();
  });

  test('an order that was read earlier does not overwrite one that was read later', async () => {
    const write = (order: Order, readAt: number) => writeOrder(db, 'bistro', order, new Date(readAt));
    await write(paid('overtaken', 10), 2_000);
    await write(paid('overtaken', 5), 1_000);
    expect(await salesOf('overtaken')).toEqual([10]);
    await write(paid('overtaken', 12), 3_000);
    expect(await salesOf('overtaken')).toEqual([10, 2]);
    expect(await compareOrder(db, 'bistro', paid('overtaken', 5), new Date(1_000))).toBe('current');
    expect(await compareOrder(db, 'bistro', paid('overtaken', 5), new Date(4_000))).toBe('changed');
  });

  test('orders of two outlets with the same ID are two orders', async () => {
    await writeOrder(db, 'bistro', paid('same', 10), now());
    await writeOrder(db, 'bakery', paid('same', 3), now());
    expect(await salesOf('same', 'bistro')).toEqual([10]);
    expect(await salesOf('same', 'bakery')).toEqual([3]);
  });

  test.each([
    ['no decimals and large numbers, such as VND', [25_000_000], 25_000_000],
    ['three decimals, such as KWD', [12.345, 0.001], 12.346],
    ['two decimals, whose sum has a rounding error', [0.1, 0.2], 0.3],
  ])('amounts with %s are booked exactly', async (name, amounts, sum) => {
    const order = { ...paid(name, 0), payments: amounts.map((amount) => ({ amount })) };
    await writeOrder(db, 'bistro', order, now());
    await writeOrder(db, 'bistro', { ...order, status: 'open' }, now());
    expect(await salesOf(name)).toEqual([sum, -sum]);
  });

  test('two keys of an outlet receive each event, and book its sale once', async ({ onTestFinished }) => {
    const restaurant = await openRestaurant({
      empty: true,
      webhookFetch: (url, init) => receiver.handle(new Request(url, init)),
    });
    onTestFinished(restaurant.close);
    await restaurant.addTo(db);
    const outlets = openOutlets(db, restaurant.baseUrl);
    const receiver = receiveOrders(db, outlets, 'change-me');
    onTestFinished(receiver.close);
    restaurant.deliverTo((keyRef) => `http://receiver.example${webhookPathOf(keyRef, 'change-me')}`);
    const { bistro } = restaurant.outlets;
    bistro.orders.add({ id: 'twice', payments: [{ amount: 12.5 }] });
    bistro.orders.complete('twice');
    await bistro.idle();
    expect(bistro.deliveries.map(({ status }) => status)).toEqual([200, 200]);
    expect(await salesOf('twice')).toEqual([12.5]);

    const jobs: string[] = [];
    await forEachOutlet(db, outlets, async (outlet, outletRef) => {
      jobs.push(outletRef);
      expect(await nightly(db, outlet, outletRef)).toMatchObject({ missing: 0, changed: 0 });
    });
    expect(jobs.toSorted()).toEqual(['bakery', 'bistro']);
    expect(await salesOf('twice')).toEqual([12.5]);
  });

  test('a nightly run writes a lost cancellation of an order that is 30 days old', async ({
    onTestFinished,
  }) => {
    const { outlets, baseUrl, addTo, close } = await openRestaurant({ empty: true });
    onTestFinished(close);
    await addTo(db);
    const created = new Date(Date.now() - 30 * day);
    const order = outlets.bistro.orders.add({ ...paid('old', 10), created });
    await writeOrder(db, 'bistro', order, now());
    outlets.bistro.orders.cancel('old');
    await nightly(db, await openOutlets(db, baseUrl).get('bistro'), 'bistro');
    expect(await salesOf('old')).toEqual([10, -10]);
  });

  test('a reopened order that only the backfill wrote keeps its sale', async ({ onTestFinished }) => {
    const { outlets, baseUrl, addTo, close } = await openRestaurant({ empty: true });
    onTestFinished(close);
    await addTo(db);
    const order = outlets.bistro.orders.add(paid('reopened', 10));
    await addOrder(db, 'bistro', order, now());
    outlets.bistro.orders.reopen('reopened');
    await nightly(db, await openOutlets(db, baseUrl).get('bistro'), 'bistro');
    expect(await salesOf('reopened')).toEqual([10]);
  });

  test('a name that jsonb has no room for stops nothing', async () => {
    const order = { ...paid('odd', 1), partnerInfo: { partnerChannel: 'foodie', orderId: 'a\0b\ud83d' } };
    await writeOrder(db, 'bistro', order, now());
    expect(await salesOf('odd')).toEqual([1]);
  });

  test('what a webhook writes during the night is not overwritten by what the nightly run had read before', async ({
    onTestFinished,
  }) => {
    const restaurant = await openRestaurant({ seed: 3, empty: true }, async (request) => {
      const older = await restaurant.outlets.bistro.fetch(request);
      for (const id of ['known', 'unknown']) await writeOrder(db, 'bistro', paid(id, 20), now());
      return older;
    });
    onTestFinished(restaurant.close);
    for (const id of ['known', 'unknown']) restaurant.outlets.bistro.orders.add(paid(id, 10));
    await writeOrder(db, 'bistro', paid('known', 5), now());
    await restaurant.addTo(db);
    const outlet = await openOutlets(db, restaurant.baseUrl).get('bistro');

    const report = await nightly(db, outlet, 'bistro');

    expect(report).toMatchObject({ checked: 2, current: 2 });
    expect(await salesOf('known')).toEqual([5, 15]);
    expect(await salesOf('unknown')).toEqual([20]);
  });

  test('an outlet whose token was revoked does not stop the job of another one', async ({
    onTestFinished,
  }) => {
    const { outlets, baseUrl, addTo, close } = await openRestaurant({ empty: true });
    onTestFinished(close);
    outlets.bistro.orders.add(paid('after the error', 10));
    await addTo(db);
    outlets.bakery.keys.revoke('order-data');
    vi.spyOn(console, 'error').mockReturnValue();

    const job = forEachOutlet(db, openOutlets(db, baseUrl), (outlet, outletRef) =>
      nightly(db, outlet, outletRef),
    );

    await expect(job).rejects.toThrow('The job failed for bakery.');
    expect(await salesOf('after the error')).toEqual([10]);
  });
});
