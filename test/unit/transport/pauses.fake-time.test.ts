import { RateLimitError } from 'outlet-open-api';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  finished,
  json,
  rejection,
  type ScriptedService,
  scriptedService,
  tooMany,
} from '../../support/services/scripted-service.js';

beforeEach(() => void vi.useFakeTimers());

const unlimited = { rateLimit: false } as const;

/** Returns the milliseconds between the requests. */
function pausesIn({ arrivals }: ScriptedService): number[] {
  return arrivals.slice(1).map(({ at }, index) => at - (arrivals[index]?.at ?? 0));
}

test.each([
  [0, [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000]],
  [0.5, [375, 750, 1_500, 3_000, 6_000, 8_000, 8_000]],
  [0.999, [500, 1_000, 1_999, 3_998, 7_996, 8_000, 8_000]],
])('with jitter %d, pauses grow from 250 ms to 8 s §backoff.jitter', async (random, pauses) => {
  vi.spyOn(Math, 'random').mockReturnValue(random);
  const service = scriptedService(json({ code: 500 }, 500));
  await rejection(finished(clientOf(service, { ...unlimited, maxRetries: 7 }).orders.get('o-1')));
  expect(pausesIn(service)).toEqual(pauses);
});

describe('retryAfter', () => {
  const retryAfterHeader = (status: number, value: string) =>
    new Response('slow down', { status, headers: { 'retry-after': value } });
  const dates = {
    'retry-after': 'Wed, 01 Jul 2026 12:00:06 GMT',
    date: 'Wed, 01 Jul 2026 12:00:00 GMT',
  };

  test.each([
    ['the body', tooMany(3), 3_000],
    ['the header Retry-After', retryAfterHeader(429, '7'), 7_000],
    ['a date in that header', json({}, 503, dates), 6_000],
    ['the body, which precedes the header', json({ retryAfter: 2 }, 429, { 'retry-after': '9' }), 2_000],
    ['the header of a 503', retryAfterHeader(503, '4'), 4_000],
  ])('of %s delays the next attempt §backoff.retry-after', async (_, response, wait) => {
    const service = scriptedService(response, json({ id: 'o-1' }));
    await finished(clientOf(service, unlimited).orders.get('o-1'));
    const [pause = 0] = pausesIn(service);
    expect(pause).toBeGreaterThanOrEqual(wait);
    expect(pause).toBeLessThanOrEqual(wait + 500);
  });

  test('of exactly a minute is waited for', async () => {
    const service = scriptedService(tooMany(60), json({ id: 'o-1' }));
    expect(await finished(clientOf(service, unlimited).orders.get('o-1'))).toEqual({ id: 'o-1' });
    expect(pausesIn(service)[0]).toBeGreaterThanOrEqual(60_000);
  });

  test('that is invalid means one second', async () => {
    const invalid = json({ retryAfter: 'soon' }, 429, { 'retry-after': 'later' });
    const service = scriptedService(invalid, json({ id: 'o-1' }));
    await finished(clientOf(service, unlimited).orders.get('o-1'));
    expect(pausesIn(service)).toEqual([1_000]);
  });

  test.each([
    ['61 seconds', 61],
    ['millennia', 1e12],
  ])('of %s ends its call at once, and delays other calls by at most a minute', async (_, seconds) => {
    const service = scriptedService(tooMany(seconds), json({ id: 'o-1' }));
    const outlet = clientOf(service);
    const error = await rejection(outlet.orders.get('o-1'));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ retryAfter: seconds, attempts: 1 });
    const other = outlet.orders.get('o-2');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(pausesIn(service)).toEqual([60_000]);
    expect(await other).toEqual({ id: 'o-1' });
  });

  test('that exceeds the deadline ends the call at once', async () => {
    const service = scriptedService(retryAfterHeader(503, '10'));
    const error = await rejection(clientOf(service).orders.get('o-1', { deadline: 5_000 }));
    expect(error).toMatchObject({ name: 'InternalServerError', retryAfter: 10, attempts: 1 });
  });
});

describe.each([
  ['with the default limiter', undefined],
  ['without a limiter', false],
] as const)('a call that gets nothing but 429, %s,', (_, rateLimit) => {
  test.each([
    ['without retryAfter', () => json({ code: 429 }, 429)],
    ['with retryAfter', () => tooMany(1)],
  ])('%s, ends with a RateLimitError within 61 s', async (_, respond) => {
    const service = scriptedService(respond);
    const startedAt = performance.now();
    const call = rejection(clientOf(service, { rateLimit }).orders.get('o-1'));
    const duration = call.then(() => performance.now() - startedAt);
    expect(await finished(call)).toBeInstanceOf(RateLimitError);
    expect(await duration).toBeGreaterThan(50_000);
    expect(await duration).toBeLessThanOrEqual(61_000);
    expect(service.arrivals.length).toBeGreaterThan(5);
    expect(service.arrivals.length).toBeLessThanOrEqual(62);
  });

  test('ends at once if maxRetries is 0', async () => {
    const service = scriptedService(json({ code: 429 }, 429));
    const error = await rejection(clientOf(service, { rateLimit, maxRetries: 0 }).orders.get('o-1'));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ attempts: 1, outcome: 'rejected', isTransient: true });
  });

  test('uses up no retry for a 429', async () => {
    const script = [...Array(10).fill(tooMany(1)), json({ code: 500 }, 500), json({ id: 'o-1' })];
    const { orders } = clientOf(scriptedService(...script), { rateLimit });
    expect(await finished(orders.get('o-1', { maxRetries: 1 }))).toEqual({ id: 'o-1' });
  });
});
