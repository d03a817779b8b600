import { createFakeOutlet, type FakeOutlet } from 'outlet-open-api/testing';
import { describe, expect, it, test, vi } from 'vitest';
import { fakeAtNoon, filledAtNoon, send } from './send.js';

describe('goods receipts', () => {
  it('can be changed, and their amounts are recalculated', () => {
    const fake = fakeAtNoon({ empty: true });
    const { id, created, goodsReceiptNumber } = fake.goodsReceipts.add({
      status: 'draft',
      items: [{ totalPrice: 50, taxRate: 0.2 }],
      shippingFee: 5,
    });

    const changed = fake.goodsReceipts.update(id, {
      items: [{ totalPrice: 80, taxRate: 0.2 }],
      discount: 10,
    });

    expect(changed).toMatchObject({ id, created, goodsReceiptNumber, status: 'draft', shippingFee: 5 });
    expect(changed).toMatchObject({ totalPrice: 80, discount: 10, tax: 14, total: 89 });
    expect(fake.goodsReceipts.all()).toEqual([changed]);
    expect(fake.goodsReceipts.update(id, { status: undefined })).toEqual(changed);
    expect(fake.goodsReceipts.complete(id)).toEqual({ ...changed, status: 'completed' });
  });

  it('can be removed', async () => {
    const fake = fakeAtNoon({ empty: true });
    const { id } = fake.goodsReceipts.add();
    const { id: kept, goodsReceiptNumber } = fake.goodsReceipts.add();

    fake.goodsReceipts.remove(id);

    const today = 'from=2026-03-31T00:00:00Z&to=2026-04-01T00:00:00Z';
    const { body } = await send(fake, `GET /inventory/goods-receipts?${today}`);
    expect(body).toMatchObject({ data: [{ id: kept }] });
    expect(fake.goodsReceipts.add().goodsReceiptNumber).not.toBe(goodsReceiptNumber);
    expect(() => fake.goodsReceipts.remove(id)).toThrow(`The fake outlet has no goods receipt ${id}.`);
    expect(() => fake.goodsReceipts.add({ id: kept })).toThrow(`has a goods receipt ${kept} already.`);
    expect(() => fake.goodsReceipts.update(id, {})).toThrow(`The fake outlet has no goods receipt ${id}.`);
  });
});

describe('edits of channels and menu items', () => {
  const channelIds = async (fake: FakeOutlet) => {
    const { body } = await send(fake, 'GET /channels');
    return (body as { data: { id: string }[] }).data.map(({ id }) => id);
  };

  it('are published together, with one webhook', async () => {
    const fake = fakeAtNoon({ empty: true, webhookFetch: async () => new Response() });
    fake.key('reservations').webhookUrl = 'https://receiver.example/';
    fake.channels.add({ id: 'table-1', type: 'dine-in' }, { id: 'table-2', type: 'dine-in' });
    fake.channels.update('table-1', { name: 'Window' });
    fake.channels.remove('table-2');

    await fake.idle();
    expect(fake.deliveries).toEqual([]);
    expect(await channelIds(fake)).toEqual([]);
    expect(fake.channels.all()).toEqual([{ id: 'table-1', type: 'dine-in', name: 'Window' }]);

    fake.channels.publish();
    await fake.idle();
    expect(fake.deliveries.map(({ event }) => event)).toEqual(['channels.published']);
    expect(await channelIds(fake)).toEqual(['table-1']);
  });

  it('need an existing entry, or a new id', () => {
    const fake = fakeAtNoon();
    const soup = { id: 'item-soup', name: 'Soup', price: 1, options: [] };

    expect(() => fake.menus.add(soup)).toThrow('The fake outlet has a menu item item-soup already.');
    expect(() => fake.menus.update('none', { price: 1 })).toThrow('The fake outlet has no menu item none.');
    expect(() => fake.channels.remove('none')).toThrow('The fake outlet has no channel none.');
  });
});

describe('outlets of one merchant', () => {
  it('share the API, and have separate data and keys', async () => {
    const fake = fakeAtNoon({ empty: true, merchantId: 'm-1', outletId: 'bistro' });
    const other = fake.addOutlet({ outletId: 'cafe', empty: true, currency: 'SEK' });
    other.orders.add({ id: 'o-1' });

    expect([fake, other].map(({ merchantId, outletId }) => [merchantId, outletId])).toEqual([
      ['m-1', 'bistro'],
      ['m-1', 'cafe'],
    ]);
    expect((await send(fake, 'GET /orders/o-1')).status).toBe(404);
    expect((await send(other, 'GET /orders/o-1')).status).toBe(200);
    expect(other.fetch).toBe(fake.fetch);
    expect(fake.requests).toHaveLength(2);
    expect(fake.keys.all().map(({ token }) => token)).not.toContain(other.key('order-data').token);
  });

  it('share the storage of photos', async () => {
    const fake = fakeAtNoon({ empty: true });
    const other = fake.addOutlet({ empty: true });
    const create = async (caller: FakeOutlet, itemImage: string) => {
      const menu = { menuItems: [{ photos: [{ itemImage }] }] };
      return send(caller, 'POST /base-menus', { body: menu });
    };
    const { body } = await create(fake, 'https://cdn.example/a.jpg');
    const { menuItems } = body as { menuItems: [{ photos: [{ itemImage: string }] }] };

    expect((await create(other, menuItems[0].photos[0].itemImage)).status).toBe(201);
  });

  it('reject goods receipts of another outlet §auth.8', async () => {
    const fake = fakeAtNoon({ empty: true });
    const other = fake.addOutlet({ empty: true });
    const range = 'from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00Z';
    const list = (caller: FakeOutlet, outletId: string) =>
      send(
        caller,
        `GET /inventory/goods-receipts?${range}&merchantId=${fake.merchantId}&outletId=${outletId}`,
      );

    expect((await list(other, other.outletId)).status).toBe(200);
    expect((await list(other, fake.outletId)).status).toBe(403);
  });
});

it('changes details of the outlet, and keeps the others', () => {
  const fake = fakeAtNoon();
  const before = fake.updateOutlet();
  expect(before.name).not.toBe('Bistro');

  expect(fake.updateOutlet({ name: 'Bistro' })).toEqual({ ...before, name: 'Bistro' });
  expect(fake.updateOutlet()).toEqual({ ...before, name: 'Bistro' });
  fake.reset();
  expect(fake.updateOutlet()).toEqual(before);
});

describe('reset', () => {
  const snapshot = ({ orders, goodsReceipts, channels, menus, keys }: FakeOutlet) =>
    structuredClone([orders.all(), goodsReceipts.all(), channels.all(), menus.all(), keys.all()]);

  it('restores the initial state', async () => {
    const fake = filledAtNoon({
      rateLimit: { requests: 2, interval: 1_000 },
      webhookFetch: async () => new Response(),
    });
    const other = fake.addOutlet({ empty: true });
    const before = [fake, other].map(snapshot);
    const otherKey = other.key('order-data').token;
    const key = fake.key('order-data');

    key.webhookUrl = 'https://receiver.example/';
    fake.keys.create({ useCase: 'order-data' });
    fake.keys.revoke('reservations');
    fake.keys.remove('digital-ordering');
    fake.orders.complete(fake.orders.add().id);
    other.orders.add();
    fake.goodsReceipts.add();
    fake.channels.remove('table-1');
    fake.menus.publish();
    fake.clock.advance(5_000);
    for (const _ of [1, 2, 3]) await send(fake, 'GET /channels', { as: 'order-data' });
    fake.failNext({ fault: 'server-error' });
    fake.reset();

    const headers = { authorization: `Bearer ${otherKey}` };
    expect((await fake.fetch(`${fake.baseUrl}/api/v1/channels`, { headers })).status).toBe(401);
    expect([fake, fake.addOutlet({ empty: true })].map(snapshot)).toEqual(before);
    fake.reset();
    expect(fake.key('order-data')).toBe(key);
    expect([fake.requests, fake.deliveries]).toEqual([[], []]);
    expect(fake.clock.now()).toBe(Date.parse('2026-03-31T12:00:00.000Z'));
    expect((await send(fake, 'GET /channels', { as: 'order-data' })).status).toBe(200);
  });

  it('restarts every random sequence', async () => {
    const fake = fakeAtNoon({
      empty: true,
      webhookDuplicates: 0.5,
      webhookFetch: async () => new Response(),
    });
    const run = async () => {
      fake.key('order-data').webhookUrl = 'https://receiver.example/';
      for (let count = 0; count < 20; count += 1) fake.orders.complete(fake.orders.add().id);
      await fake.idle();
      return [
        fake.deliveries.map(({ payload }) => payload.id),
        fake.keys.create({ useCase: 'order-data' }).token,
      ];
    };

    const first = structuredClone(await run());
    fake.reset();

    expect(await run()).toEqual(first);
  });

  it('fails a request that is still arriving', async () => {
    const fake = fakeAtNoon({ empty: true });
    const arriving = send(fake, 'POST /orders/import', { body: { externalOrderSource: 'old-pos' } });

    fake.reset();

    await expect(arriving).rejects.toThrow('fetch failed');
    expect([fake.orders.all(), fake.requests]).toEqual([[], []]);
  });

  it('drops deliveries that are under way or wait for a retry', async () => {
    const responses: ((response: Response) => void)[] = [];
    const fake = fakeAtNoon({ webhookFetch: () => new Promise((resolve) => responses.push(resolve)) });
    fake.key('order-data').webhookUrl = 'https://receiver.example/';
    fake.orders.complete(fake.orders.add().id);
    fake.orders.complete(fake.orders.add().id);
    responses[0]?.(new Response(null, { status: 500 }));
    await fake.waitFor(() => fake.deliveries.length === 1);

    fake.reset();
    responses[1]?.(new Response());
    await fake.idle();
    fake.clock.advance(60_000);
    await fake.idle();

    expect(fake.deliveries).toEqual([]);
    expect(responses).toHaveLength(2);
  });

  it('forgets idempotency keys', async () => {
    const fake = fakeAtNoon();
    const headers = { 'idempotency-key': '6f1c2a0e-8f6b-4c57-9d3a-0c4f5e6d7a8b' };
    await send(fake, 'POST /orders/import', { headers, body: { externalOrderSource: 'old-pos' } });
    fake.reset();

    const body = { externalOrderSource: 'older-pos' };
    expect((await send(fake, 'POST /orders/import', { headers, body })).status).toBe(201);
  });
});

it('keeps the newest requests whose bodies have at most 64 MB', async () => {
  const fake = createFakeOutlet({ empty: true });
  const body = 'x'.repeat(16 * 1_024 * 1_024);
  for (const number of [1, 2, 3, 4, 5]) {
    await fake.fetch(`${fake.baseUrl}/api/v1/orders?number=${number}`, { method: 'POST', body });
  }

  expect(fake.requests.map(({ query }) => query.number)).toEqual(['2', '3', '4', '5']);
});

describe('waitFor', () => {
  it('returns what the function returns once it is truthy', async () => {
    const fake = createFakeOutlet({ empty: true, webhookFetch: async () => new Response() });
    fake.key('order-data').webhookUrl = 'https://receiver.example/';
    fake.orders.complete(fake.orders.add().id);

    const delivery = await fake.waitFor(() => fake.deliveries.at(-1));

    expect(delivery.event).toBe('order.complete');
  });

  it('does not wait for a function that never ends', async () => {
    const fake = createFakeOutlet({ empty: true });

    await expect(fake.waitFor(() => new Promise(() => {}), { timeout: 20 })).rejects.toThrow(
      'waitFor: not true',
    );
  });

  it('throws an error that counts requests and deliveries if it waits too long', async () => {
    const fake = createFakeOutlet({ empty: true });
    await send(fake, 'GET /channels');

    await expect(fake.waitFor(() => false, { timeout: 20 })).rejects.toThrow(
      'waitFor: not true within 20 ms. The fake has received 1 requests and made 0 deliveries.',
    );
  });

  it('throws before Vitest and Jest end the test by default', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort());

    await expect(createFakeOutlet({ empty: true }).waitFor(() => false)).rejects.toThrow('within 4000 ms');
  });
});

describe('the action log', () => {
  it('says who created an order', async () => {
    const fake = fakeAtNoon({ empty: true });
    fake.orders.add();
    fake.orders.add({ createdBy: 'digital-ordering' });
    fake.orders.add({ partnerAggregated: true, partnerInfo: { partnerChannel: 'foodie' } });
    const today = 'from=2026-03-31T00:00:00Z&to=2026-04-01T00:00:00Z';

    const { body } = await send(fake, `GET /orders/action-logs?${today}`);
    const { data } = body as { data: { actor: { type: string; name: string } }[] };
    expect(data.map(({ actor }) => `${actor.type} ${actor.name}`).toSorted()).toEqual([
      'apiKey Digital Ordering',
      'partner foodie',
      'staff Sam Rivera',
    ]);
  });
});

test.each<[problem: string, call: (fake: FakeOutlet) => unknown]>([
  [
    'updateOutlet: `nam` is not an option, but `name` is',
    (fake) => fake.updateOutlet(Object({ nam: 'Bistro' })),
  ],
  [
    'keys.create: useCase must be one of digital-ordering, ',
    (fake) => fake.keys.create(Object({ useCase: 'orderdata' })),
  ],
  [
    'rateLimit: `intervall` is not an option, but `interval` is',
    () => createFakeOutlet({ rateLimit: Object({ requests: 5, intervall: 1_000 }) }),
  ],
])('a name that does not exist is rejected: %s', (problem, call) => {
  expect(() => call(createFakeOutlet())).toThrow(problem);
});
