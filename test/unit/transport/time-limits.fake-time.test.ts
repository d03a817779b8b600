import { InternalServerError, type RateLimitState, TimeoutError } from 'outlet-open-api';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  deaf,
  delayed,
  finished,
  hang,
  hangingBody,
  json,
  order,
  rejection,
  scriptedService,
} from '../../support/services/scripted-service.js';

beforeEach(() => void vi.useFakeTimers());

/** A body that takes 1.2 seconds. */
const slowBody = () =>
  new Response(
    new ReadableStream({
      async start(controller) {
        for (const part of ['{"id"', ':"o-', '1"}']) {
          controller.enqueue(new TextEncoder().encode(part));
          await new Promise((resolve) => setTimeout(resolve, 400));
        }
        controller.close();
      },
    }),
  );

describe('timeout', () => {
  test.each([
    ['no response', hang],
    ['a fetch that ignores its signal', deaf],
    ['a body that stops', hangingBody],
    ['a slow body', slowBody],
  ])('ends an attempt with %s', async (_, step) => {
    const outlet = clientOf(scriptedService(step), { timeout: 1_000, maxRetries: 0 });
    const error = rejection(outlet.orders.create(order));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await error).toBeInstanceOf(TimeoutError);
    expect(await error).toMatchObject({
      reason: 'timeout',
      attempts: 1,
      outcome: 'unknown',
      message: expect.stringContaining('the last attempt exceeded its timeout'),
    });
    await vi.runAllTimersAsync();
  });

  test('does not end a slow body that is complete in time', async () => {
    const call = clientOf(scriptedService(slowBody), { timeout: 2_000 }).orders.get('o-1');
    expect(await finished(call)).toEqual({ id: 'o-1' });
  });

  test('starts again with each attempt', async () => {
    const service = scriptedService(hang, json({ id: 'o-1' }));
    const call = clientOf(service, { timeout: 1_000 }).orders.create(order);
    expect(await finished(call)).toEqual({ id: 'o-1' });
    expect(service.arrivals).toHaveLength(2);
  });

  test('does not include the time in the queue', async () => {
    const service = scriptedService();
    const outlet = clientOf(service, { timeout: 500, rateLimit: { requests: 1, interval: 5_000 } });
    await finished(Promise.all([outlet.orders.get('o-1'), outlet.orders.get('o-2')]));
    expect(service.arrivals).toHaveLength(2);
  });

  test.each([Number.POSITIVE_INFINITY, 2 ** 40])(
    'of a call replaces that of the client, and can be %d',
    async (timeout) => {
      const outlet = clientOf(scriptedService(slowBody), { timeout: 10 });
      expect(await finished(outlet.orders.get('o-1', { timeout }))).toEqual({ id: 'o-1' });
    },
  );
});

describe('deadline', () => {
  test('ends a call in the queue, which was not sent', async () => {
    const service = scriptedService();
    const outlet = clientOf(service, { rateLimit: { requests: 1, interval: 60_000 } });
    await outlet.orders.get('o-1');
    const error = rejection(outlet.orders.create(order, { deadline: 1_000 }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await error).toBeInstanceOf(TimeoutError);
    expect(await error).toMatchObject({ reason: 'deadline', attempts: 0, outcome: 'not-sent' });
    await vi.runAllTimersAsync();
    expect(service.arrivals).toHaveLength(1);
  });

  test('ends a call whose fetch ignores its signal', async () => {
    const error = rejection(clientOf(scriptedService(deaf)).orders.create(order, { deadline: 1_000 }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await error).toMatchObject({ name: 'TimeoutError', attempts: 1, outcome: 'unknown' });
  });

  test('of a page starts with its first request, and not in the queue', async () => {
    const page = json({ data: [{ id: 'o-1' }], next: null });
    const anyOrder = json({ id: 'o-1' });
    const outlet = clientOf(scriptedService(anyOrder, anyOrder, delayed(page, 500)), {
      rateLimit: { requests: 1, interval: 5_000 },
    });
    const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
    const others = Promise.all([outlet.orders.get('o-1'), outlet.orders.get('o-2')]);
    const list = outlet.orders.list(range, { deadline: 1_000 }).toArray();
    expect(await finished(list)).toEqual([{ id: 'o-1' }]);
    await others;

    const slow = clientOf(scriptedService(delayed(page, 1_500)));
    const late = slow.orders.list(range, { deadline: 1_000 }).toArray();
    expect(await rejection(finished(late))).toMatchObject({ name: 'TimeoutError', attempts: 1 });
  });

  test('during an attempt names that attempt, and how the one before failed', async () => {
    const service = scriptedService(json({ code: 503, message: 'Busy' }, 503), hang);
    const error = rejection(clientOf(service).orders.create(order, { deadline: 2_000 }));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await error).toMatchObject({
      attempts: 2,
      message: expect.stringContaining(
        'the deadline of the call passed during attempt 2; attempt 1 failed with status 503',
      ),
    });
  });

  test('during a pause names the last response, and its error is the cause', async () => {
    const service = scriptedService(json({ code: 500, message: 'Broken' }, 500));
    const error = rejection(clientOf(service).orders.create(order, { deadline: 200 }));
    await vi.advanceTimersByTimeAsync(200);
    expect(await error).toBeInstanceOf(TimeoutError);
    expect(await error).toMatchObject({
      attempts: 1,
      outcome: 'unknown',
      message: expect.stringContaining(
        'the deadline of the call passed before a retry; attempt 1 failed with status 500',
      ),
      cause: expect.any(InternalServerError),
    });
  });

  test('covers all attempts', async () => {
    const service = scriptedService(hang);
    const error = rejection(clientOf(service, { timeout: 1_000, deadline: 5_000 }).orders.get('o-1'));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await error).toMatchObject({
      name: 'TimeoutError',
      message: expect.stringContaining('the deadline of the call passed'),
      cause: { name: 'TimeoutError' },
    });
    expect(service.arrivals.length).toBeGreaterThan(1);
  });
});

describe('a custom rate limiter that hangs', () => {
  const never = () => new Promise<never>(() => {});

  test('in take() causes one warning after the timeout, and only a deadline ends the call', async () => {
    const warn = vi.fn();
    const logger = { debug: vi.fn(), info: vi.fn(), warn, error: vi.fn() };
    const options = { timeout: 1_000, deadline: 5_000, logger, logLevel: 'warn' } as const;
    const { orders } = clientOf(scriptedService(), { ...options, rateLimit: { take: never } });
    const errors = Promise.all([rejection(orders.get('o-1')), rejection(orders.get('o-2'))]);
    await vi.advanceTimersByTimeAsync(999);
    expect(warn).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(warn.mock.calls.map(([message]) => message)).toEqual([
      expect.stringContaining('take() of the rate limiter needs longer than the timeout of 1000 ms.'),
    ]);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await errors).toMatchObject([{ reason: 'deadline' }, { reason: 'deadline', outcome: 'not-sent' }]);
  });

  test('in state() ends the call after the timeout', async () => {
    const state: () => Promise<RateLimitState> = never;
    const rateLimit = { take: never, state };
    const { orders } = clientOf(scriptedService(), {
      rateLimit,
      maxQueued: 1,
      timeout: 1_000,
      maxRetries: 0,
    });
    expect(await rejection(finished(orders.get('o-1')))).toMatchObject({
      name: 'ConnectionError',
      reason: 'rate-limiter',
      outcome: 'not-sent',
      isTransient: true,
    });
  });
});
