import type { Order } from 'outlet-open-api';
import { createPostgresCheckpointStore, createPostgresDeduplicator } from 'outlet-open-api/postgres';
import { checkpointStoreContract, deduplicatorContract } from 'outlet-open-api/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../database.js';
import { nightly } from '../nightly.js';
import { addOrder, compareOrder, writeOrder } from '../orders.js';
import { forEachOutlet, openOutlets } from '../outlets.js';
import { openRestaurant } from '../story/restaurant.js';
import { newDatabase } from './new-database.js';

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
    const query = 'select cents from sales where outlet_ref = $1 and order_id = $2 order by entry';
    const { rows } = await db.query<{ cents: number }>(query, [outletRef, orderId]);
    return rows.map(({ cents }) => cents);
  }

  const storeCases = checkpointStoreContract(() => createPostgresCheckpointStore({ pool: db }));
  test.concurrent.each(storeCases)('the checkpoint store $name', ({ run }) => run());

  const deduplicatorCases = deduplicatorContract(() => createPostgresDeduplicator({ pool: db }));
  test.concurrent.each(deduplicatorCases)('the deduplicator $name', ({ run }) => run());

  test('an order that changes is booked by its difference, and nothing where it comes again', async () => {
    const write = (order: Order) => db.transaction((tx) => writeOrder(tx, 'bistro', order, now()));
    await write(paid('changing', 10));
    await write(paid('changing', 10));
    await write({ ...paid('changing', 10), status: 'open' });
    await write(paid('changing', 12.5));
    await db.transaction((tx) => addOrder(tx, 'bistro', paid('changing', 10), new Date(0)));
    expect(await salesOf('changing')).toEqual([1000, -1000, 1250]);
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
    const write = (order: Order, readAt: number) =>
      db.transaction((tx) => writeOrder(tx, 'bistro', order, new Date(readAt)));
    await write(paid('overtaken', 10), 2_000);
    await write(paid('overtaken', 5), 1_000);
    expect(await salesOf('overtaken')).toEqual([1000]);
    await write(paid('overtaken', 12), 3_000);
    expect(await salesOf('overtaken')).toEqual([1000, 200]);
    expect(await compareOrder(db, 'bistro', paid('overtaken', 5), new Date(1_000))).toBe('current');
    expect(await compareOrder(db, 'bistro', paid('overtaken', 5), new Date(4_000))).toBe('changed');
  });

  test('orders of two outlets with the same ID are two orders', async () => {
    await db.transaction((tx) => writeOrder(tx, 'bistro', paid('same', 10), now()));
    await db.transaction((tx) => writeOrder(tx, 'bakery', paid('same', 3), now()));
    expect(await salesOf('same', 'bistro')).toEqual([1000]);
    expect(await salesOf('same', 'bakery')).toEqual([300]);
  });

  test('a name that jsonb has no room for stops nothing', async () => {
    const order = { ...paid('odd', 1), partnerInfo: { partnerChannel: 'foodie', orderId: 'a\0b\ud83d' } };
    await db.transaction((tx) => writeOrder(tx, 'bistro', order, now()));
    expect(await salesOf('odd')).toEqual([100]);
  });

  test('what a webhook writes during the night is not overwritten by what the nightly run had read before', async ({
    onTestFinished,
  }) => {
    const restaurant = await openRestaurant({ seed: 3, empty: true }, async (request) => {
      const older = await restaurant.outlets.bistro.fetch(request);
      for (const id of ['known', 'unknown'])
        await db.transaction((tx) => writeOrder(tx, 'bistro', paid(id, 20), now()));
      return older;
    });
    onTestFinished(restaurant.close);
    for (const id of ['known', 'unknown']) restaurant.outlets.bistro.orders.add(paid(id, 10));
    await db.transaction((tx) => writeOrder(tx, 'bistro', paid('known', 5), now()));
    await restaurant.addTo(db);
    const outlet = await openOutlets(db, restaurant.baseUrl).get('bistro');

    const report = await nightly(db, outlet, 'bistro');

    expect(report).toMatchObject({ checked: 2, current: 2 });
    expect(await salesOf('known')).toEqual([500, 1500]);
    expect(await salesOf('unknown')).toEqual([2000]);
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
    expect(await salesOf('after the error')).toEqual([1000]);
  });
});
