import type { FakeOutlet } from 'outlet-open-api/testing';
import { describe, expect, it } from 'vitest';
import { fakeAtNoon, filledAtNoon, send } from './send.js';

interface Record {
  id: string;
  status: string;
  created: string;
}

interface Page<Entry = Record> {
  data: Entry[];
  next: string | null;
}

const month = 'from=2026-03-01T00:00:00Z&to=2026-03-31T00:00:00Z';
const week = 'from=2026-03-01T00:00:00Z&to=2026-03-08T00:00:00Z';

async function pagesOf<Entry = Record>(
  fake: FakeOutlet,
  path: string,
  param = 'cursor',
): Promise<Page<Entry>[]> {
  const pages: Page<Entry>[] = [];
  for (let cursor: string | null = ''; cursor !== null; cursor = pages.at(-1)?.next ?? null) {
    const rest = cursor === '' ? '' : `&${param}=${encodeURIComponent(cursor)}`;
    const { body } = await send(fake, `GET ${path}${rest}`);
    pages.push(body as Page<Entry>);
  }
  return pages;
}

const recordsOf = <Entry>(pages: Page<Entry>[]) => pages.flatMap(({ data }) => data);
const idsOf = (pages: Page[]) => recordsOf(pages).map(({ id }) => id);

const full = filledAtNoon();
const sparse = filledAtNoon({ sparsePages: true });

const lists = [
  { name: 'orders', path: `/orders?${month}` },
  { name: 'goods receipts', path: `/inventory/goods-receipts?${month}&status=draft,completed,cancelled` },
];

describe.each(lists)('pages of $name', ({ path }) => {
  it('hold every record once §orders-list.pages', async () => {
    const ids = idsOf(await pagesOf(full, path));

    expect(ids.length).toBeGreaterThan(25);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('hold the same records if they are sparse, and some hold few or none §goods-receipts.sparse', async () => {
    const pages = await pagesOf(sparse, path);

    expect(idsOf(pages).toSorted()).toEqual(idsOf(await pagesOf(full, path)).toSorted());
    expect(pages.some(({ data, next }) => data.length === 0 && next !== null)).toBe(true);
    expect(pages.some(({ data, next }) => data.length < 25 && data.length > 0 && next !== null)).toBe(true);
  });

  it('have cursors that must be encoded, and belong to their query', async () => {
    const first = (await send(full, `GET ${path}`)).body as Page;
    const cursor = first.next ?? '';

    for (const special of ['%2B', '&', '+', '=', '/']) expect(cursor).toContain(special);
    expect((await send(full, `GET ${path}&cursor=${cursor}`)).status).toBe(400);
    const encoded = encodeURIComponent(cursor);
    expect((await send(full, `GET ${path}&cursor=${encodeURIComponent(encoded)}`)).status).toBe(400);
    expect((await send(full, `GET ${path}&status=cancelled&cursor=${encoded}`)).status).toBe(400);
    expect((await send(full, `GET ${path}&cursor=${encodeURIComponent(cursor.slice(0, -3))}`)).status).toBe(
      400,
    );
  });
});

it('holds up to 25 orders of each status §orders-list.page-size §limits.order-page', async () => {
  const fake = fakeAtNoon({ empty: true });
  const addMany = (status: string, count: number) => {
    for (let index = 0; index < count; index += 1) {
      fake.orders.add({ status, created: new Date(Date.parse('2026-03-02T00:00:00Z') + index) });
    }
  };
  addMany('complete', 60);
  addMany('cancelled', 30);

  const pages = await pagesOf(fake, `/orders?${month}`);

  const counts = pages.map(({ data }) => data.filter(({ status }) => status === 'complete').length);
  expect(counts).toEqual([25, 25, 10]);
  expect(pages.map(({ data }) => data.length)).toEqual([50, 30, 10]);
});

it('holds up to 25 goods receipts, and the last page has no next §goods-receipts.page-size §limits.receipt-page §goods-receipts.last', async () => {
  const fake = fakeAtNoon({ empty: true });
  for (let day = 0; day < 60; day += 1) {
    fake.goodsReceipts.add({ created: new Date(Date.parse('2026-03-02T00:00:00Z') + day) });
  }

  const pages = await pagesOf(fake, `/inventory/goods-receipts?${month}`);

  expect(pages.map(({ data }) => data.length)).toEqual([25, 25, 10]);
  expect(pages.map(({ next }) => next)).toEqual([expect.any(String), expect.any(String), null]);
});

it('neither repeats nor skips an order whose status changes between two pages', async () => {
  const fake = fakeAtNoon({ empty: true });
  const added = Array.from({ length: 40 }, (_, index) =>
    fake.orders.add({ status: 'complete', created: `2026-03-02T00:00:${10 + index}Z` }),
  );
  const first = (await send(fake, `GET /orders?${month}&status=complete`)).body as Page;

  fake.orders.cancel(added[0]?.id ?? '');
  const rest = `&cursor=${encodeURIComponent(first.next ?? '')}`;
  const second = (await send(fake, `GET /orders?${month}&status=complete${rest}`)).body as Page;

  expect(idsOf([first, second])).toEqual(added.map(({ id }) => id));
});

it('lists action logs newest first, and every entry once §action-logs.order §action-logs.pages §action-logs.sparse', async () => {
  const pages = await pagesOf(sparse, `/orders/action-logs?${month}`);

  const times = recordsOf(pages).map(({ created }) => created);
  const entries = recordsOf(pages).map((entry) => JSON.stringify(entry));

  expect(pages.some(({ data, next }) => data.length < 25 && next !== null)).toBe(true);
  expect(times.length).toBeGreaterThan(300);
  expect(times).toEqual(times.toSorted().toReversed());
  expect(new Set(entries).size).toBe(entries.length);
});

it.each([
  ['action §action-logs.action', 'action=orderCancelled', ({ action }: Entry) => action === 'orderCancelled'],
  ['actor §action-logs.actor-id', 'actorId=staff-1', ({ actor }: Entry) => actor.id === 'staff-1'],
  ['actor type §action-logs.actor-type', 'actorType=staff', ({ actor }: Entry) => actor.type === 'staff'],
  ['text §action-logs.search', 'search=ROBIN', ({ actor }: Entry) => actor.name === 'Robin Park'],
])('filters action logs by %s', async (_, filter, holds) => {
  const all = recordsOf(await pagesOf<Entry>(full, `/orders/action-logs?${week}`));
  const found = recordsOf(await pagesOf(full, `/orders/action-logs?${week}&${filter}`));

  expect(found.length).toBeGreaterThan(0);
  expect(found).toEqual(all.filter(holds));
});

it('filters action logs by channel §action-logs.channel', async () => {
  const fake = fakeAtNoon({ empty: true });
  fake.orders.add({ id: 'here', channelId: 'table-1' });
  fake.orders.add({ id: 'there', channelId: 'table-2' });

  const today = 'from=2026-03-31T00:00:00Z&to=2026-04-01T00:00:00Z';
  const { body } = await send(fake, `GET /orders/action-logs?${today}&channelId=table-2`);

  expect(body).toMatchObject({ data: [{ action: 'orderCreated', metadata: { orderId: 'there' } }] });
});

it('shows what was done to an order, newest first §action-log.whole §action-log.order', async () => {
  const fake = fakeAtNoon();
  const { id } = fake.orders.add({ guestCount: 2 });
  fake.orders.inKitchen(id);
  fake.orders.complete(id);

  const { body } = await send(fake, `GET /orders/${id}/action-log`);

  expect((body as { data: Entry[] }).data.map(({ action }) => action)).toEqual([
    'orderCompleted',
    'orderSentToKitchen',
    'orderCreated',
  ]);
});

interface Entry {
  action: string;
  actor: { id: string; type: string; name: string };
}

it('a list misses an order that is cancelled after the page with the cancelled orders of its time', async () => {
  const fake = fakeAtNoon({ empty: true });
  const at = (minutes: number) => new Date(Date.parse('2026-03-02T00:00:00Z') + minutes * 60_000);
  const complete = Array.from({ length: 30 }, (_, n) =>
    fake.orders.add({ status: 'complete', created: at(n) }),
  );
  for (let n = 30; n < 60; n += 1) fake.orders.add({ status: 'cancelled', created: at(n) });
  const last = complete.at(-1)?.id ?? '';
  const path = `/orders?${week}`;
  const first = await send(fake, `GET ${path}`);
  const { data, next } = first.body as Page;

  fake.orders.cancel(last);
  const second = await send(fake, `GET ${path}&cursor=${encodeURIComponent(next ?? '')}`);

  const listed = [...data, ...(second.body as Page).data].map(({ id }) => id);
  expect(listed).toHaveLength(59);
  expect(listed).not.toContain(last);
  expect(idsOf(await pagesOf(fake, path))).toContain(last);
});
