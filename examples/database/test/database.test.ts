import { type Order, OutletClient } from 'outlet-open-api';
import { checkpointStoreContract } from 'outlet-open-api/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseCheckpoints } from '../checkpoints.js';
import { type Database, openDatabase } from '../database.js';
import { nightly } from '../nightly.js';
import { addOrder, compareOrder, writeOrder } from '../orders.js';
import { StoredCheckpoint } from '../stored-checkpoint.js';
import { openRestaurant } from '../story/restaurant.js';
import { newFolder } from './new-folder.js';

let db: Database;
const cleanups: (() => Promise<void>)[] = [];

beforeAll(async () => {
  db = await openDatabase(await newFolder((clean) => cleanups.push(clean)));
});
afterAll(async () => {
  await db.close();
  for (const clean of cleanups) await clean();
});

const checkpoint = { version: 2 };
const now = () => new Date();
const paid = (id: string, amount: number): Order => ({ id, status: 'complete', payments: [{ amount }] });

async function salesOf(orderId: string): Promise<number[]> {
  const query = 'select cents from sales where order_id = $1 order by entry';
  const { rows } = await db.query<{ cents: number }>(query, [orderId]);
  return rows.map(({ cents }) => cents);
}

test.concurrent.each(checkpointStoreContract(() => databaseCheckpoints(db)))('the store $name', ({ run }) =>
  run(),
);

test('of two runs from one stored checkpoint, the second writes nothing', async () => {
  const [one, other] = [await StoredCheckpoint.open(db, 'twice'), await StoredCheckpoint.open(db, 'twice')];
  const write = (position: StoredCheckpoint, order: Order) =>
    db.transaction(async (tx) => {
      await addOrder(tx, order, now());
      await position.move(tx, checkpoint);
    });
  await write(one, paid('order-1', 1));
  await expect(write(other, paid('order-2', 1))).rejects.toThrow('Another run of twice');
  await write(one, paid('order-3', 1));
  expect(await salesOf('order-1')).toEqual([100]);
  expect(await salesOf('order-2')).toEqual([]);
  expect(await salesOf('order-3')).toEqual([100]);
});

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
    for (const id of ['known', 'unknown']) await db.transaction((tx) => writeOrder(tx, paid(id, 20), now()));
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
