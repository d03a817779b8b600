import fc from 'fast-check';
import { createOutletPool, type OutletClient, type OutletClientOptions } from 'outlet-open-api';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { collectGarbage } from '../../support/bytes-in-use.js';
import { runs } from '../../support/runs.js';
import {
  delayed,
  finished,
  hang,
  json,
  type Step,
  scriptedService,
} from '../../support/services/scripted-service.js';
import { gate } from '../../support/time/gate.js';

const { setImmediate } = globalThis;
beforeEach(() => void vi.useFakeTimers());

let pools = 0;

/** A pool whose outlets have own keys, and a service that follows a script. */
function poolOf(
  options: { max?: number; idleTimeout?: number },
  changed: OutletClientOptions = {},
  ...script: Step[]
) {
  pools += 1;
  const prefix = `pool-${pools}`;
  const service = scriptedService(...script);
  const load = vi.fn((outletId: string) => ({
    baseUrl: 'https://pos.example',
    accessToken: `${prefix}-${outletId}`,
    fetch: service.fetch,
    responseValidation: 'off' as const,
    ...changed,
  }));
  const pool = createOutletPool({ load, ...options });
  return { pool, get: pool.get, load, service };
}

/** Longer than the window of a rate limit. */
const afterWindow = 2_000;

describe('a client is removed', () => {
  test('when it was not used for the idle time', async () => {
    const { get, load } = poolOf({ idleTimeout: 60_000 });
    const bistro = await get('bistro');
    vi.advanceTimersByTime(59_999);
    expect(await get('bistro')).toBe(bistro);
    vi.advanceTimersByTime(59_999);
    await bistro.orders.get('o-1');
    vi.advanceTimersByTime(59_999);
    expect(await get('bistro')).toBe(bistro);
    vi.advanceTimersByTime(60_000);
    await get('bakery');
    expect(load).toHaveBeenCalledTimes(2);
    expect(await get('bistro')).not.toBe(bistro);
  });

  test('when it is the least recently used of more than max clients', async () => {
    const { get, load } = poolOf({ max: 2 });
    const bistro = await get('bistro');
    await get('bakery');
    vi.advanceTimersByTime(afterWindow);
    // Used without get.
    await bistro.orders.get('o-1');
    vi.advanceTimersByTime(afterWindow);
    await get('cafe');
    expect(await get('bistro')).toBe(bistro);
    expect(load).toHaveBeenCalledTimes(3);
    vi.advanceTimersByTime(afterWindow);
    await get('bakery');
    expect(load).toHaveBeenCalledTimes(4);
  });

  test('but works for a caller that still has it', async () => {
    const { get, service } = poolOf({ max: 1 });
    const bistro = await get('bistro');
    vi.advanceTimersByTime(afterWindow);
    await get('bakery');
    expect(await get('bistro')).not.toBe(bistro);
    expect(await bistro.orders.get('o-1')).toEqual({ id: 'o-1' });
    expect(service.arrivals).toHaveLength(1);
  });
});

describe('a client is never removed', () => {
  const uses: [string, OutletClientOptions, (outlet: OutletClient) => Promise<unknown>][] = [
    ['a running call', {}, (outlet) => outlet.orders.get('o-1')],
    ['a running call of a derived client', {}, (outlet) => outlet.withOptions({}).orders.get('o-1')],
    [
      'a queued call',
      { rateLimit: { requests: 1, interval: 200_000 }, fetch: async () => json({ id: 'o-1' }) },
      (outlet) => Promise.all([outlet.orders.get('o-1'), outlet.orders.get('o-2')]),
    ],
    [
      'a call that waits for the order',
      { fetch: async () => json({ id: 'o-1' }) },
      (outlet) => outlet.orders.waitFor('o-1', { until: () => false }),
    ],
    [
      'a running page',
      {},
      (outlet) => outlet.orders.list({ from: new Date(0), to: new Date(1) }).firstPage(),
    ],
  ];
  test.each(uses)('while it has %s', async (_, changed, use) => {
    const { pool, get } = poolOf({ max: 1, idleTimeout: 10_000 }, changed, hang);
    const bistro = await get('bistro');
    const calls = use(bistro.withOptions({ timeout: Number.POSITIVE_INFINITY }));
    calls.catch(() => {});
    await vi.advanceTimersByTimeAsync(100_000);
    await get('bakery');
    expect(await get('bistro')).toBe(bistro);
    expect(pool.size).toBe(2);
    pool.close();
  });

  test('while it loads', async () => {
    const { load } = poolOf({});
    const loaded = gate<void>();
    const slowLoad = async (outletId: string) => {
      if (outletId === 'bistro') await loaded.promise;
      return load(outletId);
    };
    const { get } = createOutletPool({ max: 1, load: slowLoad });
    const loading = get('bistro');
    vi.advanceTimersByTime(afterWindow);
    await get('bakery');
    loaded.open();
    expect(await get('bistro')).toBe(await loading);
  });

  test.each([
    ['the window of the API', {}, 1_000],
    ['its own window', { rateLimit: { requests: 5, interval: 30_000 } }, 29_999],
  ])('within %s after its last call', async (_, changed, interval) => {
    const { get } = poolOf({ max: 1, idleTimeout: 1 }, changed);
    const bistro = await get('bistro');
    await bistro.orders.get('o-1');
    vi.advanceTimersByTime(interval);
    await get('bakery');
    expect(await get('bistro')).toBe(bistro);
    vi.advanceTimersByTime(30_001);
    await get('bakery');
    expect(await get('bistro')).not.toBe(bistro);
  });
});

test('clients that come and go within a window do not exceed the limit', async () => {
  const { get, service } = poolOf({ max: 1 }, { rateLimit: { requests: 1, interval: 1_000 } });
  const callEach = async (outletIds: readonly string[]) => {
    const calls: Promise<unknown>[] = [];
    for (const outletId of outletIds) calls.push((await get(outletId)).orders.get('o-1'));
    return calls;
  };
  // More than the latest limiters, which the process keeps in any case.
  const outletIds = Array.from({ length: 110 }, (_, index) => `outlet-${index}`);
  await Promise.all(await callEach(outletIds));
  await get('outlet-0');
  // Weak references last until the end of a task.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  await finished(Promise.all(await callEach(outletIds.slice(0, 10))));
  const sentAt = service.arrivals.map(({ at }) => at);
  expect(sentAt).toHaveLength(120);
  expect(Math.min(...sentAt.slice(110)) - Math.max(...sentAt.slice(0, 110))).toBeGreaterThanOrEqual(1_000);
});

test('a pool that is not used sets no timer', async () => {
  const { get } = poolOf({ max: 2, idleTimeout: 1_000 });
  for (const outletId of ['bistro', 'bakery', 'cafe']) await (await get(outletId)).orders.get('o-1');
  expect(vi.getTimerCount()).toBe(0);
});

test('clients that may be removed are removed, and no others, whatever the pool is used for', async () => {
  const max = 3;
  const idleTimeout = 5_000;
  const duration = 3_000;
  const step = fc.record({
    outletId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    calls: fc.boolean(),
    pause: fc.constantFrom(0, 100, 1_000, 1_100, 5_000),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { pool } = poolOf({ max, idleTimeout }, { rateLimit: false }, delayed(json({}), duration));
      const known = new Map<string, { outlet: OutletClient; idleSince: number }>();
      for (const { outletId, calls, pause } of steps) {
        const now = performance.now();
        const before = known.get(outletId);
        const outlet = await pool.get(outletId);
        const idleFor = before ? now - before.idleSince : undefined;
        if (idleFor !== undefined && idleFor <= 1_000) expect(outlet).toBe(before?.outlet);
        if (idleFor !== undefined && idleFor >= idleTimeout) expect(outlet).not.toBe(before?.outlet);
        if (calls) outlet.orders.get('o-1').catch(() => {});
        const busyUntil = outlet === before?.outlet ? before.idleSince : 0;
        known.set(outletId, { outlet, idleSince: Math.max(busyUntil, now + (calls ? duration : 0)) });
        const kept = [...known.values()].filter(({ idleSince }) => now - idleSince < 1_100);
        expect(pool.size).toBeLessThanOrEqual(Math.max(max, kept.length));
        await vi.advanceTimersByTimeAsync(pause);
      }
      pool.close();
      await vi.runAllTimersAsync();
    }),
    { numRuns: runs(50) },
  );
});
