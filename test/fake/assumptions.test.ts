import type { FakeOutletOptions } from 'outlet-open-api/testing';
import { describe, expect, it } from 'vitest';
import { fakeAtNoon, send } from './send.js';

const month = 'from=2026-03-01T00:00:00Z&to=2026-03-31T00:00:00Z';
const order = { channelId: 'channel-foodie', items: [{ menuItemId: 'item-pizza', quantity: 1 }] };
const keyed = { 'idempotency-key': '6f1c2a0e-8f6b-4c57-9d3a-0c4f5e6d7a8b' };

describe('lists', () => {
  it('can name their cursor otherwise', async () => {
    const fake = fakeAtNoon({ cursorParam: 'page' });
    const first = (await send(fake, `GET /orders?${month}`)).body as { next: string };

    const second = await send(fake, `GET /orders?${month}&page=${encodeURIComponent(first.next)}`);

    expect(second.status).toBe(200);
    expect(second.body).not.toEqual(first);
  });

  it.each(['/channels', `/orders?${month}`, `/orders/action-logs?${month}`])(
    'can wrap %s otherwise',
    async (path) => {
      const named = await send(fakeAtNoon({ wrapper: 'records' }), `GET ${path}`);
      const bare = await send(fakeAtNoon({ wrapper: false }), `GET ${path}`);

      expect(named.body).toMatchObject({ records: expect.any(Array) });
      expect(bare.body).toBeInstanceOf(Array);
    },
  );

  it.each([
    ['inclusive', 2],
    ['half-open', 1],
    ['exclusive', 0],
  ] as const)('can have %s bounds', async (bounds, count) => {
    const fake = fakeAtNoon({ empty: true, bounds, wrapper: false });
    fake.orders.add({ status: 'complete', created: '2026-03-01T00:00:00Z' });
    fake.orders.add({ status: 'complete', created: '2026-03-31T00:00:00Z' });

    expect((await send(fake, `GET /orders?${month}`)).body).toHaveLength(count);
  });

  it.each([
    ['created', 0],
    ['updated', 1],
  ] as const)('can filter orders by the time they were %s', async (ordersFilteredBy, count) => {
    const fake = fakeAtNoon({ empty: true, ordersFilteredBy, wrapper: false });
    fake.orders.complete(fake.orders.add({ created: '2026-03-01T00:00:00Z' }).id);

    const today = 'from=2026-03-31T00:00:00Z&to=2026-04-01T00:00:00Z';
    expect((await send(fake, `GET /orders?${today}`)).body).toHaveLength(count);
  });

  it('can hide aggregated orders', async () => {
    const fake = fakeAtNoon({ empty: true, listsPartnerAggregated: false, wrapper: false });
    fake.orders.add({ status: 'complete', partnerAggregated: true, created: '2026-03-02T00:00:00Z' });

    expect((await send(fake, `GET /orders?${month}`)).body).toEqual([]);
  });
});

it('can wrap the menu', async () => {
  const { body } = await send(fakeAtNoon({ menuWrapper: 'data' }), 'GET /menus?channelType=dine-in');

  expect(body).toMatchObject({ data: { menuItems: expect.any(Array) } });
});

it('can give field errors as a record', async () => {
  const { body } = await send(fakeAtNoon({ fieldErrors: 'record' }), 'GET /orders');

  expect(body).toMatchObject({ errors: { from: [expect.any(String)], to: [expect.any(String)] } });
});

describe('idempotency', () => {
  it('can perform what failed its validation anew', async () => {
    const fake = fakeAtNoon({ replaysValidationErrors: false });
    await send(fake, 'POST /orders', { body: {}, headers: keyed });

    const second = await send(fake, 'POST /orders', { body: order, headers: keyed });

    expect(second.status).toBe(201);
  });

  it('can give a server error again', async () => {
    const fake = fakeAtNoon({ replayAfterServerError: 'server-error' });
    fake.failNext({ fault: 'server-error-after-effect' });
    await send(fake, 'POST /orders', { body: order, headers: keyed });

    const second = await send(fake, 'POST /orders', { body: order, headers: keyed });

    expect(second.status).toBe(500);
    expect(second.headers.get('x-idempotent-replay')).toBe('true');
  });
});

it('can read the amount of a discount from another field', async () => {
  const fake = fakeAtNoon({ discountField: 'value' });

  const answer = await send(fake, 'POST /orders', { body: { ...order, appliedDiscounts: [{ value: 99 }] } });

  expect(answer.status).toBe(400);
});

it('can let use cases call only some endpoints §auth.2.bound', async () => {
  const fake = fakeAtNoon({
    allows: (useCase, endpoint) => useCase !== 'order-data' || endpoint !== 'POST /orders',
  });

  expect((await send(fake, 'POST /orders', { as: 'order-data', body: order })).status).toBe(403);
  expect((await send(fake, 'GET /channels', { as: 'order-data' })).status).toBe(200);
  expect((await send(fake, 'POST /orders', { body: order })).status).toBe(201);
});

it.each([
  ['wrongMethodStatus', 'DELETE /orders/ended', {}],
  ['endedOrderStatus', 'PUT /orders/ended', { status: 'cancelled' }],
  ['foreignReservationStatus', 'PUT /orders/reservations/booked', { guestCount: 3 }],
  ['foreignReservationStatus', 'PUT /orders/booked', { status: 'cancelled' }],
])('can answer with another status: %s', async (option, line, body) => {
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

  it('can leave out orders that no key made §use-case.unowned', async () => {
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

  it('can tell chosen use cases about the outlet §event.outlet.updated', async () => {
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
