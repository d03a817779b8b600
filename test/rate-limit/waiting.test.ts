import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PhaseLockedLimiter } from '../../src/rate-limit/phase-locked-limiter.js';
import { clientOf, scriptedService } from '../scripted-service.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('waiting calls', () => {
  test('have no timer each, and leave at once', async () => {
    const outlet = clientOf(scriptedService());
    const controller = new AbortController();
    const calls = Array.from({ length: 3_000 }, () =>
      outlet.orders.get('o-1', { signal: controller.signal }).catch((reason: unknown) => reason),
    );
    await vi.advanceTimersByTimeAsync(10);
    expect(outlet.rateLimit.queued).toEqual({ interactive: 2_995, background: 0 });
    expect(vi.getTimerCount()).toBe(1);
    controller.abort('enough');
    expect(new Set(await Promise.all(calls.slice(5)))).toEqual(new Set(['enough']));
    expect(outlet.rateLimit.queued.interactive).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([
    ['the timer for all', undefined],
    ['that of a throttle', { requests: 2, perMs: 2_000 }],
  ])('go on where %s ended with the request of somebody else', async (_, rateLimit) => {
    vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' });
    const outlet = clientOf(scriptedService(), { rateLimit });
    const calls = Array.from({ length: 12 }, () => outlet.orders.get('o-1'));
    await vi.advanceTimersByTimeAsync(10);
    const { setTimeout } = globalThis;
    // From now on no timer fires that was not set yet, as if the request of the one that set it had been answered.
    vi.stubGlobal('setTimeout', () => setTimeout(() => {}));

    let done = 0;
    for (const call of calls) call.then(() => (done += 1));
    await vi.advanceTimersByTimeAsync(60_000);

    expect(done).toBe(12);
  });

  test('are not kept behind those whose request has ended', async () => {
    vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' });
    const service = scriptedService();
    const outlet = clientOf(service);
    const { setInterval } = globalThis;
    // Theirs never fires, as if their requests had been answered while they wait.
    vi.stubGlobal('setInterval', () => setInterval(() => {}, 2 ** 31 - 1));
    for (let call = 0; call < 60; call += 1) outlet.orders.get('o-gone').catch(() => {});
    await vi.advanceTimersByTimeAsync(0);
    vi.stubGlobal('setInterval', setInterval);

    const begin = Date.now();
    const live = outlet.orders.get('o-1').then(() => Date.now() - begin);
    await vi.advanceTimersByTimeAsync(20_000);

    expect(await live).toBeLessThan(3_000);
    expect(service.arrivals.length).toBeLessThan(20);
    expect(outlet.rateLimit.queued.interactive).toBe(0);
  });

  test('are not taken for gone where the whole isolate was busy', async () => {
    vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' });
    const outlet = clientOf(scriptedService());
    const calls = Array.from({ length: 12 }, () => outlet.orders.get('o-1'));
    await vi.advanceTimersByTimeAsync(150);
    // A stall: the clock goes on, and no timer fires meanwhile.
    vi.spyOn(performance, 'now').mockImplementation(() => Date.now() + 5_000);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await Promise.all(calls)).toHaveLength(12);
  });

  test('cost the limiter little memory, be they tens of thousands', () => {
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    const used = () => {
      collect();
      return process.memoryUsage().heapUsed / 1e6;
    };
    const limiter = new PhaseLockedLimiter(undefined);
    const controllers = Array.from({ length: 30_000 }, () => new AbortController());
    const requests = controllers.map(({ signal }) => ({
      key: 'k',
      priority: 'interactive' as const,
      refused: false,
      signal,
    }));
    const before = used();
    const turns = requests.map((request) => limiter.take(request));
    expect(used() - before).toBeLessThan(45);
    for (const turn of turns) turn.catch(() => {});
    for (const controller of controllers) controller.abort();
    expect(limiter.state().queued.interactive).toBe(0);
  });
});
