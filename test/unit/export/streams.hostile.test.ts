import { createWriteStream, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { InternalServerError, OutletClient } from 'outlet-open-api';
import {
  csv,
  csvText,
  goodsReceiptLineTable,
  ndjson,
  ndjsonText,
  orderTable,
  streamOf,
} from 'outlet-open-api/export';
import { createFakeOutlet, type FakeOutlet, type FakeOutletOptions } from 'outlet-open-api/testing';
import { expect, test } from 'vitest';
import { newFolder } from '../../support/new-folder.js';
import { fullPages, hostileMode } from '../../support/services/hostile-mode.js';

const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-30T00:00:00Z' };

/** A fake outlet with orders in the range. */
function world(orders: number, options: FakeOutletOptions = {}) {
  const fake = createFakeOutlet({ ...hostileMode, empty: true, rateLimit: false, ...options });
  const first = Date.parse(range.from);
  for (let index = 1; index <= orders; index += 1)
    fake.orders.add({ status: 'complete', created: new Date(first + index * 60_000) });
  return { fake, outlet: clientOf(fake) };
}

function clientOf(fake: FakeOutlet): OutletClient {
  const { token } = fake.key('order-data');
  const rateLimit = false;
  return new OutletClient({
    baseUrl: fake.baseUrl,
    accessToken: token,
    fetch: fake.fetch,
    rateLimit,
    maxRetries: 0,
  });
}

/** Waits for everything that needs no timer. */
async function settled(): Promise<void> {
  for (let turns = 0; turns < 100; turns += 1) await new Promise((resolve) => setImmediate(resolve));
}

test('a list becomes a file', async () => {
  const { outlet } = world(60);
  const folder = await newFolder();
  const rows = () => streamOf(outlet.orders.list(range)).pipeThrough(csv(orderTable, { bom: true }));
  await writeFile(join(folder, 'written.csv'), rows());
  await pipeline(rows(), createWriteStream(join(folder, 'piped.csv')));
  const texts = ['written.csv', 'piped.csv'].map((name) => readFileSync(join(folder, name), 'utf8'));
  const expected = csvText(await outlet.orders.list(range).toArray(), orderTable, { bom: true });
  expect(texts).toEqual([expected, expected]);
});

test('a stream is the body of a Response, compressed or not', async () => {
  const { outlet } = world(30);
  const orders = await outlet.orders.list(range).toArray();
  const lines = () => streamOf(outlet.orders.list(range)).pipeThrough(ndjson());
  expect(await new Response(lines()).text()).toBe(ndjsonText(orders));

  const packed = new Response(lines().pipeThrough(new CompressionStream('gzip')));
  const unpacked = packed.body?.pipeThrough(new DecompressionStream('gzip'));
  expect(await new Response(unpacked).text()).toBe(ndjsonText(orders));
});

test('a table without records is its header', async () => {
  const { outlet } = world(0);
  const body = streamOf(outlet.goodsReceipts.list(range)).pipeThrough(csv(goodsReceiptLineTable));
  expect(await new Response(body).text()).toBe(csvText([], goodsReceiptLineTable));
});

test('a page is one write, with the same bytes as its records', async () => {
  const { outlet } = world(60);
  const stream = csv(orderTable);
  const written = new Response(stream.readable).text();
  const writer = stream.writable.getWriter();
  for await (const { items } of outlet.orders.list(range).pages()) await writer.write(items);
  await writer.close();
  expect(await written).toBe(csvText(await outlet.orders.list(range).toArray(), orderTable));
});

test.each([
  ['csv', () => csv(orderTable)],
  ['ndjson', () => ndjson()],
])('%s reads only what its consumer asks for', async (_, make) => {
  const { fake, outlet } = world(500, fullPages);
  const reader = streamOf(outlet.orders.list(range)).pipeThrough(make()).getReader();
  await reader.read();
  await settled();
  // The list prefetches a page.
  expect(fake.requests.length).toBeLessThanOrEqual(3);
  const before = fake.requests.length;
  await settled();
  expect(fake.requests).toHaveLength(before);
  for (let reads = 0; reads < 200; reads += 1) await reader.read();
  await settled();
  expect(fake.requests.length).toBeGreaterThan(before);
  expect(fake.requests.length).toBeLessThan(13);
  await reader.cancel();
});

test('canceling the stream ends the iteration', async () => {
  const { fake, outlet } = world(500);
  let hasEnded = false;
  async function* records() {
    try {
      yield* outlet.orders.list(range);
    } finally {
      hasEnded = true;
    }
  }
  const reader = streamOf(records()).pipeThrough(csv(orderTable)).getReader();
  await reader.read();
  await reader.cancel();
  await settled();
  expect(hasEnded).toBe(true);
  const asked = fake.requests.length;
  await settled();
  expect(fake.requests).toHaveLength(asked);
  expect(asked).toBeLessThan(5);
});

test('an error of the list is an error of the stream', async () => {
  const { fake, outlet } = world(100);
  const reader = streamOf(outlet.orders.list(range)).pipeThrough(csv(orderTable)).getReader();
  await reader.read();
  fake.failNext({ method: 'GET', path: '/orders', fault: 'server-error' });
  const readAll = async () => {
    while (!(await reader.read()).done);
  };
  await expect(readAll()).rejects.toBeInstanceOf(InternalServerError);
});

test('a record that cannot be written ends the stream and the iteration', async () => {
  let hasEnded = false;
  async function* records() {
    try {
      yield { id: 'o-1' };
      yield { id: 'o-2', items: [1n] };
      yield { id: 'o-3' };
    } finally {
      hasEnded = true;
    }
  }
  const body = streamOf(records()).pipeThrough(ndjson());
  await expect(new Response(body).text()).rejects.toThrow('BigInt');
  expect(hasEnded).toBe(true);
});

test('streamOf reads a value only when the consumer asks for it', async () => {
  const steps: number[] = [];
  async function* records() {
    for (let step = 1; step <= 3; step += 1) {
      steps.push(step);
      yield step;
    }
  }
  const reader = streamOf(records()).getReader();
  await settled();
  expect(steps).toEqual([]);
  expect(await reader.read()).toEqual({ done: false, value: 1 });
  await settled();
  expect(steps).toEqual([1]);

  const body = streamOf([{ id: 'o-1' }, { id: 'o-2' }]).pipeThrough(ndjson());
  expect(await new Response(body).text()).toBe('{"id":"o-1"}\n{"id":"o-2"}\n');
});
