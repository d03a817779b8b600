import { OutletClient } from 'outlet-open-api';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { beforeEach, expect, test, vi } from 'vitest';
import { hostileMode } from '../../support/services/hostile-mode.js';
import { finished } from '../../support/services/scripted-service.js';

beforeEach(() => void vi.useFakeTimers());

/** A client and a fake with another clock, 20 ms away in each direction. */
function connect(rateLimit?: { requests: number; interval: number }) {
  const clockOffset = Date.parse('2026-03-31T12:00:00Z') + 730 - performance.now();
  const fake = createFakeOutlet({
    ...hostileMode,
    empty: true,
    now: () => clockOffset + performance.now(),
    rateLimit,
  });
  const sentAt: number[] = [];
  let rejections = 0;
  const latency = () => new Promise((resolve) => setTimeout(resolve, 20));
  const outlet = new OutletClient({
    baseUrl: fake.baseUrl,
    accessToken: fake.key('digital-ordering').token,
    logLevel: 'off',
    hooks: {
      onAttempt: () => sentAt.push(performance.now()),
      onAttemptEnd: ({ status }) => {
        if (status === 429) rejections += 1;
      },
    },
    fetch: async (input, init) => {
      await latency();
      const response = await fake.fetch(input, init);
      await latency();
      return response;
    },
  });
  const call = (count: number, priority: 'interactive' | 'background' = 'interactive') =>
    Array.from({ length: count }, () => outlet.channels.list({ priority }));
  const duration = () => Number(sentAt.at(-1)) - Number(sentAt[0]);
  return { outlet, call, sentAt, rejections: () => rejections, duration };
}

test('a client synchronizes with the windows and sends five requests in each §limits.window', async () => {
  const { outlet, call, sentAt, rejections, duration } = connect();
  await finished(Promise.all(call(60)));
  expect(outlet.rateLimitState.limit).toBe(5);
  expect(rejections()).toBe(0);
  // A client that is not synchronized pauses before each request, and not only before each window.
  const pauses = sentAt.filter((at, index) => index >= 30 && at - Number(sentAt[index - 1]) > 100);
  expect(pauses.length).toBeLessThanOrEqual(7);
  expect(duration()).toBeLessThan(12_000);
});

test('background calls are spread over a window, and an interactive call goes at once', async () => {
  const { outlet, call, sentAt } = connect();
  const calls = call(100, 'background');
  await vi.advanceTimersByTimeAsync(10_000);
  const gaps = sentAt.slice(-20).map((at, index, all) => at - Number(all[index - 1]));
  expect(Math.max(...gaps.slice(1))).toBeLessThan(300);
  expect(Math.min(...gaps.slice(1))).toBeGreaterThan(100);

  // In the middle of a window that has room, with background requests still to be sent in it.
  while (outlet.rateLimitState.remaining !== 3) await vi.advanceTimersByTimeAsync(10);
  const before = sentAt.length;
  calls.push(...call(1));
  await vi.advanceTimersByTimeAsync(1);
  expect(sentAt.length).toBe(before + 1);
  await finished(Promise.all(calls));
});

test.each([3_000, 86_400_000, -500, -3_600_000])(
  'setting the wall clock by %d ms changes nothing',
  async (step) => {
    const { call, sentAt, rejections, duration } = connect();
    const calls = Promise.all(call(60));
    await vi.advanceTimersByTimeAsync(5_130);
    vi.setSystemTime(Date.now() + step);
    await finished(calls);
    const gaps = sentAt.slice(10).map((at, index) => at - Number(sentAt[index + 9]));
    expect(Math.max(...gaps)).toBeLessThan(1_100);
    expect(rejections()).toBe(0);
    expect(duration()).toBeLessThan(12_000);
  },
);

test.each([
  [3, 20_500],
  [10, 9_000],
])('a client without an own limit follows an API that allows %d', async (requests, longest) => {
  const { outlet, call, rejections, duration } = connect({ requests, interval: 1_000 });
  await finished(Promise.all(call(60)));
  expect(outlet.rateLimitState.limit).toBe(requests);
  expect(rejections()).toBeLessThanOrEqual(2);
  expect(duration()).toBeLessThan(longest);
});
