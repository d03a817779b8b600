import { beforeEach, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../database.js';
import { openOutlets } from '../keys.js';
import { poll } from '../poll.js';
import { parkedReceipts, resolveReceipt, takeReceipt } from '../receipts.js';
import { openRestaurant, type Restaurant } from '../story/restaurant.js';
import { newDatabase } from './new-database.js';

const clock = vi.hoisted(() => ({ ahead: 0 }));
vi.mock(import('../database.js'), async (original) => ({
  ...(await original()),
  databaseTime: async () => new Date(Date.now() + clock.ahead + 1_000),
}));

const hour = 60 * 60 * 1_000;
const items = [{ totalPrice: 100 }];
let db: Database;
let restaurant: Restaurant;
let lines: string[];
let hidesReceipts: boolean;

beforeEach(async ({ onTestFinished }) => {
  const [create] = Object.values(newDatabase);
  db = await openDatabase((await create?.(onTestFinished)) ?? '');
  onTestFinished(() => db.close());
  hidesReceipts = false;
  restaurant = await openRestaurant({ seed: 3, empty: true }, () =>
    hidesReceipts ? Response.json({ data: [], next: null }) : undefined,
  );
  onTestFinished(restaurant.close);
  await restaurant.addTo(db);
  lines = [];
  vi.spyOn(console, 'log').mockImplementation((line) => lines.push(line));
});

/** Polls as if time had passed. */
async function pollBistro(later = 0): Promise<void> {
  clock.ahead = later;
  const outlet = await openOutlets(db, restaurant.baseUrl).get('bistro');
  await poll(db, outlet, 'bistro', '2026-01-01T00:00:00Z');
}

async function owed(): Promise<Record<string, number>> {
  const { rows } = await db.query<{ id: string; amount: number }>(
    'select receipt_id as id, sum(amount)::float as amount from purchases group by receipt_id order by receipt_id',
  );
  return Object.fromEntries(rows.map(({ id, amount }) => [id, amount]));
}

test('a receipt that cannot be written is parked, shown in every run, and written once it can be', async () => {
  const { goodsReceipts } = restaurant.outlets.bistro;
  goodsReceipts.add({ id: 'r-1', items });
  goodsReceipts.add({ id: 'r-2', items: [{ totalPrice: 25_000_000 }] });
  goodsReceipts.add({ id: 'r-3', items });
  await db.query('alter table receipts add constraint small check (owed < 1000)');
  await pollBistro();
  expect(await owed()).toEqual({ 'r-1': 100, 'r-3': 100 });
  await pollBistro();
  const parked = lines.filter((line) => line.startsWith('bistro: parked r-2: '));
  expect(parked).toHaveLength(2);

  await db.query('alter table receipts drop constraint small');
  await pollBistro();
  expect(await parkedReceipts(db, 'bistro')).toEqual([]);
  expect(await owed()).toEqual({ 'r-1': 100, 'r-2': 25_000_000, 'r-3': 100 });
});

test('receipts that are no longer listed stay in the books until a person decides', async () => {
  const { goodsReceipts } = restaurant.outlets.bistro;
  goodsReceipts.add({ id: 'r-1', items });
  goodsReceipts.add({ id: 'r-2', items });
  await pollBistro();
  hidesReceipts = true;
  await pollBistro(hour);
  await pollBistro(hour);
  expect(await parkedReceipts(db, 'bistro')).toEqual([]);
  await pollBistro(3 * hour);
  expect((await parkedReceipts(db, 'bistro')).map(({ parked }) => parked)).toEqual([
    'is no longer listed',
    'is no longer listed',
  ]);
  expect(await owed()).toEqual({ 'r-1': 100, 'r-2': 100 });

  await resolveReceipt(db, 'bistro', 'r-1', 'void');
  await resolveReceipt(db, 'bistro', 'r-2', 'keep');
  expect(await parkedReceipts(db, 'bistro')).toEqual([]);
  expect(await owed()).toEqual({ 'r-1': 0, 'r-2': 100 });
});

test('the key of another outlet is rejected', async () => {
  await db.query('update api_keys set access_token = $1 where ref = $2', [
    restaurant.outlets.bakery.key('order-data').token,
    'bistro',
  ]);
  await expect(pollBistro()).rejects.toThrow('403');
});

test('a receipt that was read earlier does not overwrite one that was read later', async () => {
  const receipt = { id: 'r-1', status: 'completed' as const, items };
  await takeReceipt(db, 'bistro', { ...receipt, status: 'cancelled' }, new Date(2_000));
  await takeReceipt(db, 'bistro', receipt, new Date(1_000));
  expect(await owed()).toEqual({});
  await takeReceipt(db, 'bistro', receipt, new Date(3_000));
  expect(await owed()).toEqual({ 'r-1': 100 });
});
