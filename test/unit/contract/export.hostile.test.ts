import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { csv, csvText, orderTable, streamOf } from 'outlet-open-api/export';
import { expect, test } from 'vitest';
import { newFolder } from '../../support/new-folder.js';
import { restaurant } from './restaurant.js';

const { open, client } = restaurant();

/** The API specification does not define the sequence of orders. */
const linesOf = (text: string) => text.split('\r\n').toSorted();

test('orders become a CSV file', async () => {
  const fake = open({ rateLimit: false });
  const outlet = client(fake, 'order-data', { rateLimit: false });
  const to = new Date();
  const from = new Date(to.getTime() - 20 * 24 * 60 * 60 * 1_000);
  const path = join(await newFolder(), 'orders.csv');

  await writeFile(path, streamOf(outlet.orders.list({ from, to })).pipeThrough(csv(orderTable)));

  const orders = await outlet.orders.list({ from, to }).toArray();
  expect(orders.length).toBeGreaterThan(0);
  expect(linesOf(await readFile(path, 'utf8'))).toEqual(linesOf(csvText(orders, orderTable)));
});
