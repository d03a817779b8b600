import { getEventListeners } from 'node:events';
import { RequestValidationError } from 'outlet-open-api';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  finished,
  json,
  rejection,
  scriptedService,
} from '../../../support/services/scripted-service.js';

beforeEach(() => void vi.useFakeTimers());

const open = json({ id: 'o-1', status: 'open' });
const complete = json({ id: 'o-1', status: 'complete' });
const isComplete = ({ status }: { status?: string | null | undefined }) => status === 'complete';

describe('orders.waitFor', () => {
  test('reads the order every 5 seconds until `until` returns true §flow.digital-ordering.poll', async () => {
    const service = scriptedService(open, open, complete);
    const begin = Date.now();
    const call = clientOf(service).orders.waitFor('o-1', { until: isComplete });
    expect(await finished(call)).toEqual({ id: 'o-1', status: 'complete' });
    expect(service.arrivals.map(({ at }) => at - begin)).toEqual([0, 5_000, 10_000]);
  });

  test('awaits `until`', async () => {
    const service = scriptedService(open, complete);
    const call = clientOf(service).orders.waitFor('o-1', { until: async (order) => isComplete(order) });
    expect(await finished(call)).toEqual({ id: 'o-1', status: 'complete' });
    expect(service.arrivals).toHaveLength(2);
  });

  test('has background priority', async () => {
    const service = scriptedService(complete);
    const { orders } = clientOf(service, { rateLimit: { requests: 1, interval: 1_000 } });
    const calls = [
      orders.get('first'),
      orders.waitFor('watched', { until: isComplete }),
      orders.get('second'),
    ];
    await finished(Promise.all(calls));
    const sent = service.arrivals.map(({ url }) => url.pathname.split('/').at(-1));
    expect(sent).toEqual(['first', 'second', 'watched']);
  });

  test('reads the order as often as `interval` says', async () => {
    const service = scriptedService(open, complete);
    const begin = Date.now();
    await finished(clientOf(service).orders.waitFor('o-1', { until: isComplete, interval: 300 }));
    expect(service.arrivals.map(({ at }) => at - begin)).toEqual([0, 300]);
  });

  test.each([0, -1, Number.NaN])('rejects an interval of %d', async (interval) => {
    const service = scriptedService(open);
    const error = await rejection(clientOf(service).orders.waitFor('o-1', { until: isComplete, interval }));
    expect(error).toBeInstanceOf(RequestValidationError);
    expect(service.arrivals).toEqual([]);
  });

  test('rejects with the reason of its signal between two reads', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const call = rejection(
      clientOf(scriptedService(open)).orders.waitFor('o-1', { until: isComplete, signal }),
    );
    await vi.advanceTimersByTimeAsync(7_000);
    controller.abort('enough');
    expect(await call).toBe('enough');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('rejects with a ConnectionError when the client is closed', async () => {
    const service = scriptedService(open);
    const outlet = clientOf(service);
    const call = rejection(outlet.orders.waitFor('o-1', { until: isComplete }));
    await vi.advanceTimersByTimeAsync(1_000);
    outlet.close();
    expect(await call).toMatchObject({ name: 'ConnectionError', message: expect.stringContaining('closed') });
    expect(service.arrivals).toHaveLength(1);
  });

  test('rejects with the error of a read that fails', async () => {
    const call = clientOf(scriptedService(open, json({ code: 404 }, 404))).orders.waitFor('o-1', {
      until: isComplete,
    });
    expect(await rejection(finished(call))).toHaveProperty('name', 'NotFoundError');
  });

  test('rejects with the error that `until` throws', async () => {
    const broken = new Error('broken');
    const until = () => {
      throw broken;
    };
    expect(await rejection(clientOf(scriptedService(open)).orders.waitFor('o-1', { until }))).toBe(broken);
  });
});
