import type { FakePhoto } from 'outlet-open-api/testing';
import { describe, expect, it } from 'vitest';
import { gate } from '../../support/time/gate.js';
import { fakeAtNoon, send } from './send.js';

const key = '6f1c2a0e-8f6b-4c57-9d3a-0c4f5e6d7a8b';
const keyed = { 'idempotency-key': key };
const order = { channelId: 'channel-foodie', items: [{ menuItemId: 'item-pizza', quantity: 1 }] };
const replayed = 'x-idempotent-replay';
const day = 24 * 60 * 60 * 1_000;

describe('the same key', () => {
  it('with the same body returns the same response, marked as a replay §idempotency.2 §idempotency.2.header', async () => {
    const fake = fakeAtNoon();
    const before = fake.orders.all().length;

    const first = await send(fake, 'POST /orders', { body: order, headers: keyed });
    const second = await send(fake, 'POST /orders', { body: order, headers: keyed });

    expect(first.headers.has(replayed)).toBe(false);
    expect(second).toMatchObject({ status: 201, body: first.body });
    expect(second.headers.get(replayed)).toBe('true');
    expect(fake.orders.all()).toHaveLength(before + 1);
  });

  it('returns the first response, even if the order has changed §idempotency.2', async () => {
    const fake = fakeAtNoon();
    const first = await send(fake, 'POST /orders', { body: order, headers: keyed });
    const { id } = first.body as { id: string };
    fake.orders.changeTotals(id);
    fake.orders.complete(id);

    const second = await send(fake, 'POST /orders', { body: order, headers: keyed });

    expect(second.headers.get(replayed)).toBe('true');
    expect(second.body).toEqual(first.body);
  });

  it.each([
    ['another value', JSON.stringify({ ...order, channelId: 'table-1' })],
    ['other white space', JSON.stringify(order, undefined, 1)],
    ['another order of its fields', JSON.stringify({ items: order.items, channelId: order.channelId })],
  ])('with %s is a conflict §idempotency.3 §errors.status.409', async (_, body) => {
    const fake = fakeAtNoon();
    await send(fake, 'POST /orders', { body: order, headers: keyed });

    expect(await send(fake, 'POST /orders', { body, headers: keyed })).toMatchObject({
      status: 409,
      body: { code: 409 },
    });
  });

  it('at another endpoint is a conflict', async () => {
    const fake = fakeAtNoon();
    const body = { externalOrderSource: 'old-pos' };
    await send(fake, 'POST /orders/import', { body, headers: keyed });

    expect((await send(fake, 'POST /orders', { body, headers: keyed })).status).toBe(409);
  });

  it('of another API key is another operation', async () => {
    const fake = fakeAtNoon();
    await send(fake, 'POST /orders', { body: order, headers: keyed });

    const other = await send(fake, 'POST /orders', { as: 'order-data', body: order, headers: keyed });

    expect(other.status).toBe(201);
    expect(other.headers.has(replayed)).toBe(false);
  });

  it.each([
    ['a moment less than 24 hours', day - 1, 'true'],
    ['24 hours', day, null],
  ])('after %s §limits.retention §idempotency.2', async (_, wait, expected) => {
    const fake = fakeAtNoon();
    await send(fake, 'POST /orders', { body: order, headers: keyed });
    fake.clock.advance(wait);

    const later = await send(fake, 'POST /orders', { body: order, headers: keyed });

    expect(later.headers.get(replayed)).toBe(expected);
  });

  it('replays a validation error', async () => {
    const fake = fakeAtNoon();
    const first = await send(fake, 'POST /orders', { body: {}, headers: keyed });
    const second = await send(fake, 'POST /orders', { body: {}, headers: keyed });

    expect(second).toMatchObject({ status: 400, body: first.body });
    expect(second.headers.get(replayed)).toBe('true');
  });

  it('returns the success after a 500 that had an effect', async () => {
    const fake = fakeAtNoon();
    const before = fake.orders.all().length;
    fake.failNext({ fault: 'server-error-after-effect' });

    const first = await send(fake, 'POST /orders', { body: order, headers: keyed });
    const second = await send(fake, 'POST /orders', { body: order, headers: keyed });

    expect([first.status, second.status]).toEqual([500, 201]);
    expect(second.headers.get(replayed)).toBe('true');
    expect(fake.orders.all()).toHaveLength(before + 1);
  });

  it('performs the POST again after a 500 without an effect', async () => {
    const fake = fakeAtNoon();
    fake.failNext({ fault: 'server-error' });

    const first = await send(fake, 'POST /orders', { body: order, headers: keyed });
    const second = await send(fake, 'POST /orders', { body: order, headers: keyed });

    expect([first.status, second.status]).toEqual([500, 201]);
    expect(second.headers.has(replayed)).toBe(false);
  });
});

const photos = [{ itemImage: 'https://cdn.example/a.jpg' }];
const partnerReservationInfo = { partnerName: 'tablebook', reservationId: 'R-1' };

it.each([
  ['/orders', order],
  ['/orders/reservations', { channelId: 'table-1', guestCount: 2, partnerReservationInfo }],
  ['/orders/import', { externalOrderSource: 'old-pos' }],
  ['/base-menus', { menuItems: [{ photos }] }],
])(
  'every POST replays its response: %s §endpoints.idempotency §orders-import.idempotency',
  async (path, body) => {
    const fake = fakeAtNoon();

    const first = await send(fake, `POST ${path}`, { body, headers: keyed });
    const second = await send(fake, `POST ${path}`, { body, headers: keyed });

    expect(second).toMatchObject({ status: 201, body: first.body });
    expect(second.headers.get(replayed)).toBe('true');
  },
);

it('performs a POST again if an unexpected error ended the first one', async () => {
  const fake = fakeAtNoon();
  const [item] = fake.menus.all().filter(({ id }) => id === 'item-pizza');
  fake.menus.update('item-pizza', { price: Number.NaN });
  fake.menus.publish();
  const first = await send(fake, 'POST /orders', { body: order, headers: keyed });
  fake.menus.update('item-pizza', { price: item?.price ?? 0 });
  fake.menus.publish();

  const second = await send(fake, 'POST /orders', { body: order, headers: keyed });

  expect([first.status, second.status]).toEqual([500, 201]);
  expect(second.headers.has(replayed)).toBe(false);
});

describe('a duplicate that arrives while the first POST is running', () => {
  const body = { menuItems: [{ photos: [{ itemImage: 'https://cdn.example/a.jpg' }] }] };

  /** Creates a fake whose POST lasts until its photo is released. */
  function slowFake(options = {}) {
    const photo = gate<FakePhoto>();
    const asked = gate<void>();
    const photos = () => {
      asked.open();
      return photo.promise;
    };
    const fake = fakeAtNoon({ photos, ...options });
    const first = send(fake, 'POST /base-menus', { body, headers: keyed });
    return {
      fake,
      first,
      asked: asked.promise,
      finish: () => photo.open({ type: 'image/jpeg', bytes: 1 }),
    };
  }

  it('waits for its outcome', async () => {
    const { fake, first, asked, finish } = slowFake();
    await asked;
    const duplicate = send(fake, 'POST /base-menus', { body, headers: keyed });
    finish();

    expect((await duplicate).body).toEqual((await first).body);
    expect((await first).headers.has(replayed)).toBe(false);
    expect((await duplicate).headers.get(replayed)).toBe('true');
  });

  it('can be rejected instead', async () => {
    const { fake, first, asked, finish } = slowFake({ concurrentDuplicate: 'conflict' });
    await asked;

    expect((await send(fake, 'POST /base-menus', { body, headers: keyed })).status).toBe(409);

    finish();
    expect((await first).status).toBe(201);
  });
});

describe('the form of a key', () => {
  it.each([
    ['no UUID', 'order-1'],
    ['empty', ''],
    ['a UUID v1', '6f1c2a0e-8f6b-1c57-9d3a-0c4f5e6d7a8b'],
    ['a UUID v7', '018f4c2a-8f6b-7c57-9d3a-0c4f5e6d7a8b'],
    ['a wrong variant', '6f1c2a0e-8f6b-4c57-1d3a-0c4f5e6d7a8b'],
    ['in braces', `{${key}}`],
  ])('%s: 400 §idempotency.1', async (_, value) => {
    const response = await send(fakeAtNoon(), 'POST /orders', {
      body: order,
      headers: { 'idempotency-key': value },
    });

    expect(response.status).toBe(400);
  });

  it('is ignored for other methods', async () => {
    expect(
      (await send(fakeAtNoon(), 'GET /channels', { headers: { 'idempotency-key': 'any' } })).status,
    ).toBe(200);
  });

  it('is optional §endpoints.idempotency', async () => {
    expect((await send(fakeAtNoon(), 'POST /orders', { body: order })).status).toBe(201);
  });
});
