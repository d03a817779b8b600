import type { FakeOutlet, FakeOutletOptions } from 'outlet-open-api/testing';
import { describe, expect, it } from 'vitest';
import { fakeAtNoon, filledAtNoon, send } from './send.js';

const month = 'from=2026-03-01T00:00:00Z&to=2026-03-31T00:00:00Z';
const order = { channelId: 'channel-foodie', items: [{ menuItemId: 'item-pizza', quantity: 1 }] };
const keyed = { 'idempotency-key': '6f1c2a0e-8f6b-4c57-9d3a-0c4f5e6d7a8b' };

async function listed(fake: FakeOutlet, query: string): Promise<unknown[]> {
  const { body } = await send(fake, `GET /orders?${query}`);
  return (body as { data: unknown[] }).data;
}

describe('lists', () => {
  it('can name their cursor otherwise', async () => {
    const fake = filledAtNoon({ cursorParam: 'page' });
    const first = (await send(fake, `GET /orders?${month}`)).body as { next: string };

    const second = await send(fake, `GET /orders?${month}&page=${encodeURIComponent(first.next)}`);

    expect(second.status).toBe(200);
    expect(second.body).not.toEqual(first);
  });

  it.each(['/channels', `/orders?${month}`, `/orders/action-logs?${month}`])(
    'can wrap %s otherwise',
    async (path) => {
      const { body } = await send(fakeAtNoon({ wrapper: 'records' }), `GET ${path}`);

      expect(body).toMatchObject({ records: expect.any(Array) });
    },
  );

  it('can be bare if they have no pages', async () => {
    const fake = fakeAtNoon({ bareLists: true });
    const { id } = fake.orders.add();

    expect((await send(fake, 'GET /channels')).body).toBeInstanceOf(Array);
    expect((await send(fake, `GET /orders/${id}/action-log`)).body).toBeInstanceOf(Array);
    expect((await send(fake, `GET /orders?${month}`)).body).toMatchObject({ data: expect.any(Array) });
  });

  it.each([
    ['inclusive', 2],
    ['half-open', 1],
    ['exclusive', 0],
  ] as const)('can have %s bounds', async (bounds, count) => {
    const fake = fakeAtNoon({ empty: true, bounds });
    fake.orders.add({ status: 'complete', created: '2026-03-01T00:00:00Z' });
    fake.orders.add({ status: 'complete', created: '2026-03-31T00:00:00Z' });

    expect(await listed(fake, month)).toHaveLength(count);
  });

  it.each([
    ['created', 0],
    ['updated', 1],
  ] as const)('can filter orders by the time they were %s', async (ordersFilteredBy, count) => {
    const fake = fakeAtNoon({ empty: true, ordersFilteredBy });
    fake.orders.complete(fake.orders.add({ created: '2026-03-01T00:00:00Z' }).id);

    const today = 'from=2026-03-31T00:00:00Z&to=2026-04-01T00:00:00Z';
    expect(await listed(fake, today)).toHaveLength(count);
  });

  it.each([
    ['oldest-first', ['a', 'b', 'c', 'd']],
    ['newest-first', ['d', 'c', 'b', 'a']],
    ['shuffled', ['d', 'a', 'c', 'b']],
  ] as const)('can sort orders %s', async (orderSorting, expected) => {
    const fake = fakeAtNoon({ empty: true, orderSorting });
    for (const [index, id] of ['a', 'b', 'c', 'd'].entries()) {
      fake.orders.add({ id, status: 'complete', created: `2026-03-0${index + 2}T00:00:00Z` });
    }

    expect(await listed(fake, month)).toMatchObject(expected.map((id) => ({ id })));
  });

  it('can leave out next on the last page of one list, and nowhere else', async () => {
    const fake = fakeAtNoon({ empty: true, nextOnLastPage: { goodsReceipts: 'absent' } });

    expect((await send(fake, `GET /inventory/goods-receipts?${month}`)).body).toEqual({ data: [] });
    for (const path of ['/orders/action-logs', '/orders'])
      expect((await send(fake, `GET ${path}?${month}`)).body).toEqual({ data: [], next: null });
  });

  it('can be nested, with a cursor in another object', async () => {
    const fake = filledAtNoon({ wrapper: { orders: 'result.items' }, nextField: { orders: 'result.after' } });

    const orders = (await send(fake, `GET /orders?${month}`)).body;
    expect(orders).toEqual({ result: { items: expect.any(Array), after: expect.any(String) } });
    const receipts = (await send(fake, `GET /inventory/goods-receipts?${month}`)).body;
    expect(receipts).toMatchObject({ data: expect.any(Array) });
    expect((await send(fake, 'GET /channels')).body).toEqual({ data: expect.any(Array) });
  });

  it('can write the next cursor as a number or a URL, in another field', async () => {
    const first = (body: unknown) => body as { data: unknown[]; next: string; after: number };
    const all = first((await send(filledAtNoon(), `GET /orders?${month}`)).body);
    const numbered = filledAtNoon({ cursorForm: 'number', nextField: { orders: 'after' } });
    const { after } = first((await send(numbered, `GET /orders?${month}`)).body);
    const linked = filledAtNoon({ cursorForm: 'url' });
    const { next } = first((await send(linked, `GET /orders?${month}`)).body);

    expect(after).toBe(1);
    expect(next).toMatch(/^\/api\/v1\/orders\?from=/);
    const expected = await send(
      filledAtNoon(),
      `GET /orders?${month}&cursor=${encodeURIComponent(all.next)}`,
    );
    const { data } = first(expected.body);
    expect((await send(numbered, `GET /orders?${month}&cursor=1`)).body).toMatchObject({ data });
    expect((await send(linked, `GET ${next.slice('/api/v1'.length)}`)).body).toMatchObject({ data });
  });

  it.each([
    [{ emptyPages: 'null' }, { data: null, next: null }],
    [{ emptyPages: 'absent' }, { next: null }],
    [{ emptyPages: 'absent', nextOnLastPage: 'absent' }, { data: [] }],
    [{ nextOnLastPage: 'false' }, { data: [], next: false }],
  ] satisfies [FakeOutletOptions, object][])('can end an empty list with %j: %j', async (options, body) => {
    expect((await send(fakeAtNoon({ empty: true, ...options }), `GET /orders?${month}`)).body).toEqual(body);
  });

  it('can list orders without a range, or with one bound', async () => {
    const fake = fakeAtNoon({ empty: true, orderRangeRequired: false });
    for (const created of ['2026-02-20T00:00:00Z', '2026-03-20T00:00:00Z']) {
      fake.orders.add({ status: 'complete', created });
    }

    expect(await listed(fake, '')).toHaveLength(1);
    expect(await listed(fake, 'from=2026-02-19T00:00:00Z')).toHaveLength(2);
    expect(await listed(fake, 'to=2026-02-21T00:00:00Z')).toHaveLength(1);
    expect((await send(fake, 'GET /orders?to=yesterday')).status).toBe(400);
  });

  it('can hide aggregated orders', async () => {
    const fake = fakeAtNoon({ empty: true, listsPartnerAggregated: false });
    fake.orders.add({ status: 'complete', partnerAggregated: true, created: '2026-03-02T00:00:00Z' });

    expect(await listed(fake, month)).toEqual([]);
  });
});

it('can wrap the menu', async () => {
  const { body } = await send(fakeAtNoon({ menuWrapper: 'data' }), 'GET /menus?channelType=dine-in');

  expect(body).toMatchObject({ data: { menuItems: expect.any(Array) } });
});

it.each([
  [undefined, 400],
  [404, 404],
  [false, 200],
] as const)(
  'can reject the menu of a channel type that no channel has: %s',
  async (unknownChannelTypeStatus, expected) => {
    const fake = fakeAtNoon({ unknownChannelTypeStatus });
    const menuOf = (type: string) => send(fake, `GET /menus?channelType=${type}&partnerChannel=foodie`);

    const { status, body } = await menuOf('partners');

    expect(status).toBe(expected);
    if (expected !== 200) expect(JSON.stringify(body)).toContain('no channel has this type');
    fake.channels.add({ id: 'kiosk-1', type: 'kiosk' });
    fake.channels.publish();
    expect((await menuOf('kiosk')).status).toBe(200);
    expect((await menuOf('partner')).status).toBe(200);
  },
);

it('returns the menu of a documented channel type if the outlet has no channels', async () => {
  const { status } = await send(fakeAtNoon({ empty: true }), 'GET /menus?channelType=dine-in');

  expect(status).toBe(200);
});

describe('fields of responses', () => {
  const shown = async (options: FakeOutletOptions, path: string) => {
    const fake = fakeAtNoon({ empty: true, bareLists: true, ...options });
    fake.channels.add({ id: 'table-1', type: 'dine-in', name: 'Table 1' });
    fake.channels.publish();
    const items = [{ menuItemId: 'soup', quantity: 1 }];
    fake.orders.add({ id: 'o-1', status: 'complete', created: '2026-03-02T00:00:00Z', items });
    return (await send(fake, `GET ${path}`)).body;
  };

  it('can be the documented ones only', async () => {
    const bare = { undocumentedFields: false };
    const order = {
      id: 'o-1',
      status: 'complete',
      items: [{ menuItemId: 'soup', quantity: 1, options: [] }],
      payments: [],
      appliedDiscounts: [],
    };

    expect(await shown(bare, '/channels')).toEqual([{ id: 'table-1', type: 'dine-in' }]);
    expect(await shown(bare, '/orders/o-1')).toEqual(order);
    expect(await shown(bare, `/orders?${month}`)).toEqual({ data: [order], next: null });
  });

  it('can be null if they have no value', async () => {
    expect(await shown({ emptyFields: 'null' }, '/orders/o-1')).toMatchObject({
      channelId: null,
      partnerInfo: null,
      items: [{ customerName: null, options: [] }],
      payments: [],
    });
  });

  it.each([
    ['empty', []],
    ['null', null],
    ['absent', undefined],
  ] as const)('can show lists without entries as %s', async (emptyLists, list) => {
    const order = await shown({ emptyLists, undocumentedFields: false }, '/orders/o-1');

    const absent = list === undefined;
    expect(order).toStrictEqual({
      id: 'o-1',
      status: 'complete',
      items: [{ menuItemId: 'soup', quantity: 1, ...(!absent && { options: list }) }],
      ...(!absent && { payments: list, appliedDiscounts: list }),
    });
  });

  it('can be null for one list only', async () => {
    const fake = fakeAtNoon({ empty: true, emptyFields: { goodsReceipts: 'null' } });
    fake.goodsReceipts.add({ tax: null, created: '2026-03-02T00:00:00Z' });
    fake.orders.add({ id: 'o-1' });

    const receipts = (await send(fake, `GET /inventory/goods-receipts?${month}`)).body;
    expect(receipts).toMatchObject({ data: [{ tax: null }] });
    expect((await send(fake, 'GET /orders/o-1')).body).not.toHaveProperty('guestCount');
  });

  it.each([
    [0.01, 50.01, 10.01, 60.01],
    [-0.01, 49.99, 9.99, 59.99],
  ] as const)('can have a header amount that differs by %d', (headerDifference, totalPrice, tax, total) => {
    const fake = fakeAtNoon({ empty: true, headerDifference });
    const items = [{ totalPrice: 50, taxRate: 0.2 }];
    const exempt = [{ totalPrice: 50 }];

    expect(fake.goodsReceipts.add({ id: 'r-1', items })).toMatchObject({ totalPrice, tax: 10, total });
    expect(fake.goodsReceipts.add({ id: 'r-2', items })).toMatchObject({ totalPrice: 50, tax, total });
    expect(fake.goodsReceipts.add({ id: 'r-4', items: exempt })).toMatchObject({ totalPrice, tax: 0 });
  });
});

describe('rules', () => {
  const delivery = { channelId: 'channel-foodie', items: [{ menuItemId: 'item-pizza', quantity: 1 }] };
  const partnerInfo = { partnerChannel: 'foodie', orderId: 'F-1' };

  it('can reject orders for a table', async () => {
    const fake = fakeAtNoon({ dineInOrders: false });
    const body = { ...delivery, channelId: 'table-1' };

    expect((await send(fake, 'POST /orders', { body })).status).toBe(400);
    expect((await send(fake, 'POST /orders', { body: delivery })).status).toBe(201);
  });

  it('can require partnerInfo', async () => {
    const fake = fakeAtNoon({ partnerInfoRequired: true });

    expect((await send(fake, 'POST /orders', { body: delivery })).status).toBe(400);
    expect((await send(fake, 'POST /orders', { body: { ...delivery, partnerInfo } })).status).toBe(201);
  });

  it.each([
    [false, 200],
    [403, 403],
  ] as const)('can have another key cancel an order: %s', async (foreignOrderStatus, expected) => {
    const fake = fakeAtNoon({ foreignOrderStatus });
    fake.orders.add({ id: 'o-1', createdBy: 'digital-ordering' });
    const cancel = { as: 'order-data', body: { status: 'cancelled' } } as const;

    expect((await send(fake, 'PUT /orders/o-1', cancel)).status).toBe(expected);
    fake.orders.add({ id: 'o-2', createdBy: 'digital-ordering' });
    expect((await send(fake, 'PUT /orders/o-2', { body: cancel.body })).status).toBe(200);
  });

  it.each([
    [400, 400],
    [409, 409],
    [false, 200],
  ] as const)('can cancel a reservation that has started: %s', async (startedReservationStatus, expected) => {
    const fake = fakeAtNoon({ startedReservationStatus });
    fake.orders.add({
      id: 'o-1',
      createdBy: 'reservations',
      status: 'inKitchen',
      partnerReservationInfo: {},
    });
    const cancel = { as: 'reservations', body: { status: 'cancelled' } } as const;

    expect((await send(fake, 'PUT /orders/reservations/o-1', cancel)).status).toBe(expected);
  });

  it.each([{ status: 'cancelled', guestCount: 2 }, { partnerReservationInfo: { partnerName: 'other' } }])(
    'can respond to %j with another status',
    async (body) => {
      const fake = fakeAtNoon({ reservationRuleStatus: 422 });
      fake.orders.add({ id: 'o-1', createdBy: 'reservations', partnerReservationInfo: {} });

      const { status } = await send(fake, 'PUT /orders/reservations/o-1', { as: 'reservations', body });

      expect(status).toBe(422);
    },
  );

  it.each([
    ['published', 1],
    ['at-once', 2],
  ] as const)('can show edits when they are %s', async (editsVisible, count) => {
    const fake = fakeAtNoon({ empty: true, editsVisible, bareLists: true });
    fake.channels.add({ id: 'table-1', type: 'dine-in' });
    fake.channels.publish();
    fake.channels.add({ id: 'table-2', type: 'dine-in' });

    expect((await send(fake, 'GET /channels')).body).toHaveLength(count);
  });
});

describe('the rate limit', () => {
  const limited = { rateLimit: { requests: 1, interval: 1_000 } };

  it('can have windows that do not begin with the second', async () => {
    const fake = fakeAtNoon({ ...limited, windowPhase: 137 });

    const { headers } = await send(fake, 'GET /channels');
    expect(headers.get('x-ratelimit-reset')).toBe('2026-03-31T12:00:00.137Z');
    fake.clock.advance(136);
    expect((await send(fake, 'GET /channels')).status).toBe(429);
    fake.clock.advance(1);
    expect((await send(fake, 'GET /channels')).status).toBe(200);
  });

  it('can have a retryAfter of 0', async () => {
    const fake = fakeAtNoon({ ...limited, retryAfter: 'zero' });
    await send(fake, 'GET /channels');

    expect((await send(fake, 'GET /channels')).body).toMatchObject({ code: 429, retryAfter: 0 });
  });
});

it('can return field errors as a record', async () => {
  const { body } = await send(fakeAtNoon({ fieldErrors: 'record' }), 'GET /orders');

  expect(body).toMatchObject({ errors: { from: [expect.any(String)], to: [expect.any(String)] } });
});

describe('idempotency', () => {
  it('can perform a POST again whose first request was invalid', async () => {
    const fake = fakeAtNoon({ replaysValidationErrors: false });
    await send(fake, 'POST /orders', { body: {}, headers: keyed });

    const second = await send(fake, 'POST /orders', { body: order, headers: keyed });

    expect(second.status).toBe(201);
  });

  it('can replay a server error', async () => {
    const fake = fakeAtNoon({ replayAfterServerError: 'server-error' });
    fake.failNext({ fault: 'server-error-after-effect' });
    await send(fake, 'POST /orders', { body: order, headers: keyed });

    const second = await send(fake, 'POST /orders', { body: order, headers: keyed });

    expect(second.status).toBe(500);
    expect(second.headers.get('x-idempotent-replay')).toBe('true');
  });
});

it.each([
  ['rejected', 400, { errors: [{ field: 'status' }] }],
  ['first', 200, { data: [{ status: 'complete' }] }],
] as const)('can treat a repeated query parameter as %s', async (repeatedQueryParameter, status, body) => {
  const fake = fakeAtNoon({ empty: true, repeatedQueryParameter });
  for (const status of ['complete', 'cancelled'])
    fake.orders.add({ status, created: '2026-03-02T00:00:00Z' });

  const response = await send(fake, `GET /orders?${month}&status=complete&status=cancelled`);

  expect(response).toMatchObject({ status, body });
});

it('can read the amount of a discount from another field', async () => {
  const fake = fakeAtNoon({ discountField: 'value' });

  const response = await send(fake, 'POST /orders', {
    body: { ...order, appliedDiscounts: [{ value: 99 }] },
  });

  expect(response.status).toBe(400);
});

it('can allow only some endpoints for a use case §auth.2.bound', async () => {
  const fake = fakeAtNoon({ allows: { 'order-data': ['GET /channels'] } });

  expect((await send(fake, 'POST /orders', { as: 'order-data', body: order })).status).toBe(403);
  expect((await send(fake, 'GET /channels', { as: 'order-data' })).status).toBe(200);
  expect((await send(fake, 'POST /orders', { body: order })).status).toBe(201);
});

it.each([
  ['wrongMethodStatus', 'DELETE /orders/ended', {}],
  ['endedOrderStatus', 'PUT /orders/ended', { status: 'cancelled' }],
  ['foreignReservationStatus', 'PUT /orders/reservations/booked', { guestCount: 3 }],
  ['foreignReservationStatus', 'PUT /orders/booked', { status: 'cancelled' }],
])('can respond with another status: %s', async (option, line, body) => {
  const fake = fakeAtNoon({ [option]: 418 });
  fake.orders.add({ id: 'ended', status: 'complete' });
  fake.orders.add({ id: 'booked', createdBy: 'reservations', partnerReservationInfo: {} });

  expect((await send(fake, line, { body })).status).toBe(418);
});

describe('webhooks', () => {
  /** Completes an order of the POS itself, and then republishes it a second later. */
  async function deliveries(options: FakeOutletOptions) {
    const fake = fakeAtNoon({ webhookFetch: async () => new Response(), ...options });
    const key = fake.key('order-data');
    key.webhookUrl = 'https://receiver.example/';
    if (options.webhooksForRevokedKeys !== undefined) fake.keys.revoke(key);
    const { id } = fake.orders.add();
    fake.orders.complete(id);
    fake.clock.advance(1_000);
    fake.republish(id);
    await fake.idle();
    return fake.deliveries.map(({ payload }) => payload.updatedAt);
  }

  it('can leave out orders that no key created §use-case.unowned', async () => {
    expect(await deliveries({ webhooksForUnownedOrders: false })).toEqual([]);
  });

  it.each([
    [true, 1],
    [false, 2],
  ])('can republish with the same time: %s', async (republishKeepsUpdatedAt, times) => {
    expect(new Set(await deliveries({ republishKeepsUpdatedAt })).size).toBe(times);
  });

  it.each([
    [true, 2],
    [false, 0],
  ])('can reach revoked keys: %s', async (webhooksForRevokedKeys, count) => {
    expect(await deliveries({ webhooksForRevokedKeys })).toHaveLength(count);
  });

  it('can be bare if their payload is not documented', async () => {
    const fake = fakeAtNoon({ webhookFetch: async () => new Response(), eventPayloads: 'bare' });
    for (const key of fake.keys.all()) key.webhookUrl = 'https://receiver.example/';
    fake.orders.add({ id: 'o-1', createdBy: 'digital-ordering' });

    fake.orders.complete('o-1');
    fake.menus.publish();
    fake.channels.publish();
    await fake.idle();

    const updatedAt = expect.any(String);
    expect(fake.deliveries.map(({ key, payload }) => [key.useCase, payload])).toEqual([
      ['digital-ordering', { event: 'order.complete', id: 'o-1' }],
      ['order-data', { event: 'order.complete', id: 'o-1', updatedAt }],
      ['inventory-management', { event: 'order.complete', id: 'o-1', updatedAt }],
      ['inventory-management', { event: 'menus.published', updatedAt }],
      ['reservations', { event: 'channels.published' }],
    ]);
  });

  it('can come twice, late and in another order', async () => {
    const fake = fakeAtNoon({
      empty: true,
      webhookFetch: async () => new Response(),
      webhookDuplicates: 1,
      webhookDelay: 1_000,
    });
    fake.key('order-data').webhookUrl = 'https://receiver.example/';
    const ids = Array.from({ length: 10 }, (_, index) => fake.orders.add({ id: `o-${index}` }).id);
    for (const id of ids) fake.orders.complete(id);

    expect(fake.deliveries).toEqual([]);
    fake.clock.advance(1_000);
    await fake.idle();

    const delivered = fake.deliveries.map(({ payload }) => payload.id);
    expect(delivered.toSorted()).toEqual(ids.flatMap((id) => [id, id]));
    expect(delivered).not.toEqual(delivered.toSorted());
    expect(fake.deliveries.every(({ attempt }) => attempt === 1)).toBe(true);
  });

  it('can reach chosen use cases when the outlet is updated §event.outlet.updated', async () => {
    const fake = fakeAtNoon({
      webhookFetch: async () => new Response(),
      outletUpdatedReceivers: ['reservations'],
    });
    for (const key of fake.keys.all()) key.webhookUrl = 'https://receiver.example/';

    fake.updateOutlet();
    await fake.idle();

    expect(fake.deliveries.map(({ key, event }) => `${key.useCase} ${event}`)).toEqual([
      'reservations outlet.updated',
    ]);
  });
});
