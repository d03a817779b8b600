import { QueueFullError } from 'outlet-open-api';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clientOf, finished, json, rejection, scriptedService } from '../scripted-service.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('maxQueued', () => {
  test('refuses at once what would wait behind so many', async () => {
    const service = scriptedService();
    const { orders } = clientOf(service, { maxQueued: 3 });
    const calls = Array.from({ length: 8 }, (_, index) => orders.get(`o-${index}`));
    await vi.advanceTimersByTimeAsync(0);
    const error = await rejection(orders.get('late'));
    expect(error).toBeInstanceOf(QueueFullError);
    expect(error).toMatchObject({
      attempts: 0,
      outcome: 'not-sent',
      priority: 'interactive',
      maxQueued: 3,
      message:
        'GET /orders/{orderId} was not sent: 3 interactive calls wait for their turn, as many as maxQueued allows. ' +
        'The service did not get it: it is safe to call again.',
    });
    await finished(Promise.all(calls));
    expect(service.arrivals).toHaveLength(8);
  });

  test('counts each lane for itself', async () => {
    const { orders } = clientOf(scriptedService(), { maxQueued: 1 });
    const background = { priority: 'background' } as const;
    const calls = Array.from({ length: 6 }, (_, index) => orders.get(`o-${index}`));
    calls.push(orders.get('b-1', background));
    await vi.advanceTimersByTimeAsync(0);
    expect(await rejection(orders.get('b-2', background))).toBeInstanceOf(QueueFullError);
    await finished(Promise.all(calls));
  });

  test('holds for no page of a list, which are few at a time', async () => {
    let pages = 0;
    const slow = async () => {
      await new Promise((resolve) => setTimeout(resolve, 800));
      pages += 1;
      return json({ data: [{ id: `o-${pages}` }], next: pages < 30 ? `c-${pages}` : null });
    };
    const { orders } = clientOf(scriptedService(slow), { maxQueued: 1 });
    const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-20T00:00:00Z' };
    expect((await finished(orders.list(range, { concurrency: 4 }).toArray())).length).toBeGreaterThan(25);
  });

  test('sends nobody away who was sent once', async () => {
    const service = scriptedService(json({}, 500), json({ id: 'o-1' }));
    const { orders } = clientOf(service, { maxQueued: 1, rateLimit: { requests: 1, perMs: 5_000 } });
    const first = orders.get('first');
    await vi.advanceTimersByTimeAsync(0);
    const second = orders.get('second');
    expect(await finished(Promise.all([first, second]))).toHaveLength(2);
  });

  test.each([0, -1, 1.5, Number.NaN])('is refused where it is %d', (maxQueued) => {
    expect(() => clientOf(scriptedService(), { maxQueued })).toThrow(/maxQueued must be a whole number/);
  });
});
