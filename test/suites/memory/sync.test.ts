import { setImmediate as nextTurn } from 'node:timers/promises';
import { OutletClient } from 'outlet-open-api';
import { backfillOrders, createMemoryCheckpointStore, pollGoodsReceipts } from 'outlet-open-api/sync';
import { expect, test } from 'vitest';
import { bytesInUse } from '../../support/bytes-in-use.js';

const minute = 60_000;
const perPage = 500;
/** A thousand days ago. */
const begin = Date.now() - 1_000 * 24 * 60 * minute;
const run = { name: 'run', outletRef: 'bistro' };

/** A client of an outlet in which `count` orders, or goods receipts, were created at equal intervals of some minutes. */
function outletWith(count: number, minutes: number): OutletClient {
  const indexAt = (instant: number) => Math.ceil((instant - begin) / (minutes * minute));
  const fetch = async (url: string) => {
    // As with a network. A runtime frees no targets of weak references during a turn of the event loop.
    await nextTurn();
    const query = new URL(url).searchParams;
    const [from, to] = ['from', 'to'].map((name) => indexAt(Date.parse(query.get(name) ?? '')));
    const first = Number(query.get('cursor') ?? Math.max(from ?? 0, 0));
    const end = Math.min((to ?? 0) + 1, count);
    const last = Math.max(Math.min(first + perPage, end), first);
    const data = Array.from({ length: last - first }, (_, index) => recordOf(first + index, minutes));
    return Response.json({ data, next: last < end ? String(last) : null });
  };
  const baseUrl = 'https://pos.example';
  return new OutletClient({ baseUrl, accessToken: 'a', rateLimit: false, logLevel: 'off', fetch });
}

/** Of some hundred bytes. */
function recordOf(index: number, minutes: number) {
  const created = new Date(begin + index * minutes * minute).toISOString();
  const items = Array.from({ length: 3 }, () => ({ menuItemId: 'm-1', quantity: 2, totalPrice: 7.25 }));
  return { id: `r-${index}`, status: 'completed', created, items };
}

/** Counts how often each record came, and measures the memory since the first fortieth of them. */
function watch(count: number) {
  // Of one byte each, because a set of IDs would show in the memory.
  const times = new Uint8Array(count);
  let [seen, before, growth] = [0, 0, 0];
  return {
    see({ id }: { id: string }) {
      const index = Number(id.slice(2));
      times[index] = (times[index] ?? 0) + 1;
      seen += 1;
      if (seen % (count / 40) !== 0) return;
      const bytes = bytesInUse();
      before ||= bytes;
      growth = Math.max(growth, bytes - before);
    },
    isEachSeenOnce: () => times.every((time) => time === 1),
    growth: () => growth,
  };
}

test('a backfill of 50,000 orders takes less than 10 MB', async () => {
  const count = 50_000;
  const orders = watch(count);
  await backfillOrders(outletWith(count, 1), {
    ...run,
    from: new Date(begin),
    to: new Date(begin + count * minute),
    checkpoints: createMemoryCheckpointStore(),
    onOrders: (page) => page.forEach(orders.see),
  });
  expect(orders.isEachSeenOnce()).toBe(true);
  expect(orders.growth()).toBeLessThan(10_000_000);
});

test('a first poll of 10,000 goods receipts takes less than 10 MB', async () => {
  const count = 10_000;
  const receipts = watch(count);
  await pollGoodsReceipts(outletWith(count, 36), {
    ...run,
    from: new Date(begin),
    checkpoints: createMemoryCheckpointStore(),
    onChanged: (receipt) => receipts.see(receipt),
  });
  expect(receipts.isEachSeenOnce()).toBe(true);
  expect(receipts.growth()).toBeLessThan(10_000_000);
});
