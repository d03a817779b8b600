import { getEventListeners } from 'node:events';
import type { OutletClient, RateLimiter, RequestOptions } from 'outlet-open-api';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  connectionLost,
  deaf,
  finished,
  hang,
  hangingBody,
  json,
  order,
  rejection,
  type Step,
  scriptedService,
  settled,
  tooMany,
} from '../scripted-service.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const fail = json({ code: 500 }, 500);
const never = () => new Promise<never>(() => {});
const deafLimiter: RateLimiter = {
  take: never,
  state: () => ({
    limit: 1,
    remaining: 0,
    reset: undefined,
    queued: { interactive: 1, background: 0 },
    locked: false,
  }),
};
const places = {
  'while it is sent': () => clientOf(scriptedService(hang)),
  'while a fetch ignores its signal': () => clientOf(scriptedService(deaf)),
  'while its body comes': () => clientOf(scriptedService(hangingBody)),
  'while it waits to be tried again': () => clientOf(scriptedService(fail)),
  'while it waits as a 429 told': () => clientOf(scriptedService(tooMany(30))),
  'while its token is fetched': () => clientOf(scriptedService(), { accessToken: never }),
  "while a limiter of one's own ignores the signal": () =>
    clientOf(scriptedService(), { rateLimit: deafLimiter }),
};

describe.each(Object.entries(places))('an abort ends a call %s', (_, clientAt) => {
  test.each([
    ['an error', new Error('enough')],
    ['a text', 'enough'],
    ['null', null],
    ['an object', { code: 17 }],
    ['a symbol', Symbol('enough')],
  ])('with the reason of the signal: %s', async (_, reason) => {
    const controller = new AbortController();
    const ended = vi.fn();
    const call = rejection(clientAt().orders.create(order, { signal: controller.signal })).finally(ended);
    await vi.advanceTimersByTimeAsync(10);
    expect(ended).not.toHaveBeenCalled();
    controller.abort(reason);
    expect(await call).toBe(reason);
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });
});

describe('an abort', () => {
  test('before the call leaves it unsent', async () => {
    const service = scriptedService();
    const signal = AbortSignal.abort('too late');
    expect(await rejection(clientOf(service).orders.get('o-1', { signal }))).toBe('too late');
    expect(service.arrivals).toEqual([]);
  });

  test('between turn and send leaves the call unsent', async () => {
    const service = scriptedService();
    const controller = new AbortController();
    const { orders } = clientOf(service, {
      rateLimit: { requests: 1, perMs: 1_000 },
      hooks: { onRateLimit: () => controller.abort('enough') },
    });
    await orders.get('first');
    const call = orders.get('second', { signal: controller.signal });
    expect(await rejection(finished(call))).toBe('enough');
    expect(service.arrivals).toHaveLength(1);
  });

  test('leaves the queue at once, and whoever waits behind goes on', async () => {
    const service = scriptedService();
    const outlet = clientOf(service, { rateLimit: { requests: 1, perMs: 1_000 } });
    const controller = new AbortController();
    const first = outlet.orders.get('first');
    const aborted = outlet.orders.get('aborted', { signal: controller.signal });
    const behind = outlet.orders.get('behind');
    await first;
    controller.abort('enough');
    expect(await rejection(aborted)).toBe('enough');
    expect(outlet.rateLimit.queued).toEqual({ interactive: 1, background: 0 });
    await finished(behind);
    expect(service.arrivals.map(({ url }) => url.pathname.split('/').at(-1))).toEqual(['first', 'behind']);
    expect(Number(service.arrivals[1]?.at) - Number(service.arrivals[0]?.at)).toBeLessThan(1_100);
  });

  test('reaches the calls that wait still where another of the same signal has ended', async () => {
    const { orders } = clientOf(scriptedService(hang, hang, json({ id: 'o-3' })));
    const controller = new AbortController();
    const { signal } = controller;
    const waiting = ['o-1', 'o-2'].map((id) => rejection(orders.get(id, { signal })));
    expect(await orders.get('o-3', { signal })).toEqual({ id: 'o-3' });
    controller.abort('enough');
    expect(await Promise.all(waiting)).toEqual(['enough', 'enough']);
  });

  test('reaches the fetch that is under way', async () => {
    const service = scriptedService(hang);
    const controller = new AbortController();
    const call = rejection(clientOf(service).orders.get('o-1', { signal: controller.signal }));
    await vi.waitFor(() => expect(service.arrivals).toHaveLength(1));
    controller.abort('enough');
    await call;
    expect(service.arrivals[0]?.signal.aborted).toBe(true);
  });
});

describe('nothing is left on the signal, and no timer runs,', () => {
  const get = ({ orders }: OutletClient, options: RequestOptions) => orders.get('o-1', options);
  const closed = (outlet: OutletClient, options: RequestOptions) => {
    outlet.close();
    return get(outlet, options);
  };

  test.each<[string, Step[], typeof get]>([
    ['a success', [json({ id: 'o-1' })], get],
    ['bad input', [], ({ orders }, options) => orders.get('..', options)],
    ['a closed client', [], closed],
    ['an error answer', [json({ code: 404 }, 404)], get],
    ['errors without end', [fail], get],
    ['a success at last', [fail, connectionLost('ECONNRESET'), json({ id: 'o-1' })], get],
    ['a lost connection', [connectionLost('ECONNRESET')], get],
    ['an attempt that took too long', [hang, json({ id: 'o-1' })], get],
    ['a timeout', [hang], get],
  ])('after %s', async (_, script, call) => {
    const { signal } = new AbortController();
    const limits = { timeout: 2_000, deadline: 86_400_000 };
    await settled(call(clientOf(scriptedService(...script)), { signal, ...limits }));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('many calls at once on one signal raise no warning', async () => {
  const warned = vi.fn();
  process.on('warning', warned);
  const outlet = clientOf(scriptedService(), { rateLimit: false });
  const { signal } = new AbortController();
  await Promise.all(Array.from({ length: 50 }, () => outlet.orders.get('o-1', { signal })));
  await vi.runAllTimersAsync();
  process.off('warning', warned);
  expect(warned).not.toHaveBeenCalled();
});

test('an answer that comes after the end of its call is let go', async () => {
  const cancel = vi.fn();
  let answer: (response: Response) => void = () => {};
  const service = scriptedService(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  const call = rejection(clientOf(service, { timeout: 100, maxRetries: 0 }).orders.get('o-1'));
  await vi.advanceTimersByTimeAsync(100);
  expect(await call).toHaveProperty('name', 'TimeoutError');
  answer(new Response(new ReadableStream({ cancel })));
  await vi.advanceTimersByTimeAsync(1);
  expect(cancel).toHaveBeenCalledOnce();
});
