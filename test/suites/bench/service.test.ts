import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../src/random.js';
import { KeyServer } from './service/key-server.js';
import { Network } from './service/network.js';
import { Orders } from './service/orders.js';
import { rateHeaders } from './service/rate-headers.js';
import { type Reply, replyTo } from './service/reply.js';
import { type Turn, Windows } from './service/windows.js';
import { workTime } from './service/work-time.js';

const noon = Date.UTC(2026, 0, 1, 12);
const january = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 0, 31), spread: 'even' } as const;

describe('windows', () => {
  const accepted = (turns: readonly Turn[]) => turns.map((turn) => turn.accepted);

  test('accept as many requests as the limit, and start again each second', () => {
    const windows = new Windows(2);
    const turns = [0, 500, 999, 1_000, 1_999].map((at) => windows.take('a', noon + at));
    expect(accepted(turns)).toEqual([true, true, false, true, true]);
    expect(turns.map(({ remaining }) => remaining)).toEqual([1, 0, 0, 1, 0]);
    expect(turns.map(({ reset }) => reset - noon)).toEqual([1_000, 1_000, 1_000, 2_000, 2_000]);
  });

  test('count each token separately', () => {
    const windows = new Windows(1);
    expect(accepted(['a', 'b', 'a'].map((token) => windows.take(token, noon)))).toEqual([true, true, false]);
  });

  test('apply a new limit in the middle of a window', () => {
    const windows = new Windows(5);
    windows.take('a', noon);
    windows.limit = 1;
    expect(windows.take('a', noon + 1)).toMatchObject({ accepted: false, limit: 1, remaining: 0 });
  });

  test('count the requests of others first', () => {
    const windows = new Windows(3, 2);
    const turns = [0, 1, 1_000].map((at) => windows.take('a', noon + at));
    expect(accepted(turns)).toEqual([true, false, true]);
  });
});

describe('responses', () => {
  const turn: Turn = { window: noon, accepted: true, limit: 5, remaining: 4, reset: noon + 1_000 };

  test('state the limit as the specification does', () => {
    expect(rateHeaders('normal', turn, createRandom(1))).toEqual({
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': '4',
      'x-ratelimit-reset': '2026-01-01T12:00:01.000Z',
    });
  });

  test('state nothing if headers are off, and never the truth if they are invalid', () => {
    expect(rateHeaders('missing', turn, createRandom(1))).toEqual({});
    const random = createRandom(1);
    const resets = Array.from(
      { length: 50 },
      () => rateHeaders('nonsense', turn, random)['x-ratelimit-reset'],
    );
    expect(resets).not.toContain('2026-01-01T12:00:01.000Z');
    expect(new Set(resets).size).toBeGreaterThan(3);
  });

  test('state nothing in a fifth of the responses if headers are often missing', () => {
    const random = createRandom(1);
    const all = Array.from({ length: 500 }, () => rateHeaders('often-missing', turn, random));
    const missing = all.filter((headers) => Object.keys(headers).length === 0).length;
    expect(missing).toBeGreaterThan(70);
    expect(missing).toBeLessThan(130);
  });

  test('state the seconds until the window ends in a 429, rounded up', () => {
    const orders = new Orders({ ...january, count: 0 });
    const reply = replyTo('/api/v1/orders/o-1', { ...turn, accepted: false }, noon + 1, orders);
    expect(reply).toEqual<Reply>({
      status: 429,
      name: 'o-1',
      orders: 0,
      body: { code: 429, message: 'Rate limit exceeded', retryAfter: 1 },
    });
  });
});

describe('orders', () => {
  const orders = new Orders({ ...january, count: 60 });
  const whole = { from: '2026-01-01T00:00:00Z', to: '2026-01-31T00:00:00Z' };
  const page = (query: Record<string, string>) => orders.page(new URLSearchParams(query));

  test('come in pages of 25, and the last page has no next', () => {
    const first = page(whole);
    const second = page({ ...whole, cursor: first?.next ?? '' });
    const third = page({ ...whole, cursor: second?.next ?? '' });
    expect([first, second, third].map((one) => one?.data.length)).toEqual([25, 25, 10]);
    expect(third?.next).toBeNull();
  });

  test('are found by range', () => {
    const half = page({ ...whole, to: '2026-01-06T00:00:00Z' });
    expect(half?.data).toHaveLength(10);
    expect(half?.next).toBeNull();
  });

  test('have cursors that are valid for their own range only', () => {
    const { next } = page(whole) ?? {};
    expect(page({ ...whole, to: '2026-01-30T00:00:00Z', cursor: next ?? '' })).toBeUndefined();
    expect(page({ ...whole, cursor: 'made-up' })).toBeUndefined();
  });

  test('keep their number and their days if a restaurant has opening hours', () => {
    const open = new Orders({ ...january, count: 60, spread: 'opening-hours' });
    const all = open.page(new URLSearchParams({ ...whole, to: '2026-01-11T00:00:00Z' }));
    expect(all?.data).toHaveLength(20);
    expect(
      open.page(new URLSearchParams({ from: '2026-01-03T01:00:00Z', to: '2026-01-03T10:00:00Z' }))?.data,
    ).toEqual([]);
  });
});

test('the network takes half a round trip each way, with jitter, and more for a new connection', () => {
  const network = new Network({ roundTrip: 100, jitter: 0.5 }, createRandom(1));
  const ways = Array.from({ length: 200 }, () => network.way());
  expect(Math.min(...ways)).toBeGreaterThanOrEqual(25);
  expect(Math.max(...ways)).toBeLessThanOrEqual(75);
  expect(Math.max(...ways) - Math.min(...ways)).toBeGreaterThan(40);
  const connecting = Array.from({ length: 200 }, () => network.connecting());
  expect(Math.min(...connecting)).toBeGreaterThanOrEqual(100);
  expect(Math.max(...connecting)).toBeLessThanOrEqual(200);
});

test('the network changes when its plan does', () => {
  const network = new Network({ roundTrip: 100, jitter: 0 }, createRandom(1));
  network.plan = { roundTrip: 300, jitter: 0 };
  expect(network.way()).toBe(150);
});

test('the service works between the bounds of its plan, and rarely longer', () => {
  const random = createRandom(1);
  const times = Array.from({ length: 1_000 }, () => workTime({ min: 50, max: 100, rare: 8_000 }, random));
  const usual = times.filter((time) => time < 8_000);
  expect(Math.min(...usual)).toBeGreaterThanOrEqual(50);
  expect(Math.max(...usual)).toBeLessThanOrEqual(100);
  expect(times.length - usual.length).toBeGreaterThan(5);
  expect(times.length - usual.length).toBeLessThan(50);
});

test('a key has its own clock, and its log contains each request', async () => {
  const server = new KeyServer({
    seed: 1,
    limit: 1,
    others: 0,
    network: { roundTrip: 0, jitter: 0 },
    work: { min: 0, max: 0 },
    skew: 3_600_000,
    headers: 'normal',
    changes: [],
    orders: { ...january, count: 0 },
  });
  const { baseUrl, token } = await server.open();
  const reply = await fetch(`${baseUrl}/api/v1/orders/o-1`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const reset = Date.parse(reply.headers.get('x-ratelimit-reset') ?? '');
  expect(await reply.json()).toMatchObject({ id: 'o-1' });
  expect(reset % 1_000).toBe(0);
  expect(Math.round((reset - Date.now()) / 60_000)).toBe(60);
  expect(server.log).toMatchObject([
    { name: 'o-1', accepted: true, newConnection: true, window: reset - 1_000 },
  ]);
  server.close();
});
