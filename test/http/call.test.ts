import { afterEach, describe, expect, test, vi } from 'vitest';
import { clientOf, json, rejection, scriptedService } from '../scripted-service.js';

const notFound = json({ code: 404, message: 'Not found' }, 404);

describe('a call', () => {
  test('is sent though nobody awaits it', async () => {
    const service = scriptedService();
    clientOf(service).orders.get('o-1');
    await vi.waitFor(() => expect(service.arrivals).toHaveLength(1));
  });

  test('is sent once, however often it is awaited', async () => {
    const service = scriptedService();
    const call = clientOf(service).orders.get('o-1');
    const [first, second, { data }] = [await call, await call, await call.withResponse()];
    expect(second).toBe(first);
    expect(data).toBe(first);
    expect(service.arrivals).toHaveLength(1);
  });

  test('can be caught and ended like a promise', async () => {
    const outlet = clientOf(scriptedService(notFound));
    const cleanUp = vi.fn();
    expect(await outlet.orders.get('o-1').catch((error: unknown) => error)).toHaveProperty('status', 404);
    await rejection(outlet.orders.get('o-1').finally(cleanUp));
    expect(cleanUp).toHaveBeenCalledOnce();
    expect(await Promise.allSettled([outlet.orders.get('o-1')])).toMatchObject([{ status: 'rejected' }]);
  });

  test('gives its data through finally', async () => {
    expect(await clientOf(scriptedService()).orders.get('o-1').finally()).toEqual({ id: 'o-1' });
  });
});

describe('bad input', () => {
  test('rejects the promise, and is not thrown', async () => {
    const call = clientOf(scriptedService()).orders.get('');
    expect(await rejection(call)).toHaveProperty('name', 'InvalidRequestError');
  });
});

describe('unhandled rejections', () => {
  const listeners = process.listeners('unhandledRejection');
  afterEach(() => {
    process.removeAllListeners('unhandledRejection');
    for (const listener of listeners) process.on('unhandledRejection', listener);
  });

  function recordUnhandled(): unknown[] {
    const unhandled: unknown[] = [];
    process.removeAllListeners('unhandledRejection');
    process.on('unhandledRejection', (reason) => unhandled.push(reason));
    return unhandled;
  }
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

  test('are exactly one for a failing call that nobody awaits', async () => {
    const unhandled = recordUnhandled();
    const outlet = clientOf(scriptedService(notFound));
    outlet.orders.get('o-1');
    await vi.waitFor(() => expect(unhandled).toHaveLength(1));
    await nextTurn();
    expect(unhandled).toMatchObject([{ name: 'NotFoundError' }]);
  });

  test.each([
    ['orders.get', 'NotFoundError'],
    ['orders.cancel', 'NotFoundError'],
  ] as const)('are none where the failure of %s is handled by withResponse', async (id, name) => {
    const unhandled = recordUnhandled();
    const { orders } = clientOf(scriptedService(notFound));
    const call = id === 'orders.get' ? orders.get('o-1') : orders.cancel('o-1');
    expect(await rejection(call.withResponse())).toHaveProperty('name', name);
    await nextTurn();
    expect(unhandled).toEqual([]);
  });

  test('are none where a hook or a logger fails, at once or later', async () => {
    const unhandled = recordUnhandled();
    const broken = () => {
      throw new Error('broken');
    };
    const logger = { debug: broken, info: broken, warn: broken, error: broken };
    const hooks = { onRequest: broken, onResponse: () => Promise.reject(new Error('broken')) };
    const outlet = clientOf(scriptedService(), { hooks, logger, logLevel: 'debug' });
    expect(await outlet.orders.get('o-1')).toEqual({ id: 'o-1' });
    await nextTurn();
    expect(unhandled).toEqual([]);
  });
});
