import { RequestValidationError } from 'outlet-open-api';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  connectionLost,
  finished,
  json,
  order,
  rejection,
  scriptedService,
} from '../../support/services/scripted-service.js';

beforeEach(() => void vi.useFakeTimers());

const uuidV4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const ownKey = '3f0c1e52-6a3b-4c1d-8e9f-0a1b2c3d4e5f';
const reservation = {
  channelId: 't-1',
  guestCount: 4,
  partnerReservationInfo: { partnerName: 'bookable', reservationId: 'R-1' },
};

describe('the idempotency key', () => {
  const service = scriptedService();
  const outlet = clientOf(service, { rateLimit: false });

  test.each([
    ['orders.create', () => outlet.orders.create(order)],
    ['orders.import', () => outlet.orders.import({ externalOrderSource: 'old-pos' })],
    ['reservations.create', () => outlet.reservations.create(reservation)],
    ['baseMenus.create', () => outlet.baseMenus.create({ menuItems: [] })],
    ['request', () => outlet.request({ method: 'POST', path: '/outlet', body: {} })],
  ])('of %s is a new UUID v4, set at once §idempotency.1.unique §endpoints.idempotency', async (_, post) => {
    const [one, other] = [post(), post()];
    expect(one.idempotencyKey).toMatch(uuidV4);
    expect(other.idempotencyKey).not.toBe(one.idempotencyKey);
    const { meta } = await one.withResponse();
    await other;
    expect(meta.idempotencyKey).toBe(one.idempotencyKey);
    expect(service.arrivals.slice(-2).map(({ headers }) => headers.get('idempotency-key'))).toEqual([
      one.idempotencyKey,
      other.idempotencyKey,
    ]);
  });

  test.each([
    ['orders.get', () => outlet.orders.get('o-1')],
    ['orders.update', () => outlet.orders.update('o-1', { status: 'cancelled' })],
    ['reservations.update', () => outlet.reservations.update('o-1', { guestCount: 5 })],
    ['request', () => outlet.request({ method: 'PUT', path: '/outlet', body: {} })],
  ])('is missing in %s, which is not a POST', async (_, send) => {
    const call = send();
    await call;
    expect(call.idempotencyKey).toBeUndefined();
    expect(service.arrivals.at(-1)?.headers.has('idempotency-key')).toBe(false);
  });

  test('can be passed by the caller', async () => {
    const call = outlet.orders.create(order, { idempotencyKey: ownKey });
    expect(call.idempotencyKey).toBe(ownKey);
    await call;
    expect(service.arrivals.at(-1)?.headers.get('idempotency-key')).toBe(ownKey);
  });

  test.each([
    ['a UUID v1', '2c5ea4c0-4067-11e9-8bad-9b1deb4d3b7d'],
    ['a UUID v7', '018f3c5e-7b1a-7c3d-9e4f-0a1b2c3d4e5f'],
    ['the nil UUID', '00000000-0000-0000-0000-000000000000'],
    ['not a UUID', 'order-17'],
    ['empty', ''],
  ])('is rejected if it is %s §idempotency.1', async (_, idempotencyKey) => {
    const before = service.arrivals.length;
    const error = await rejection(outlet.orders.create(order, { idempotencyKey }));
    expect(error).toBeInstanceOf(RequestValidationError);
    expect(error).toMatchObject({
      issues: [{ path: 'idempotencyKey', message: expect.stringContaining('idempotencyKeyFrom()') }],
    });
    expect(service.arrivals).toHaveLength(before);
  });

  test.each(['GET', 'PUT', 'PATCH', 'DELETE'] as const)('is rejected with %s', async (method) => {
    const error = await rejection(outlet.request({ method, path: '/outlet' }, { idempotencyKey: ownKey }));
    const message = expect.stringContaining('is not an option');
    expect(error).toMatchObject({ issues: [{ path: 'idempotencyKey', message }] });
  });
});

test('every attempt sends the same key and body, even if the caller changes its object §idempotency.1.unique §idempotency.2', async () => {
  const service = scriptedService(connectionLost('ECONNRESET'), json({}, 503), json({ id: 'o-1' }, 201));
  const body = structuredClone(order);
  const call = clientOf(service).orders.create(body);
  body.channelId = 'changed';
  body.items.length = 0;
  const { meta } = await finished(call.withResponse());
  const attempt = [call.idempotencyKey, JSON.stringify(order)];
  expect(service.arrivals.map(({ headers, body }) => [headers.get('idempotency-key'), body])).toEqual(
    Array(3).fill(attempt),
  );
  expect(meta.attempts).toBe(3);
});
