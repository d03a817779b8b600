import { InvalidRequestError } from 'outlet-open-api';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  connectionLost,
  finished,
  json,
  order,
  rejection,
  scriptedService,
} from '../scripted-service.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const version4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const ownKey = '3f0c1e52-6a3b-4c1d-8e9f-0a1b2c3d4e5f';

const reservation = {
  channelId: 't-1',
  guestCount: 4,
  partnerReservationInfo: { partnerName: 'bookable', reservationId: 'R-1' },
};

describe('the key', () => {
  const service = scriptedService();
  const outlet = clientOf(service, { rateLimit: false });

  test.each([
    ['orders.create', () => outlet.orders.create(order)],
    ['orders.import', () => outlet.orders.import({ externalOrderSource: 'old-pos' })],
    ['reservations.create', () => outlet.reservations.create(reservation)],
    ['baseMenus.create', () => outlet.baseMenus.create({ menuItems: [] })],
    ['request', () => outlet.request({ method: 'POST', path: '/outlet', body: {} })],
  ])('of %s is a new UUID v4 at once §idempotency.1.unique §endpoints.idempotency', async (_, post) => {
    const [one, other] = [post(), post()];
    expect(one.idempotencyKey).toMatch(version4);
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
  ])('is not there with %s, which is no POST', async (_, call) => {
    const made = call();
    await made;
    expect(made.idempotencyKey).toBeUndefined();
    expect(service.arrivals.at(-1)?.headers.has('idempotency-key')).toBe(false);
  });

  test("is the caller's own where one is given", async () => {
    const call = outlet.orders.create(order, { idempotencyKey: ownKey });
    expect(call.idempotencyKey).toBe(ownKey);
    await call;
    expect(service.arrivals.at(-1)?.headers.get('idempotency-key')).toBe(ownKey);
  });

  test.each([
    ['a UUID v1', '2c5ea4c0-4067-11e9-8bad-9b1deb4d3b7d'],
    ['a UUID v7', '018f3c5e-7b1a-7c3d-9e4f-0a1b2c3d4e5f'],
    ['the nil UUID', '00000000-0000-0000-0000-000000000000'],
    ['no UUID', 'order-17'],
    ['empty', ''],
  ])('is refused where it is %s §idempotency.1', async (_, idempotencyKey) => {
    const before = service.arrivals.length;
    const error = await rejection(outlet.orders.create(order, { idempotencyKey }));
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error).toMatchObject({ issues: [{ path: 'idempotencyKey', message: 'must be a UUID v4' }] });
    expect(service.arrivals).toHaveLength(before);
  });

  test.each(['GET', 'PUT', 'PATCH', 'DELETE'] as const)('is refused with %s', async (method) => {
    const error = await rejection(outlet.request({ method, path: '/outlet' }, { idempotencyKey: ownKey }));
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error).toMatchObject({ issues: [{ path: 'idempotencyKey' }] });
  });

  test('goes with an error, so that the call can be repeated', async () => {
    const failing = clientOf(scriptedService(json({ message: 'no' }, 400)));
    const call = failing.orders.create(order);
    expect(await rejection(call)).toMatchObject({ idempotencyKey: call.idempotencyKey });
  });
});

describe('every attempt', () => {
  test('carries the same key and the same bytes, whatever the caller does to the body meanwhile §idempotency.1.unique §idempotency.2', async () => {
    const service = scriptedService(connectionLost('ECONNRESET'), json({}, 503), json({ id: 'o-1' }, 201));
    const body = structuredClone(order);
    const asGiven = JSON.stringify(body);
    const call = clientOf(service).orders.create(body);
    body.channelId = 'changed';
    body.items.length = 0;
    const { meta } = await finished(call.withResponse());

    expect(service.arrivals.map((arrival) => arrival.body)).toEqual([asGiven, asGiven, asGiven]);
    expect(service.arrivals.map(({ headers }) => headers.get('idempotency-key'))).toEqual(
      Array(3).fill(call.idempotencyKey),
    );
    expect(meta.attempts).toBe(3);
  });
});

test('a Date in a body is sent in ISO 8601, and undocumented fields as they are §resources.timestamps', async () => {
  const service = scriptedService();
  const paidAt = new Date('2026-03-01T12:00:00+02:00');
  await clientOf(service).orders.import({ externalOrderSource: 'old-pos', paidAt, covers: { adults: 2 } });
  expect(service.arrivals[0]?.body).toBe(
    '{"externalOrderSource":"old-pos","paidAt":"2026-03-01T10:00:00.000Z","covers":{"adults":2}}',
  );
});

test('what is not typed joins body and query', async () => {
  const service = scriptedService();
  await clientOf(service).orders.create(order, {
    extraBody: { table: 7, channelId: 'c-2' },
    query: { dryRun: true },
  });
  const [arrival] = service.arrivals;
  expect(JSON.parse(arrival?.body ?? '')).toEqual({ ...order, channelId: 'c-2', table: 7 });
  expect(arrival?.url.search).toBe('?dryRun=true');
});

describe('meta', () => {
  const rateLimitHeaders = {
    'x-ratelimit-limit': '50',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': '2026-03-01T12:00:01.000Z',
  };

  test('tells of a replay and of the rate limit §idempotency.2.header §limits.header-limit §limits.header-remaining §limits.header-reset', async () => {
    const replay = json({ id: 'o-1' }, 201, { 'x-idempotent-replay': 'true', ...rateLimitHeaders });
    const { data, response, meta } = await clientOf(scriptedService(replay))
      .orders.create(order)
      .withResponse();
    expect(data).toEqual({ id: 'o-1' });
    expect(response.status).toBe(201);
    expect(meta).toMatchObject({
      idempotentReplay: true,
      attempts: 1,
      rateLimit: { limit: 50, remaining: 0, reset: new Date('2026-03-01T12:00:01Z') },
    });
  });

  test('says nothing where the service says nothing', async () => {
    const { meta } = await clientOf(scriptedService()).orders.get('o-1').withResponse();
    expect(meta).toEqual({
      idempotencyKey: undefined,
      idempotentReplay: false,
      attempts: 1,
      duration: expect.any(Number),
      rateLimit: undefined,
    });
  });

  test('says how long the last attempt took, without waiting and without the attempts before it', async () => {
    vi.useFakeTimers();
    const slow = (milliseconds: number, answer: Response) => async () => {
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      return answer;
    };
    const service = scriptedService(slow(700, json({}, 500)), slow(300, json({ id: 'o-1' })));
    const { meta } = await finished(clientOf(service).orders.get('o-1').withResponse());
    expect(meta).toMatchObject({ attempts: 2, duration: 300 });
    vi.useRealTimers();
  });

  test.each([
    ['x-ratelimit-limit', 'soon'],
    ['x-ratelimit-limit', '0'],
    ['x-ratelimit-limit', '-5'],
    ['x-ratelimit-limit', '5 per second'],
    ['x-ratelimit-limit', '1234567890'],
    ['x-ratelimit-remaining', 'soon'],
    ['x-ratelimit-remaining', '1.5'],
    ['x-ratelimit-remaining', ''],
    ['x-ratelimit-reset', 'soon'],
    ['x-ratelimit-reset', '1'],
  ])('leaves the rate limit out where %s makes no sense: %j', async (name, value) => {
    const answer = json({ id: 'o-1' }, 200, { ...rateLimitHeaders, [name]: value });
    const { meta } = await clientOf(scriptedService(answer)).orders.get('o-1').withResponse();
    expect(meta.rateLimit).toBeUndefined();
  });

  test.each(Object.keys(rateLimitHeaders))('leaves the rate limit out where there is no %s', async (name) => {
    const answer = json({ id: 'o-1' }, 200, rateLimitHeaders);
    answer.headers.delete(name);
    const { meta } = await clientOf(scriptedService(answer)).orders.get('o-1').withResponse();
    expect(meta.rateLimit).toBeUndefined();
  });
});
