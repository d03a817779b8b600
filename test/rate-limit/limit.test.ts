import type { OutletClientOptions } from 'outlet-open-api';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clientOf, finished, json, rejection, scriptedService } from '../scripted-service.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** The most requests in any stretch of so many milliseconds. */
function busiest(times: readonly number[], perMs: number): number {
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + perMs).length));
}

const times = ({ arrivals }: { arrivals: { at: number }[] }) => arrivals.map(({ at }) => at);
const get = (outlet: ReturnType<typeof clientOf>, count: number) =>
  Array.from({ length: count }, (_, index) => outlet.orders.get(`o-${index}`));

describe('one key', () => {
  test('never sends more than 5 requests in any 1,000 ms §limits.rate', async () => {
    const service = scriptedService();
    const outlet = clientOf(service);
    const calls = get(outlet, 7);
    await vi.advanceTimersByTimeAsync(1_300);
    calls.push(...get(outlet, 20));
    await finished(Promise.all(calls));
    expect(service.arrivals).toHaveLength(27);
    expect(busiest(times(service), 1_000)).toBe(5);
  });

  test('has one limit, however many clients and addresses of one origin there are', async () => {
    const service = scriptedService();
    const baseUrls = ['https://one.example', 'https://one.example/', 'https://one.example/tenant/api/v1'];
    const clients = baseUrls.map((baseUrl) => clientOf(service, { baseUrl, accessToken: 'shared' }));
    await finished(Promise.all(clients.flatMap((client) => get(client, 5))));
    expect(busiest(times(service), 1_000)).toBe(5);
  });

  test('has one limit, whether its token is text or comes from a function', async () => {
    const service = scriptedService();
    const clients = [
      clientOf(service, { accessToken: 'both-ways' }),
      clientOf(service, { accessToken: () => 'both-ways' }),
    ];
    await finished(Promise.all(clients.flatMap((client) => get(client, 5))));
    expect(busiest(times(service), 1_000)).toBe(5);
  });

  test.each([
    ['token', { accessToken: 'key-a' }, { accessToken: 'key-b' }],
    ['origin', { accessToken: 'key-c' }, { accessToken: 'key-c', baseUrl: 'https://sandbox.example' }],
  ])('is independent of one with another %s §limits.keys', async (_, one, other) => {
    const service = scriptedService();
    const begin = Date.now();
    await Promise.all([...get(clientOf(service, one), 5), ...get(clientOf(service, other), 5)]);
    expect(times(service)).toEqual(Array(10).fill(begin));
  });

  test('without a limit is sent at once', async () => {
    const service = scriptedService();
    const outlet = clientOf(service, { rateLimit: false });
    const begin = Date.now();
    await Promise.all(get(outlet, 30));
    expect(times(service)).toEqual(Array(30).fill(begin));
    expect(outlet.rateLimit).toMatchObject({ limit: Number.POSITIVE_INFINITY, locked: false });
  });
});

describe('two clients of one key that disagree', () => {
  const loose = { requests: 5, perMs: 1_000 };
  const strict = { requests: 2, perMs: 1_000 };

  test.each([
    ['first', strict, loose, 2, 1_000],
    ['last', loose, strict, 2, 1_000],
    ['of a longer window', loose, { requests: 5, perMs: 5_000 }, 5, 5_000],
    ['of a shorter window', { requests: 10, perMs: 2_000 }, loose, 5, 1_000],
    [
      'of fewer requests in the same time',
      { requests: 4, perMs: 1_000 },
      { requests: 10, perMs: 2_000 },
      4,
      1_000,
    ],
  ])('keep to the stricter limit, the one %s, with a warning', async (name, first, last, limit, perMs) => {
    const service = scriptedService();
    const warn = vi.fn();
    const logger = { debug: vi.fn(), info: vi.fn(), warn, error: vi.fn() };
    const accessToken = `disagreed ${name}`.replaceAll(' ', '-');
    const clients = [first, last].map((rateLimit) =>
      clientOf(service, { accessToken, rateLimit, logger, logLevel: 'warn' }),
    );
    await finished(Promise.all(clients.flatMap((client) => get(client, 6))));
    expect(busiest(times(service), perMs)).toBe(limit);
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('the stricter one holds'));
    expect(JSON.stringify(warn.mock.calls)).not.toContain(accessToken);
  });

  test('are told of it once, however many clients are derived from them', () => {
    const warn = vi.fn();
    const logger = { debug: vi.fn(), info: vi.fn(), warn, error: vi.fn() };
    const service = scriptedService();
    const options = { accessToken: 'disagreed-derived', logger, logLevel: 'warn' } as const;
    const [one, other] = [strict, loose].map((rateLimit) => clientOf(service, { ...options, rateLimit }));
    const derived = [1, 2, 3].map((count) => other?.withOptions({ timeout: count }));
    expect([one, ...derived]).toHaveLength(4);
    expect(warn).toHaveBeenCalledOnce();
  });

  test('keep to it across the moment at which it comes', async () => {
    const service = scriptedService();
    const accessToken = 'disagreed-later';
    const outlet = clientOf(service, { accessToken, rateLimit: loose });
    await Promise.all(get(outlet, 5));
    const begin = Date.now();
    await finished(Promise.all(get(clientOf(service, { accessToken, rateLimit: strict }), 4)));
    const after = times(service).slice(5);
    expect(Math.min(...after) - begin).toBeGreaterThanOrEqual(1_000);
    expect(busiest(after, 1_000)).toBeLessThanOrEqual(2);
  });

  test('keep to a longer window across the moment at which it comes', async () => {
    const service = scriptedService();
    const accessToken = 'disagreed-longer';
    await Promise.all(get(clientOf(service, { accessToken, rateLimit: loose }), 5));
    const longer = { requests: 5, perMs: 5_000 };
    await finished(Promise.all(get(clientOf(service, { accessToken, rateLimit: longer }), 2)));
    expect(busiest(times(service), 5_000)).toBe(5);
  });

  test('do not wait for a limit that nobody has used yet', async () => {
    const service = scriptedService();
    const accessToken = 'disagreed-early';
    clientOf(service, { accessToken, rateLimit: loose });
    const begin = Date.now();
    await clientOf(service, { accessToken, rateLimit: strict }).orders.get('o-1');
    expect(times(service)).toEqual([begin]);
  });
});

describe("a limit of other windows than the service's", () => {
  test.each([
    ['as many in a minute', { requests: 300, perMs: 60_000 }, 9_000],
    ['as many in two seconds', { requests: 10, perMs: 2_000 }, 9_000],
    ['fewer', { requests: 4, perMs: 2_000 }, 20_000],
    ['more than the service allows', { requests: 100, perMs: 500 }, 9_000],
  ])('%s is kept beside its own', async (_, rateLimit, longest) => {
    const service = scriptedService();
    const outlet = clientOf(service, { rateLimit });
    await finished(Promise.all(get(outlet, 40)));
    expect(busiest(times(service), 1_000)).toBeLessThanOrEqual(5);
    expect(busiest(times(service), rateLimit.perMs)).toBeLessThanOrEqual(rateLimit.requests);
    const [first = 0, ...others] = times(service);
    expect(Math.max(...others) - first).toBeLessThan(longest);
  });

  test('is what outlet.rateLimit tells, where it is the stricter one', () => {
    const [strict, loose] = [
      { requests: 30, perMs: 60_000 },
      { requests: 900, perMs: 60_000 },
    ].map((rateLimit) => clientOf(scriptedService(), { rateLimit }).rateLimit);
    expect(strict).toMatchObject({ limit: 30, perMs: 60_000 });
    expect(loose).toMatchObject({ limit: 5, perMs: 1_000 });
  });

  test('is kept where everybody left before their turn', async () => {
    const service = scriptedService();
    const outlet = clientOf(service, { rateLimit: { requests: 2, perMs: 30_000 } });
    await Promise.all(get(outlet, 2));
    await rejection(finished(outlet.orders.get('o-1', { deadline: 2_000 })));
    expect(vi.getTimerCount()).toBe(0);
    await finished(Promise.all(get(outlet, 3)));
    expect(busiest(times(service), 30_000)).toBe(2);
  });
});

describe('outlet.rateLimit', () => {
  test('tells the limit, what is left of it, and who waits', async () => {
    const headers = {
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': '1',
      'x-ratelimit-reset': '2026-03-01T12:00:01.000Z',
    };
    const outlet = clientOf(scriptedService(json({ id: 'o-1' }, 200, headers)));
    const queued = { interactive: 0, background: 0 };
    const untold = { limit: 5, perMs: 1_000, remaining: undefined, reset: undefined, queued, locked: false };
    expect(outlet.rateLimit).toEqual(untold);

    const calls = [...get(outlet, 7), outlet.orders.get('o-1', { priority: 'background' })];
    await vi.advanceTimersByTimeAsync(0);
    expect(outlet.rateLimit).toEqual({
      limit: 5,
      perMs: 1_000,
      remaining: 1,
      reset: new Date('2026-03-01T12:00:01Z'),
      queued: { interactive: 2, background: 1 },
      locked: false,
    });
    await finished(Promise.all(calls));
    expect(outlet.rateLimit.queued).toEqual(queued);
  });

  test.each<[string, OutletClientOptions['rateLimit'], object]>([
    ['the service', undefined, { limit: 5, perMs: 1_000, remaining: undefined }],
    ['the options', { requests: 3, perMs: 2_000 }, { limit: 3, perMs: 2_000, remaining: undefined }],
    ['nobody', false, { limit: Number.POSITIVE_INFINITY }],
    ["a limiter of one's own", { take: vi.fn(), state: vi.fn() }, { limit: Number.POSITIVE_INFINITY }],
  ])('tells the limit of %s to a client whose token is not known yet', (_, rateLimit, expected) => {
    const outlet = clientOf(scriptedService(), {
      accessToken: () => 'later',
      ...(rateLimit !== undefined && { rateLimit }),
    });
    expect(outlet.rateLimit).toMatchObject(expected);
  });
});
