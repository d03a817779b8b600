import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  clientOf,
  delayed,
  finished,
  json,
  order,
  rejection,
  scriptedService,
} from '../../support/services/scripted-service.js';

const notFound = json({ code: 404, message: 'Not found' }, 404);

describe('a call', () => {
  test('is sent even if nobody awaits it', async () => {
    const service = scriptedService();
    clientOf(service).orders.get('o-1');
    await expect.poll(() => service.arrivals.length).toBe(1);
  });

  test('is sent once, however often it is awaited', async () => {
    const service = scriptedService();
    const call = clientOf(service).orders.get('o-1');
    const [first, second, { data }] = [await call, await call, await call.withResponse()];
    expect(second).toBe(first);
    expect(data).toBe(first);
    expect(service.arrivals).toHaveLength(1);
  });

  test('has catch and finally like a promise', async () => {
    const outlet = clientOf(scriptedService(notFound));
    const cleanUp = vi.fn();
    expect(await outlet.orders.get('o-1').catch((error: unknown) => error)).toHaveProperty('status', 404);
    await rejection(outlet.orders.get('o-1').finally(cleanUp));
    expect(cleanUp).toHaveBeenCalledOnce();
    expect(await clientOf(scriptedService()).orders.get('o-1').finally()).toEqual({ id: 'o-1' });
    expect(await Promise.allSettled([outlet.orders.get('o-1')])).toMatchObject([{ status: 'rejected' }]);
  });
});

const rateLimitHeaders = {
  'x-ratelimit-limit': '50',
  'x-ratelimit-remaining': '0',
  'x-ratelimit-reset': '2026-03-01T12:00:01.000Z',
};
const metaOf = async (response: Response) =>
  (await clientOf(scriptedService(response)).orders.get('o-1').withResponse()).meta;

describe('the metadata of a response', () => {
  test('contains replay and rate limit §idempotency.2.header §limits.header-limit §limits.header-remaining §limits.header-reset', async () => {
    const replay = json({ id: 'o-1' }, 201, { 'x-idempotent-replay': 'true', ...rateLimitHeaders });
    const call = clientOf(scriptedService(replay)).orders.create(order);
    const { data, response, meta } = await call.withResponse();
    expect(data).toEqual({ id: 'o-1' });
    expect(response.status).toBe(201);
    expect(meta).toMatchObject({
      idempotentReplay: true,
      attempts: 1,
      rateLimit: { limit: 50, remaining: 0, reset: new Date('2026-03-01T12:00:01Z') },
    });
  });

  test('has defaults if the response has no such headers', async () => {
    expect(await metaOf(json({ id: 'o-1' }))).toEqual({
      callId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-z]+$/),
      requestId: undefined,
      idempotencyKey: undefined,
      idempotentReplay: false,
      attempts: 1,
      sentAt: expect.any(Date),
      duration: expect.any(Number),
      rateLimit: undefined,
    });
  });

  test.each(['x-request-id', 'request-id'])('contains the id that the API sends in %s', async (name) => {
    expect(await metaOf(json({ id: 'o-1' }, 200, { [name]: 'r-1' }))).toHaveProperty('requestId', 'r-1');
  });

  test('contains the duration of the last attempt, without queue and earlier attempts', async () => {
    vi.useFakeTimers();
    const service = scriptedService(delayed(json({}, 500), 700), delayed(json({ id: 'o-1' }), 300));
    const { meta } = await finished(clientOf(service).orders.get('o-1').withResponse());
    expect(meta).toMatchObject({ attempts: 2, duration: 300 });
  });

  test.each([
    ['x-ratelimit-limit', 'soon'],
    ['x-ratelimit-limit', '0'],
    ['x-ratelimit-limit', '1234567890'],
    ['x-ratelimit-remaining', '1.5'],
    ['x-ratelimit-remaining', ''],
    ['x-ratelimit-reset', 'soon'],
    ['x-ratelimit-reset', '1'],
  ])('has no rate limit if %s is invalid: %j', async (name, value) => {
    const meta = await metaOf(json({ id: 'o-1' }, 200, { ...rateLimitHeaders, [name]: value }));
    expect(meta.rateLimit).toBeUndefined();
  });

  test.each(Object.keys(rateLimitHeaders))('has no rate limit if %s is missing', async (name) => {
    const response = json({ id: 'o-1' }, 200, rateLimitHeaders);
    response.headers.delete(name);
    expect((await metaOf(response)).rateLimit).toBeUndefined();
  });
});

test('a failed call that nobody awaits causes exactly one unhandled rejection', async () => {
  const listeners = process.listeners('unhandledRejection');
  onTestFinished(() => {
    process.removeAllListeners('unhandledRejection');
    for (const listener of listeners) process.on('unhandledRejection', listener);
  });
  const unhandled: unknown[] = [];
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (reason) => unhandled.push(reason));
  clientOf(scriptedService(notFound)).orders.get('o-1');
  await expect.poll(() => unhandled.length).toBe(1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(unhandled).toMatchObject([{ name: 'NotFoundError' }]);
});

// Vitest fails the run on an unhandled rejection.
test.each(['get', 'cancel'] as const)(
  'withResponse() of orders.%s can be awaited instead of the call',
  async (method) => {
    const call = clientOf(scriptedService(notFound)).orders[method]('o-1');
    expect(await rejection(call.withResponse())).toHaveProperty('name', 'NotFoundError');
  },
);
