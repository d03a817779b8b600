import { OutletClient } from 'outlet-open-api';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { finished } from '../scripted-service.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const noon = Date.parse('2026-03-31T12:00:00Z');

/** A client of a fake whose clock is neither the wall clock nor the monotonic one, 40 ms away. */
function clientFarAway(rateLimit?: { requests: number; perMs: number }) {
  const begin = performance.now() - 730;
  const fake = createFakeOutlet({ now: () => noon + performance.now() - begin, rateLimit });
  const answered: { at: number; status: number }[] = [];
  const sent: number[] = [];
  const way = () => new Promise((resolve) => setTimeout(resolve, 20));
  const outlet = new OutletClient({
    baseUrl: fake.baseUrl,
    accessToken: fake.key('order-data').token,
    logLevel: 'off',
    hooks: {
      onRequest: () => sent.push(performance.now()),
      onResponse: ({ status }) => answered.push({ at: performance.now(), status }),
    },
    fetch: async (input, init) => {
      await way();
      const response = await fake.fetch(input, init);
      await way();
      return response;
    },
  });
  const ask = (count: number, priority: 'interactive' | 'background' = 'interactive') =>
    Array.from({ length: count }, () => outlet.channels.list({ priority }));
  const refusals = () => answered.filter(({ status }) => status === 429).length;
  return { outlet, ask, sent, refusals };
}

test('a client locks to the windows and fills them, five requests in each §limits.window', async () => {
  const { outlet, ask, sent, refusals } = clientFarAway();
  expect(outlet.rateLimit.locked).toBe(false);
  await finished(Promise.all(ask(60)));
  expect(outlet.rateLimit).toMatchObject({ limit: 5, locked: true });
  expect(refusals()).toBe(0);
  expect(Number(sent.at(-1)) - Number(sent[0])).toBeLessThan(11_500);
});

test('calls in the background are spread, and one that somebody waits for goes at once', async () => {
  const { outlet, ask, sent } = clientFarAway();
  const calls = ask(100, 'background');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(outlet.rateLimit.locked).toBe(true);
  const gaps = sent.slice(-20).map((at, index, all) => at - (all[index - 1] ?? at));
  expect(Math.max(...gaps)).toBeLessThan(300);
  expect(Math.min(...gaps.slice(1))).toBeGreaterThan(100);

  // In the middle of a window, whose last requests are still to come.
  await vi.advanceTimersByTimeAsync(1_000 - ((performance.now() - Number(sent[0])) % 200));
  const before = sent.length;
  calls.push(...ask(1));
  await vi.advanceTimersByTimeAsync(1);
  expect(sent.length).toBe(before + 1);
  await finished(Promise.all(calls));
});

describe('a wall clock that jumps', () => {
  test.each([
    ['ahead by 3 s', 3_000],
    ['ahead by a day', 86_400_000],
    ['back by half a second', -500],
    ['back by an hour', -3_600_000],
  ])('%s changes nothing', async (_, jump) => {
    const { ask, sent, refusals } = clientFarAway();
    const calls = Promise.all(ask(60));
    await vi.advanceTimersByTimeAsync(5_130);
    vi.setSystemTime(Date.now() + jump);
    await finished(calls);
    const gaps = sent.map((at, index) => at - (sent[index - 1] ?? at));
    expect(Math.max(...gaps.slice(10))).toBeLessThan(1_100);
    expect(refusals()).toBe(0);
    expect(Number(sent.at(-1)) - Number(sent[0])).toBeLessThan(11_500);
  });
});

test.each([
  [3, 20_500],
  [10, 9_000],
])('a service that allows %d is believed, where no limit is set', async (requests, longest) => {
  const { outlet, ask, sent, refusals } = clientFarAway({ requests, perMs: 1_000 });
  await finished(Promise.all(ask(60)));
  expect(outlet.rateLimit.limit).toBe(requests);
  expect(refusals()).toBeLessThanOrEqual(2);
  expect(Number(sent.at(-1)) - Number(sent[0])).toBeLessThan(longest);
});
