import type { ListPosition } from 'outlet-open-api';
import { expect, test } from 'vitest';
import { restaurant } from './restaurant.js';

const { open, client } = restaurant();
const now = Date.parse('2026-11-01T12:00:00Z');
const from = '2026-09-15T00:00:00Z';
const to = '2026-11-01T00:00:00Z';

/** The clock of the fake is stopped. Nothing waits, because neither the fake nor the client has a rate limit. */
const still = { now: () => now, rateLimit: false } as const;

test('orders of a long range are listed, each once §use-case.order-data §flow.order-data.backfill', async () => {
  const fake = open({ ...still, empty: true });
  const outlet = client(fake, 'order-data', { rateLimit: false });
  const add = (status: string, days: number) =>
    fake.orders.add({ status, created: new Date(Date.parse(from) + (days + 0.5) * 86_400_000) }).id;
  const expected = Array.from({ length: 47 }, (_, days) => [add('complete', days), add('complete', days)]);
  for (const days of [-1, 47]) add('complete', days);
  for (const status of ['cancelled', 'open']) add(status, 20);
  const ids: string[] = [];
  for await (const order of outlet.orders.list({ from, to, status: 'complete' })) ids.push(order.id);
  expect(ids.toSorted()).toEqual(expected.flat().toSorted());
});

test('goods receipts come oldest first, on pages with positions §goods-receipts.order §flow.accounting.purchases', async () => {
  const outlet = client(open(still), 'order-data', { rateLimit: false });
  const created: string[] = [];
  const saved: ListPosition[] = [];
  for await (const page of outlet.goodsReceipts
    .list({ from, to, status: ['completed', 'cancelled'] })
    .pages()) {
    created.push(...page.items.map((receipt) => receipt.created ?? ''));
    expect(Date.parse(page.slice.to) - Date.parse(page.slice.from)).toBeLessThanOrEqual(31 * 86_400_000);
    saved.push(page.position);
  }
  expect(created).toEqual(created.toSorted());
  expect(saved.length).toBeGreaterThan(1);
});

test('a list resumes after a page, also after a restart', async () => {
  const outlet = client(open(still), 'order-data', { rateLimit: false });
  const whole = await outlet.orders.list({ from, to }).toArray();
  const first = await outlet.orders.list({ from, to }).firstPage();
  const kept: ListPosition = JSON.parse(JSON.stringify(first.position));
  const rest = await outlet.orders.list({ from, to }, { resumeFrom: kept }).toArray();
  expect([...first.items, ...rest].map(({ id }) => id)).toEqual(whole.map(({ id }) => id));
});

test('full and sparse pages and any concurrency return the same records, in the documented order if there is one', async () => {
  const full = client(open(still), 'order-data', { rateLimit: false });
  const sparse = client(open({ ...still, sparsePages: true }), 'order-data', { rateLimit: false });
  const [alone, together] = [{ concurrency: 1 }, { concurrency: 8 }];
  const idsOf = (orders: { id: string }[]) => orders.map(({ id }) => id).toSorted();
  expect(idsOf(await sparse.orders.list({ from, to }, together).toArray())).toEqual(
    idsOf(await full.orders.list({ from, to }, alone).toArray()),
  );
  expect(await sparse.goodsReceipts.list({ from, to }, together).toArray()).toEqual(
    await full.goodsReceipts.list({ from, to }, alone).toArray(),
  );
  const days = { from: '2026-10-25T00:00:00Z', to };
  expect(await sparse.actionLogs.list(days, together).toArray()).toEqual(
    await full.actionLogs.list(days, alone).toArray(),
  );
});

test('action logs come newest first, up to the limit that is passed §action-logs.order §action-logs.actor-type', async () => {
  const outlet = client(open(still), 'order-data', { rateLimit: false });
  const some = await outlet.actionLogs.list({ from, to, actorType: 'staff' }).toArray({ limit: 100 });
  const created = some.map((entry) => entry.created ?? '');
  expect(some).toHaveLength(100);
  expect(some.every(({ actor }) => actor?.type === 'staff')).toBe(true);
  expect(created).toEqual(created.toSorted().toReversed());
});

test('a paginator is not a promise, can be iterated twice, and sends nothing before iteration', async () => {
  const fake = open(still);
  const outlet = client(fake, 'order-data', { rateLimit: false });
  const list = outlet.orders.list({ from: to, to });
  // @ts-expect-error: it sends nothing, so the compiler rejects it.
  expect(await list).toBe(list);
  expect(await list.toArray({ limit: 0 })).toEqual([]);
  expect(fake.requests).toHaveLength(0);
  expect(await list.toArray()).toEqual(await list.toArray());
  expect(fake.requests).toHaveLength(2);
});
