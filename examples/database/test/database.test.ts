import { type Order, OutletClient } from 'outlet-open-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CheckpointedRun } from '../bookmark.js';
import { databaseCheckpoints } from '../checkpoints.js';
import { type Database, openDatabase } from '../database.js';
import { nightly } from '../nightly.js';
import { addOrder, writeOrder } from '../orders.js';
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

const checkpoint = { version: 1 } as const;
const paid = (id: string, amount: number): Order => ({ id, status: 'complete', payments: [{ amount }] });

async function salesOf(orderId: string): Promise<number[]> {
  const query = 'select cents from sales where order_id = $1 order by entry';
  const { rows } = await db.query<{ cents: number }>(query, [orderId]);
  return rows.map(({ cents }) => cents);
}

test('a store keeps the last checkpoint of each name', async () => {
  const store = databaseCheckpoints(db);
  expect((await store.load('kept')) ?? null).toBeNull();
  await store.lease('kept', 0);
  await store.lease('other', 0);
  expect(await store.load('kept')).toBeNull();
  await store.save('kept', checkpoint);
  expect(JSON.parse(String(await store.load('kept')))).toEqual(checkpoint);
  expect(await store.load('other')).toBeNull();
});

test('of many at once, one has the lease, until it gives it back', async () => {
  const [store, other] = [databaseCheckpoints(db), databaseCheckpoints(db)];
  const leases = await Promise.all([store, other, store, other].map((one) => one.lease('held', 60_000)));
  const held = leases.filter((lease) => lease !== undefined);
  expect(held).toHaveLength(1);
  await held[0]?.release();
  expect(await held[0]?.renew(60_000)).toBe(false);
  expect(await other.lease('held', 60_000)).toBeDefined();
});

test('a lease that ran out can be renewed until another run takes it', async () => {
  const store = databaseCheckpoints(db);
  const late = await store.lease('late', 0);
  expect(await late?.renew(0)).toBe(true);
  const next = await store.lease('late', 60_000);
  expect(await late?.renew(60_000)).toBe(false);
  await late?.release();
  expect(await store.lease('late', 60_000)).toBeUndefined();
  expect(await next?.renew(60_000)).toBe(true);
});

test('of two runs from one bookmark, the second writes nothing', async () => {
  const [one, other] = [await CheckpointedRun.open(db, 'twice'), await CheckpointedRun.open(db, 'twice')];
  const write = (bookmark: CheckpointedRun, order: Order) =>
    db.transaction(async (tx) => {
      await addOrder(tx, order);
      await bookmark.move(tx, checkpoint);
    });
  await write(one, paid('bookmark-1', 1));
  await expect(write(other, paid('bookmark-2', 1))).rejects.toThrow('Another run of twice');
  await write(one, paid('bookmark-3', 1));
  expect(await salesOf('bookmark-1')).toEqual([100]);
  expect(await salesOf('bookmark-2')).toEqual([]);
  expect(await salesOf('bookmark-3')).toEqual([100]);
});

test('an order that changes is booked by its difference, and nothing where it comes again', async () => {
  const write = (order: Order) => db.transaction((tx) => writeOrder(tx, order));
  await write(paid('changing', 10));
  await write(paid('changing', 10));
  await write({ ...paid('changing', 10), status: 'open' });
  await write(paid('changing', 12.5));
  await db.transaction((tx) => addOrder(tx, paid('changing', 10)));
  expect(await salesOf('changing')).toEqual([1000, -1000, 1250]);
});

test('what was written after a run began is left to whoever wrote it', async () => {
  const write = (order: Order, begun?: Date) => db.transaction((tx) => writeOrder(tx, order, begun));
  await write(paid('overtaken', 10));
  await write(paid('overtaken', 5), new Date(0));
  expect(await salesOf('overtaken')).toEqual([1000]);
  await write(paid('overtaken', 12), new Date(Date.now() + 60_000));
  expect(await salesOf('overtaken')).toEqual([1000, 200]);
});

test('a name that jsonb has no room for stops nothing', async () => {
  const order = { ...paid('odd', 1), partnerInfo: { partnerChannel: 'foodie', orderId: 'a\0b\ud83d' } };
  await db.transaction((tx) => writeOrder(tx, order));
  expect(await salesOf('odd')).toEqual([100]);
});

test('what a webhook brings while the night compares is not overwritten by what the night had read', async ({
  onTestFinished,
}) => {
  const { fake, environment, close } = await openRestaurant({ seed: 3, empty: true }, async (request) => {
    if (!new URL(request.url).pathname.endsWith('/orders')) return undefined;
    const older = await fake.fetch(request);
    for (const id of ['known', 'unknown']) await db.transaction((tx) => writeOrder(tx, paid(id, 20)));
    return older;
  });
  onTestFinished(close);
  for (const id of ['known', 'unknown']) fake.orders.add(paid(id, 10));
  await db.transaction((tx) => writeOrder(tx, paid('known', 5)));
  const { OUTLET_BASE_URL: baseUrl, OUTLET_ACCESS_TOKEN: accessToken } = environment;

  const report = await nightly(db, new OutletClient({ baseUrl, accessToken }));

  expect(report).toMatchObject({ checked: 2, current: 2 });
  expect(await salesOf('known')).toEqual([500, 1500]);
  expect(await salesOf('unknown')).toEqual([2000]);
});
