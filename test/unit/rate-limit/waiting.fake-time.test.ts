import { AsyncLocalStorage } from 'node:async_hooks';
import type { OutletClient } from 'outlet-open-api';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { clientOf, scriptedService } from '../../support/services/scripted-service.js';

beforeEach(() => void vi.useFakeTimers());

describe('waiting calls', () => {
  test('share one timer, and end at once when they are aborted', async () => {
    const outlet = clientOf(scriptedService());
    const controller = new AbortController();
    const calls = Array.from({ length: 305 }, () =>
      outlet.orders.get('o-1', { signal: controller.signal }).catch((reason: unknown) => reason),
    );
    await vi.advanceTimersByTimeAsync(10);
    expect(outlet.rateLimitState.queued).toEqual({ interactive: 300, background: 0 });
    expect(vi.getTimerCount()).toBe(1);
    controller.abort('enough');
    const errors = await Promise.all(calls.slice(5));
    expect(new Set(errors.map((error) => Object(error).cause))).toEqual(new Set(['enough']));
    expect(outlet.rateLimitState.queued.interactive).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test.each([
  ['node:test and Jest', ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const],
  ['Vitest', ['setTimeout', 'clearTimeout'] as const],
])('waiting calls end while only the fake time of %s passes, without performance', async (_, toFake) => {
  vi.useFakeTimers({ toFake: [...toFake] });
  const outlet = clientOf(scriptedService());
  let ended = 0;
  const calls = Array.from({ length: 12 }, () => outlet.orders.get('o-1').then(() => (ended += 1)));
  await vi.advanceTimersByTimeAsync(4_000);
  expect(ended).toBe(12);
  await Promise.all(calls);
});

describe('waiting calls on Cloudflare Workers', () => {
  /** An incoming request to a Worker. Its timers stop when it ends. */
  interface WorkerRequest {
    hasEnded: boolean;
  }
  const current = new AsyncLocalStorage<WorkerRequest>();
  let firedTimers = 0;

  beforeEach(() => {
    vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' });
    const { setTimeout } = globalThis;
    vi.stubGlobal('setTimeout', (callback: () => void, delay: number) => {
      const owner = current.getStore() ?? { hasEnded: false };
      return setTimeout(() => {
        firedTimers += 1;
        if (!owner.hasEnded) current.run(owner, callback);
      }, delay);
    });
  });

  /** Makes one call in each of several requests, which end with their call. */
  function callInEach(
    outlet: OutletClient,
    count: number,
  ): (WorkerRequest & { readonly done: Promise<void> })[] {
    return Array.from({ length: count }, () => {
      const request = { hasEnded: false };
      const call = current.run(request, () => outlet.orders.get('o-1'));
      const done = call.then(() => {
        request.hasEnded = true;
      });
      return Object.assign(request, { done });
    });
  }

  test.each([undefined, { requests: 2, interval: 400 }])(
    'get their turns although the shared timer stops with other requests, with the limit %o',
    async (rateLimit) => {
      const requests = callInEach(clientOf(scriptedService(), { rateLimit }), 30);
      await vi.advanceTimersByTimeAsync(8_000);
      expect(requests.every(({ hasEnded }) => hasEnded)).toBe(true);
    },
  );

  test('wait at most two turns for each call whose request has ended', async () => {
    const outlet = clientOf(scriptedService());
    for (const request of callInEach(outlet, 30)) request.hasEnded = true;
    const [live] = callInEach(outlet, 1);
    await vi.advanceTimersByTimeAsync(14_000);
    expect(live?.hasEnded).toBe(true);
    expect(outlet.rateLimitState.queued.interactive).toBe(0);
  });

  test('do not poll', async () => {
    callInEach(clientOf(scriptedService()), 105);
    await vi.advanceTimersByTimeAsync(1);
    firedTimers = 0;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(firedTimers).toBeLessThan(250);
    await vi.runAllTimersAsync();
  });
});
