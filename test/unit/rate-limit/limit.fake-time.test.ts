import type { OutletClientOptions, RateLimit } from 'outlet-open-api';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { collectGarbage } from '../../support/bytes-in-use.js';
import {
  clientOf,
  finished,
  json,
  rejection,
  type ScriptedService,
  scriptedService,
} from '../../support/services/scripted-service.js';

beforeEach(() => void vi.useFakeTimers());

/** The largest number of requests in any stretch of this many milliseconds. */
function busiest(times: readonly number[], interval: number): number {
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + interval).length));
}

/** The largest number of requests in a window of the service. */
function busiestWindow(times: readonly number[]): number {
  const windows = times.map((at) => Math.floor(at / 1_000));
  return Math.max(...windows.map((window) => windows.filter((other) => other === window).length));
}

const times = ({ arrivals }: ScriptedService) => arrivals.map(({ at }) => at);
const get = (outlet: ReturnType<typeof clientOf>, count: number) =>
  Array.from({ length: count }, (_, index) => outlet.orders.get(`o-${index}`));

const statedLimit = (limit: number) => () =>
  json({ id: 'o-1' }, 200, {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(limit - 1),
    'x-ratelimit-reset': new Date(Math.ceil((Date.now() + 1) / 1_000) * 1_000).toISOString(),
  });

describe('the default limit', () => {
  test('allows 5 requests in any 1,000 ms §limits.rate', async () => {
    const service = scriptedService();
    const outlet = clientOf(service);
    const calls = get(outlet, 7);
    await vi.advanceTimersByTimeAsync(1_300);
    calls.push(...get(outlet, 20));
    await finished(Promise.all(calls));
    expect(service.arrivals).toHaveLength(27);
    expect(busiest(times(service), 1_000)).toBe(5);
    expect(Number(times(service).at(-1)) - Number(times(service)[0])).toBeLessThan(5_600);
  });

  test('is shared by all clients of one origin and token', async () => {
    const service = scriptedService();
    const baseUrls = ['https://one.example', 'https://one.example/', 'https://one.example/tenant/api/v1'];
    const clients = baseUrls.map((baseUrl) => clientOf(service, { baseUrl, accessToken: 'shared' }));
    clients.push(clientOf(service, { baseUrl: 'https://one.example', accessToken: () => 'shared' }));
    await finished(Promise.all(clients.flatMap((outlet) => get(outlet, 5))));
    expect(busiest(times(service), 1_000)).toBe(5);
  });

  test.each([
    ['token', { accessToken: 'key-a' }, { accessToken: 'key-b' }],
    ['origin', { accessToken: 'key-c' }, { accessToken: 'key-c', baseUrl: 'https://sandbox.example' }],
  ])('is not shared with clients of another %s §limits.keys', async (_, one, other) => {
    const service = scriptedService();
    const begin = Date.now();
    await Promise.all([...get(clientOf(service, one), 5), ...get(clientOf(service, other), 5)]);
    expect(times(service)).toEqual(Array(10).fill(begin));
  });

  test('can be turned off', async () => {
    const service = scriptedService();
    const begin = Date.now();
    await Promise.all(get(clientOf(service, { rateLimit: false }), 30));
    expect(times(service)).toEqual(Array(30).fill(begin));
  });
});

describe("a client's own limit", () => {
  test.each<[RateLimit, number, number]>([
    [{ requests: 2, interval: 1_000 }, 40, 19_000],
    [{ requests: 4, interval: 2_000 }, 40, 18_000],
    [{ requests: 10, interval: 60_000 }, 25, 120_000],
  ])('of %o is kept', async (rateLimit, count, expected) => {
    const service = scriptedService();
    await finished(Promise.all(get(clientOf(service, { rateLimit }), count)));
    const sent = times(service);
    expect(busiest(sent, rateLimit.interval)).toBe(rateLimit.requests);
    expect(Number(sent.at(-1)) - Number(sent[0])).toBeLessThanOrEqual(1.02 * expected);
  });

  test('does not raise the default before the API states a limit', async () => {
    const service = scriptedService();
    const outlet = clientOf(service, { rateLimit: { requests: 100, interval: 1_000 } });
    await finished(Promise.all(get(outlet, 12)));
    expect(busiest(times(service), 1_000)).toBe(5);
    expect(outlet.rateLimitState).toMatchObject({ limit: 5, interval: 1_000 });
  });

  test.each([
    [{ requests: 50, interval: 100 }, 3],
    [{ requests: 2, interval: 1_000 }, 5],
    [{ requests: 20, interval: 60_000 }, 5],
    [{ requests: 30, interval: 1_000 }, 50],
  ])('of %o applies in addition to a limit of %d that the API states', async (rateLimit, stated) => {
    const service = scriptedService(statedLimit(stated));
    const outlet = clientOf(service, { rateLimit });
    for (let responses = 0; responses < 2; responses += 1) await finished(outlet.orders.get('first'));
    await finished(Promise.all(get(outlet, 100)));
    expect(busiest(times(service), rateLimit.interval)).toBeLessThanOrEqual(rateLimit.requests);
    expect(busiestWindow(times(service))).toBeLessThanOrEqual(stated);
    const { limit, interval } = outlet.rateLimitState;
    const perMinute = (requests: number, interval: number) => (60_000 * requests) / interval;
    expect(perMinute(limit, Number(interval))).toBe(
      Math.min(perMinute(stated, 1_000), perMinute(rateLimit.requests, rateLimit.interval)),
    );
  });

  test.each([50, 3_000, -50, -3_600_000])(
    'holds and does not stall when the wall clock is set by %d ms, again and again',
    async (step) => {
      const service = scriptedService();
      const outlet = clientOf(service, { rateLimit: { requests: 2, interval: 60_000 } });
      const sent: number[] = [];
      const calls = get(outlet, 10).map((call) => call.then(() => sent.push(performance.now())));
      for (let steps = 0; steps < 4; steps += 1) {
        await vi.advanceTimersByTimeAsync(500);
        vi.setSystemTime(Date.now() + step);
      }
      await finished(Promise.all(calls));
      expect(busiest(sent, 60_000)).toBe(2);
      expect(Number(sent.at(-1)) - Number(sent[0])).toBeLessThan(241_000);
    },
  );

  test('holds after all waiting calls were aborted, and no timer is left', async () => {
    const service = scriptedService();
    const outlet = clientOf(service, { rateLimit: { requests: 2, interval: 30_000 } });
    await Promise.all(get(outlet, 2));
    await rejection(finished(outlet.orders.get('o-1', { deadline: 2_000 })));
    expect(vi.getTimerCount()).toBe(0);
    await finished(Promise.all(get(outlet, 3)));
    expect(busiest(times(service), 30_000)).toBe(2);
  });
});

describe('clients of one key with different limits', () => {
  const silent = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };

  test('keep their own, without a warning', async () => {
    const services = [scriptedService(), scriptedService()] as const;
    const options = { accessToken: 'two-limits', logger: silent, logLevel: 'warn' } as const;
    const strict = clientOf(services[0], { ...options, rateLimit: { requests: 1, interval: 1_000 } });
    const loose = clientOf(services[1], { ...options, rateLimit: { requests: 3, interval: 1_000 } });
    await finished(Promise.all([...get(strict, 10), ...get(loose, 10)]));
    expect(busiest(times(services[0]), 1_000)).toBe(1);
    expect(busiest(times(services[1]), 1_000)).toBe(3);
    expect(silent.warn).not.toHaveBeenCalled();
  });

  test('do not slow the client down that they were derived from', async () => {
    const service = scriptedService();
    const outlet = clientOf(service);
    const derived = outlet.withOptions({ rateLimit: { requests: 1, interval: 60_000 } });
    await derived.orders.get('o-1');
    const waiting = rejection(derived.orders.get('o-2'));
    const begin = Date.now();
    await Promise.all(get(outlet, 4));
    expect(Date.now()).toBe(begin);
    derived.close();
    await waiting;
    await finished(Promise.all(get(outlet, 20)));
    expect(Date.now() - begin).toBeLessThan(5_000);
  });

  test('share it with derived clients that do not change it', async () => {
    const service = scriptedService();
    const outlet = clientOf(service, { rateLimit: { requests: 2, interval: 1_000 } });
    const derived = [1_000, 2_000].map((timeout) => outlet.withOptions({ timeout }));
    await finished(Promise.all([outlet, ...derived].flatMap((outlet) => get(outlet, 4))));
    expect(busiest(times(service), 1_000)).toBe(2);
  });

  test('share the limit that the API states, and interactive calls go first', async () => {
    const service = scriptedService(statedLimit(5));
    const accessToken = 'two-limits-stated';
    const outlet = clientOf(service, { accessToken });
    const background = clientOf(service, { accessToken, rateLimit: { requests: 4, interval: 1_000 } });
    await finished(outlet.orders.get('first'));
    await vi.advanceTimersByTimeAsync(2_000);
    const before = service.arrivals.length;
    const calls = Array.from({ length: 12 }, () => background.orders.get('b', { priority: 'background' }));
    calls.push(...get(outlet, 9));
    await finished(Promise.all(calls));
    expect(busiestWindow(times(service))).toBe(5);
    const order = service.arrivals.slice(before).map(({ url }) => url.pathname.endsWith('/b'));
    expect(order.slice(1, 10).filter((isBackground) => isBackground)).toHaveLength(0);
  });
});

describe('outlet.rateLimitState', () => {
  test('shows the limit, the remaining requests, and how many calls wait', async () => {
    const headers = {
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': '1',
      'x-ratelimit-reset': '2026-03-01T12:00:01.000Z',
    };
    const outlet = clientOf(scriptedService(json({ id: 'o-1' }, 200, headers)));
    const initial = {
      limit: 5,
      interval: 1_000,
      remaining: undefined,
      reset: undefined,
      queued: { interactive: 0, background: 0 },
    };
    expect(outlet.rateLimitState).toEqual(initial);

    const calls = [...get(outlet, 7), outlet.orders.get('o-1', { priority: 'background' })];
    await vi.advanceTimersByTimeAsync(0);
    expect(outlet.rateLimitState).toEqual({
      ...initial,
      remaining: 1,
      reset: new Date('2026-03-01T12:00:01Z'),
      queued: { interactive: 2, background: 1 },
    });
    await finished(Promise.all(calls));
    expect(outlet.rateLimitState.queued).toEqual({ interactive: 0, background: 0 });
  });

  test.each<[string, OutletClientOptions['rateLimit'], object]>([
    ['the default limit', undefined, { limit: 5, interval: 1_000, remaining: undefined }],
    ['an own limit', { requests: 3, interval: 2_000 }, { limit: 3, interval: 2_000, remaining: undefined }],
    ['no limit', false, { limit: Number.POSITIVE_INFINITY }],
    ['a custom limiter', { take: vi.fn(), state: vi.fn() }, { limit: Number.POSITIVE_INFINITY }],
  ])('shows %s before the token is known', (_, rateLimit, expected) => {
    const outlet = clientOf(scriptedService(), {
      accessToken: () => 'later',
      ...(rateLimit !== undefined && { rateLimit }),
    });
    expect(outlet.rateLimitState).toMatchObject(expected);
  });
});

test.each([undefined, { requests: 5, interval: 1_000 }])(
  'a new client for each request keeps the limit, with the option %o',
  async (rateLimit) => {
    const service = scriptedService();
    const accessToken = `new-clients-${rateLimit?.requests}`;
    for (let requests = 0; requests < 6; requests += 1) {
      await finished(clientOf(service, { accessToken, rateLimit }).orders.get('o-1'));
      collectGarbage();
    }
    expect(busiest(times(service), 1_000)).toBe(5);
  },
);
