import { createPostgresCheckpointStore, createPostgresOrderStore } from 'outlet-open-api/postgres';
import { checkpointStoreContract, orderStoreContract } from 'outlet-open-api/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../database.js';
import { forEachOutlet, openOutlets, webhookPathOf } from '../keys.js';
import { nightly, openCopy } from '../orders.js';
import { receiveOrders } from '../receive.js';
import { openRestaurant } from '../story/restaurant.js';
import { newDatabase } from './new-database.js';

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

  /** Returns the orders that wait to be counted, each of them once. */
  async function changedOrders(): Promise<unknown[]> {
    const { rows } = await db.query('delete from uncounted_orders returning outlet_ref, order_id');
    return rows.map(({ outlet_ref, order_id }) => `${outlet_ref}/${order_id}`);
  }

  const checkpointCases = checkpointStoreContract(() => createPostgresCheckpointStore({ pool: db }));
  test.concurrent.each(checkpointCases)('the checkpoint store $name', ({ run }) => run());

  const orderCases = orderStoreContract(() => createPostgresOrderStore({ pool: db }));
  test.each(orderCases)('the order store $name', ({ run }) => run());

  test.runIf(kind === 'PostgreSQL')('a transaction whose connection ends is rejected', async () => {
    const transaction = db.transaction(async (tx) => {
      const { rows } = await tx.query('select pg_backend_pid() as pid', []);
      const pid = rows[0]?.pid;
      await db.query('select pg_terminate_backend($1)', [pid]);
      const isOpen = 'select 1 from pg_stat_activity where pid = $1';
      while ((await db.query(isOpen, [pid])).rows.length > 0);
      await tx.query('select 1', []);
    });
    await expect(transaction).rejects.toThrow();
  });

  test('two keys of an outlet receive each event, and its change is noted once', async ({
    onTestFinished,
  }) => {
    const restaurant = await openRestaurant({
      empty: true,
      webhookFetch: (url, init) => receive(new Request(url, init)),
    });
    onTestFinished(restaurant.close);
    await restaurant.addTo(db);
    const outlets = openOutlets(db, restaurant.baseUrl);
    const copy = openCopy(db);
    const receive = receiveOrders(copy, outlets, 'change-me');
    onTestFinished(copy.close);
    restaurant.deliverTo((keyRef) => `http://receiver.example${webhookPathOf(keyRef, 'change-me')}`);
    const { bistro } = restaurant.outlets;
    bistro.orders.add({ id: 'twice', payments: [{ amount: 12.5 }] });
    bistro.orders.complete('twice');
    await bistro.idle();
    expect(bistro.deliveries.map(({ status }) => status)).toEqual([200, 200]);
    expect(await changedOrders()).toEqual(['bistro/twice']);

    const jobs: string[] = [];
    await forEachOutlet(db, outlets, async (outlet, outletRef) => {
      jobs.push(outletRef);
      expect(await nightly(copy, outlet, outletRef)).toMatchObject({ added: 0, changed: 0 });
    });
    expect(jobs.toSorted()).toEqual(['bakery', 'bistro']);
    expect(await changedOrders()).toEqual([]);
  });

  test('an outlet whose token was revoked does not stop the job of another one', async ({
    onTestFinished,
  }) => {
    const { outlets, baseUrl, addTo, close } = await openRestaurant({ empty: true });
    onTestFinished(close);
    outlets.bistro.orders.add({ id: 'after the error', status: 'complete', payments: [{ amount: 10 }] });
    await addTo(db);
    outlets.bakery.keys.revoke('order-data');
    vi.spyOn(console, 'error').mockReturnValue();

    const job = forEachOutlet(db, openOutlets(db, baseUrl), (outlet, outletRef) =>
      nightly(openCopy(db), outlet, outletRef),
    );

    await expect(job).rejects.toThrow('The job failed for bakery.');
    expect(await changedOrders()).toEqual(['bistro/after the error']);
  });
});
