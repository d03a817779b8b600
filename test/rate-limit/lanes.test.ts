import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clientOf, finished, json, type ScriptedService, scriptedService } from '../scripted-service.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const oneByOne = { rateLimit: { requests: 1, perMs: 1_000 } };

function orderOf({ arrivals }: ScriptedService): string[] {
  return arrivals.map(({ url }) => url.pathname.split('/').at(-1) ?? '');
}

describe('lanes', () => {
  test('let interactive calls go before those in the background', async () => {
    const service = scriptedService();
    const { orders } = clientOf(service, oneByOne);
    const background = { priority: 'background' } as const;
    await orders.get('first');
    const calls = [
      orders.get('b1', background),
      orders.get('b2', background),
      orders.get('i1'),
      orders.get('i2', { priority: 'interactive' }),
    ];
    await finished(Promise.all(calls));
    expect(orderOf(service)).toEqual(['first', 'i1', 'i2', 'b1', 'b2']);
  });

  test('run no timer once everybody has left, and keep to the limit afterwards', async () => {
    const service = scriptedService();
    const { orders } = clientOf(service, { rateLimit: { requests: 1, perMs: 20_000 } });
    const begin = Date.now();
    await orders.get('first');
    const impatient = new AbortController();
    const left = orders.get('left', { signal: impatient.signal }).catch((reason: unknown) => reason);
    await vi.advanceTimersByTimeAsync(1_000);
    impatient.abort('enough');
    expect(await left).toBe('enough');
    expect(vi.getTimerCount()).toBe(0);

    await finished(orders.get('next'));
    expect(orderOf(service)).toEqual(['first', 'next']);
    expect(Date.now() - begin).toBeGreaterThanOrEqual(20_000);
  });

  test('do not starve the background', async () => {
    const service = scriptedService();
    const { orders } = clientOf(service, oneByOne);
    const calls = [
      ...Array.from({ length: 40 }, (_, index) => orders.get(`i${index}`)),
      orders.get('b1', { priority: 'background' }),
      orders.get('b2', { priority: 'background' }),
    ];
    await finished(Promise.all(calls));
    const sent = orderOf(service);
    expect([sent.indexOf('b1'), sent.indexOf('b2')]).toEqual([9, 19]);
  });

  test('keep the order of calls inside each', async () => {
    const service = scriptedService();
    const { orders } = clientOf(service, oneByOne);
    const names = Array.from({ length: 8 }, (_, index) => `o${index}`);
    await finished(Promise.all(names.map((name) => orders.get(name))));
    expect(orderOf(service)).toEqual(names);
  });

  test('take the pages of lists for background', async () => {
    const service = scriptedService(json({ id: 'o-1', data: [] }));
    const { orders } = clientOf(service, oneByOne);
    const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
    await orders.get('first');
    const list = orders.list({ ...range, status: 'cancelled' }).toArray();
    const urgentList = orders.list({ ...range, status: 'complete' }, { priority: 'interactive' }).toArray();
    await finished(Promise.all([list, urgentList, orders.get('second')]));
    const statuses = service.arrivals.map(({ url }) => url.searchParams.get('status'));
    expect(statuses.at(-1)).toBe('cancelled');
    expect(statuses.indexOf('complete')).toBeLessThan(3);
  });
});
