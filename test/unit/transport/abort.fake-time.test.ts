import { getEventListeners } from 'node:events';
import { CallAbortedError, CallError, type OutletClient } from 'outlet-open-api';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  deaf,
  finished,
  hang,
  hangingBody,
  json,
  order,
  rejection,
  scriptedService,
  tooMany,
} from '../../support/services/scripted-service.js';
import { gate } from '../../support/time/gate.js';
import { listen } from '../diagnostics/recorded.js';

beforeEach(() => void vi.useFakeTimers());

const serverError = json({ code: 500 }, 500);
const never = () => new Promise<never>(() => {});
const { rateLimitState: idle } = clientOf(scriptedService());
const situations = {
  'while it waits for the response': () => clientOf(scriptedService(hang)),
  'while fetch ignores its signal': () => clientOf(scriptedService(deaf)),
  'while it reads the body': () => clientOf(scriptedService(hangingBody)),
  'during a pause between attempts': () => clientOf(scriptedService(serverError)),
  'while it waits after a 429': () => clientOf(scriptedService(tooMany(30))),
  'while it waits for its token': () => clientOf(scriptedService(), { accessToken: never }),
  'while a custom limiter ignores its signal': () =>
    clientOf(scriptedService(), { rateLimit: { take: never, state: () => idle } }),
};

test.each(Object.entries(situations))('an abort ends a call %s', async (_, clientIn) => {
  const controller = new AbortController();
  const ended = vi.fn();
  const call = rejection(clientIn().orders.create(order, { signal: controller.signal })).finally(ended);
  await vi.advanceTimersByTimeAsync(10);
  expect(ended).not.toHaveBeenCalled();
  controller.abort('enough');
  expect(await call).toMatchObject({ name: 'AbortError', cause: 'enough' });
  expect(vi.getTimerCount()).toBe(0);
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
});

describe('an abort', () => {
  test('of a create says that the order may exist, and with which key to repeat the call', async () => {
    const controller = new AbortController();
    const call = clientOf(scriptedService(hang)).orders.create(order, { signal: controller.signal });
    const rejected = rejection(call);
    await vi.advanceTimersByTimeAsync(10);
    // The reason of AbortSignal.timeout(…).
    const reason = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    controller.abort(reason);
    const error = await rejected;
    expect(error).toBeInstanceOf(CallAbortedError);
    expect(error).toBeInstanceOf(CallError);
    expect(error).toMatchObject({
      name: 'AbortError',
      code: 'ABORT_ERR',
      cause: reason,
      outcome: 'unknown',
      attempts: 1,
      idempotencyKey: call.idempotencyKey,
      isTransient: true,
      message: `POST /orders failed after 1 attempt: the time limit of its signal passed. The API may have performed the call: repeat it with the same API key, body and idempotencyKey '${call.idempotencyKey}' within 24 hours of its first call.`,
    });
  });

  test.each([1, 2])('in onAttemptEnd of failed attempt %i rejects with its reason', async (failed) => {
    const controller = new AbortController();
    const onAttemptEnd = ({ attempt }: { attempt: number }) =>
      attempt === failed && controller.abort('enough');
    const { orders } = clientOf(scriptedService(json({ code: 503 }, 503)), { hooks: { onAttemptEnd } });
    const error = await rejection(finished(orders.get('o-1', { signal: controller.signal })));
    expect(error).toMatchObject({ cause: 'enough', attempts: failed });
  });

  test.each([[new Error('enough')], [{ code: 17 }], [Symbol('enough')], [null]])(
    'rejects the call, with the reason of the signal as the cause: %s',
    async (reason) => {
      const controller = new AbortController();
      const call = rejection(
        clientOf(scriptedService(hang)).orders.get('o-1', { signal: controller.signal }),
      );
      controller.abort(reason);
      expect(await call).toHaveProperty('cause', reason);
    },
  );

  test('before the call sends nothing, and asks for no token', async () => {
    const service = scriptedService();
    const accessToken = vi.fn(() => 'a-token');
    const signal = AbortSignal.abort('too late');
    expect(await rejection(clientOf(service, { accessToken }).orders.get('o-1', { signal }))).toMatchObject({
      outcome: 'not-sent',
      attempts: 0,
      message:
        'GET /orders/{orderId} was not sent: its signal was aborted. The API did not receive the call, so it is safe to call again.',
    });
    expect(accessToken).not.toHaveBeenCalled();
    expect(service.arrivals).toEqual([]);
  });

  test('between the queue and the request sends nothing', async () => {
    const service = scriptedService();
    const controller = new AbortController();
    const { orders } = clientOf(service, { rateLimit: { requests: 1, interval: 1_000 } });
    await orders.get('first');
    listen('queue:end', () => controller.abort('enough'));
    const call = orders.get('second', { signal: controller.signal });
    expect(await rejection(finished(call))).toMatchObject({ cause: 'enough', outcome: 'not-sent' });
    expect(service.arrivals).toHaveLength(1);
  });

  test('removes the call from the queue at once, and the next one takes its place', async () => {
    const service = scriptedService();
    const outlet = clientOf(service, { rateLimit: { requests: 1, interval: 1_000 } });
    const controller = new AbortController();
    const first = outlet.orders.get('first');
    const aborted = outlet.orders.get('aborted', { signal: controller.signal });
    const next = outlet.orders.get('next');
    await first;
    controller.abort('enough');
    expect(await rejection(aborted)).toMatchObject({ cause: 'enough', outcome: 'not-sent' });
    expect(outlet.rateLimitState.queued).toEqual({ interactive: 1, background: 0 });
    await finished(next);
    expect(service.arrivals.map(({ url }) => url.pathname.split('/').at(-1))).toEqual(['first', 'next']);
    expect(Number(service.arrivals[1]?.at) - Number(service.arrivals[0]?.at)).toBeLessThan(1_100);
  });

  test('ends all calls of a signal, even after one of them has succeeded', async () => {
    const { orders } = clientOf(scriptedService(hang, hang, json({ id: 'o-3' })));
    const controller = new AbortController();
    const { signal } = controller;
    const waiting = ['o-1', 'o-2'].map((id) => rejection(orders.get(id, { signal })));
    expect(await orders.get('o-3', { signal })).toEqual({ id: 'o-3' });
    controller.abort('enough');
    expect(await Promise.all(waiting)).toMatchObject([{ cause: 'enough' }, { cause: 'enough' }]);
  });
});

test.each<[string, (outlet: OutletClient, controller: AbortController) => void]>([
  ['an abort', (_, controller) => controller.abort('enough')],
  ['close()', (outlet) => outlet.close()],
  ['a deadline', () => vi.advanceTimersByTime(5_000)],
])('%s after the whole response was read does not change the result', async (_, end) => {
  const service = scriptedService(json({ id: 'o-1' }, 201));
  const controller = new AbortController();
  const outlet: OutletClient = clientOf(service, { hooks: { onAttemptEnd: () => end(outlet, controller) } });
  const call = outlet.orders.create(order, { signal: controller.signal, deadline: 5_000 });
  expect(await call).toEqual({ id: 'o-1' });
  expect(service.arrivals).toHaveLength(1);
});

test('many calls with one signal cause no warning about a leak', async () => {
  const onWarning = vi.fn();
  process.on('warning', onWarning);
  const outlet = clientOf(scriptedService(), { rateLimit: false });
  const { signal } = new AbortController();
  await Promise.all(Array.from({ length: 50 }, () => outlet.orders.get('o-1', { signal })));
  await vi.runAllTimersAsync();
  process.off('warning', onWarning);
  expect(onWarning).not.toHaveBeenCalled();
});

test('a response that arrives after its call has ended is discarded', async () => {
  const cancel = vi.fn();
  const response = gate<Response>();
  const service = scriptedService(() => response.promise);
  const call = rejection(clientOf(service, { timeout: 100, maxRetries: 0 }).orders.get('o-1'));
  await vi.advanceTimersByTimeAsync(100);
  expect(await call).toHaveProperty('name', 'TimeoutError');
  response.open(new Response(new ReadableStream({ cancel })));
  await vi.advanceTimersByTimeAsync(1);
  expect(cancel).toHaveBeenCalledOnce();
});
