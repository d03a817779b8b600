import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Emulator } from '../../../src/emulator/index.js';
import { createFakeOutlet } from '../../../src/testing/index.js';
import { newFolder } from '../../support/new-folder.js';
import { control, openEmulator } from './running.js';

const titles = ['F-1000', 'Table 5', 'Kim Adams'];

async function openOrders(emulator: Emulator) {
  const { columns } = await control(emulator, 'GET /board');
  return columns.find(({ status }) => status === 'open')?.orders ?? [];
}

const titlesOf = async (emulator: Emulator) => (await openOrders(emulator)).map(({ title }) => title);

test('the emulator starts with three open orders, which a reset restores', async () => {
  const emulator = await openEmulator({ empty: false });
  const orders = await openOrders(emulator);
  expect(orders.map(({ title }) => title)).toEqual(titles);
  expect(orders.map(({ createdBy }) => createdBy)).toEqual(['Digital Ordering', undefined, 'Reservations']);
  expect(orders.map(({ total }) => total)).toEqual([35.7, 38.2, 0]);

  for (const { id } of orders) emulator.fake.orders.complete(id);
  expect(await titlesOf(emulator)).toEqual([]);
  emulator.fake.reset({ keepKeys: true });
  expect(await titlesOf(emulator)).toEqual(titles);
});

test('a reset after the default key was deleted restores the order without it', async () => {
  const emulator = await openEmulator({ empty: false });
  emulator.fake.keys.remove('digital-ordering');
  emulator.fake.reset({ keepKeys: true });
  const [order] = await openOrders(emulator);
  expect(order?.title).toBe('F-1000');
  expect(order?.createdBy).toBeUndefined();
});

test('neither an empty emulator, nor a fake, nor an earlier run gets open orders', async () => {
  const state = join(await newFolder(), 'state.json');
  const first = await openEmulator({ state, empty: false });
  for (const { id } of await openOrders(first)) first.fake.orders.complete(id);
  await first.close();

  expect(await titlesOf(await openEmulator({ state, empty: false }))).toEqual([]);
  expect(await titlesOf(await openEmulator({ empty: true }))).toEqual([]);
  expect(
    createFakeOutlet()
      .orders.all()
      .filter(({ status }) => status === 'open'),
  ).toEqual([]);
});
