import { type Order, OutletClient } from 'outlet-open-api';
import { createPostgresCheckpointStore, createPostgresDeduplicator } from 'outlet-open-api/postgres';
import { checkpointStoreContract, deduplicatorContract } from 'outlet-open-api/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../database.js';
import { nightly } from '../nightly.js';
import { addOrder, compareOrder, writeOrder } from '../orders.js';
import { openRestaurant } from '../story/restaurant.js';
import { newDatabase } from './new-database.js';

const now = () => new Date();
const paid = (id: string, amount: number): Order => ({ id, status: 'complete', payments: [{ amount }] });

describe.each(Object.entries(newDatabase))('%s', (_, create) => {
  let db: Database;
  const cleanups: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    db = await openDatabase(await create((clean) => cleanups.push(clean)));
  });
  afterAll(async () => {
    await db.close();
    for (const clean of cleanups) await clean();
  });

  async function salesOf(orderId: string): Promise<number[]> {
    const query = 'select cents from sales where order_id = $1 order by entry';
    const { rows } = await db.query<{ cents: number }>(query, [orderId]);
    return rows.map(({ cents }) => cents);
  }

  const storeCases = checkpointStoreContract(() => createPostgresCheckpointStore({ pool: db }));
  test.concurrent.each(storeCases)('the checkpoint store $name', ({ run }) => run());

  const deduplicatorCases = deduplicatorContract(() => createPostgresDeduplicator({ pool: db }));
  test.concurrent.each(deduplicatorCases)('the deduplicator $name', ({ run }) => run());

  test('an order that changes is booked by its difference, and nothing where it comes again', async () => {
    const write = (order: Order) => db.transaction((tx) => writeOrder(tx, order, now()));
    await write(paid('changing', 10));
    await write(paid('changing', 10));
    await write({ ...paid('changing', 10), status: 'open' });
    await write(paid('changing', 12.5));
    await db.transaction((tx) => addOrder(tx, paid('changing', 10), new Date(0)));
    expect(await salesOf('changing')).toEqual([1000, -1000, 1250]);
  });

  test('an order that was read earlier does not overwrite one that was read later', async () => {
    const write = (order: Order, readAt: number) =>
      db.transaction((tx) => writeOrder(tx, order, new Date(readAt)));
    await write(paid('overtaken', 10), 2_000);
    await write(paid('overtaken', 5), 1_000);
    expect(await salesOf('overtaken')).toEqual([1000]);
    await write(paid('overtaken', 12), 3_000);
    expect(await salesOf('overtaken')).toEqual([1000, 200]);
    expect(await compareOrder(db, paid('overtaken', 5), new Date(1_000))).toBe('current');
    expect(await compareOrder(db, paid('overtaken', 5), new Date(4_000))).toBe('changed');
  });

  test('a name that jsonb has no room for stops nothing', async () => {
    const order = { ...paid('odd', 1), partnerInfo: { partnerChannel: 'foodie', orderId: 'a\0b\ud83d' } };
    await db.transaction((tx) => writeOrder(tx, order, now()));
    expect(await salesOf('odd')).toEqual([100]);
  });

  test('what a webhook writes during the night is not overwritten by what the nightly run had read before', async ({
    onTestFinished,
  }) => {
    const { fake, environment, close } = await openRestaurant({ seed: 3, empty: true }, async (request) => {
      const older = await fake.fetch(request);
      for (const id of ['known', 'unknown'])
        await db.transaction((tx) => writeOrder(tx, paid(id, 20), now()));
      return older;
    });
    onTestFinished(close);
    for (const id of ['known', 'unknown']) fake.orders.add(paid(id, 10));
    await db.transaction((tx) => writeOrder(tx, paid('known', 5), now()));
    const { OUTLET_BASE_URL: baseUrl, OUTLET_ACCESS_TOKEN: accessToken } = environment;

    const report = await nightly(db, new OutletClient({ baseUrl, accessToken }));

    expect(report).toMatchObject({ checked: 2, current: 2 });
    expect(await salesOf('known')).toEqual([500, 1500]);
    expect(await salesOf('unknown')).toEqual([2000]);
  });
});
