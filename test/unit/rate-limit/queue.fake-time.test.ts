import { QueueFullError } from 'outlet-open-api';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  finished,
  json,
  rejection,
  type ScriptedService,
  scriptedService,
} from '../../support/services/scripted-service.js';

beforeEach(() => void vi.useFakeTimers());

const onePerSecond = { rateLimit: { requests: 1, interval: 1_000 } };
const background = { priority: 'background' } as const;
const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-20T00:00:00Z' };

function sentIds({ arrivals }: ScriptedService): string[] {
  return arrivals.map(({ url }) => url.pathname.split('/').at(-1) ?? '');
}

describe('priorities', () => {
  test('interactive calls go before background calls, each in the order of the calls', async () => {
    const service = scriptedService();
    const { orders } = clientOf(service, onePerSecond);
    await orders.get('first');
    const calls = [
      orders.get('b1', background),
      orders.get('b2', background),
      orders.get('i1'),
      orders.get('i2', { priority: 'interactive' }),
    ];
    await finished(Promise.all(calls));
    expect(sentIds(service)).toEqual(['first', 'i1', 'i2', 'b1', 'b2']);
  });

  test('every tenth turn goes to a background call', async () => {
    const service = scriptedService();
    const { orders } = clientOf(service, onePerSecond);
    const calls = [
      ...Array.from({ length: 40 }, (_, index) => orders.get(`i${index}`)),
      orders.get('b1', background),
      orders.get('b2', background),
    ];
    await finished(Promise.all(calls));
    const sent = sentIds(service);
    expect([sent.indexOf('b1'), sent.indexOf('b2')]).toEqual([9, 19]);
  });

  test('pages of lists are background calls by default', async () => {
    const service = scriptedService(json({ id: 'o-1', data: [] }));
    const { orders } = clientOf(service, onePerSecond);
    await orders.get('first');
    const list = orders.list({ ...range, status: 'cancelled' }).toArray();
    const urgentList = orders.list({ ...range, status: 'complete' }, { priority: 'interactive' }).toArray();
    await finished(Promise.all([list, urgentList, orders.get('second')]));
    const statuses = service.arrivals.map(({ url }) => url.searchParams.get('status'));
    expect(statuses.at(-1)).toBe('cancelled');
    expect(statuses.indexOf('complete')).toBeLessThan(3);
  });
});

describe('maxQueued', () => {
  test('rejects further calls with QueueFullError', async () => {
    const service = scriptedService();
    const { orders } = clientOf(service, { maxQueued: 3 });
    const calls = Array.from({ length: 8 }, (_, index) => orders.get(`o-${index}`));
    await vi.advanceTimersByTimeAsync(0);
    const error = await rejection(orders.get('late'));
    expect(error).toBeInstanceOf(QueueFullError);
    expect(error).toMatchObject({ attempts: 0, outcome: 'not-sent', priority: 'interactive', maxQueued: 3 });
    await finished(Promise.all(calls));
    expect(service.arrivals).toHaveLength(8);
  });

  test('counts each priority separately', async () => {
    const { orders } = clientOf(scriptedService(), { maxQueued: 1 });
    const calls = Array.from({ length: 6 }, (_, index) => orders.get(`o-${index}`));
    calls.push(orders.get('b-1', background));
    await vi.advanceTimersByTimeAsync(0);
    expect(await rejection(orders.get('b-2', background))).toBeInstanceOf(QueueFullError);
    await finished(Promise.all(calls));
  });

  test('does not apply to the pages of a list', async () => {
    let pages = 0;
    const slow = async () => {
      await new Promise((resolve) => setTimeout(resolve, 800));
      pages += 1;
      return json({ data: [{ id: `o-${pages}` }], next: pages < 30 ? `c-${pages}` : null });
    };
    const { orders } = clientOf(scriptedService(slow), { maxQueued: 1 });
    expect((await finished(orders.list(range, { concurrency: 4 }).toArray())).length).toBeGreaterThan(25);
  });

  test('does not apply to retries', async () => {
    const service = scriptedService(json({}, 500), json({ id: 'o-1' }));
    const { orders } = clientOf(service, { maxQueued: 1, rateLimit: { requests: 1, interval: 5_000 } });
    const first = orders.get('first');
    await vi.advanceTimersByTimeAsync(0);
    const second = orders.get('second');
    expect(await finished(Promise.all([first, second]))).toHaveLength(2);
  });

  test.each([0, -1, 1.5, Number.NaN])('cannot be %d', (maxQueued) => {
    expect(() => clientOf(scriptedService(), { maxQueued })).toThrow(/`maxQueued` must be a whole number/);
  });
});
