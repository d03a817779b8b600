import type { LogLevel } from 'outlet-open-api';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clientOf, finished, json, order, rejection, scriptedService, tooMany } from '../scripted-service.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const serverError = json({}, 500);
const rateLimitHeaders = {
  'x-ratelimit-limit': '5',
  'x-ratelimit-remaining': '4',
  'x-ratelimit-reset': '2026-03-01T12:00:01.000Z',
};

describe('hooks', () => {
  test('get every event of a call in order', async () => {
    const events: [string, object][] = [];
    const record = (name: string) => (info: object) => events.push([name, info]);
    const created = json({ id: 'o-1' }, 201, rateLimitHeaders);
    const outlet = clientOf(scriptedService(serverError, created), {
      hooks: {
        onRequest: record('request'),
        onResponse: record('response'),
        onRetry: record('retry'),
        onRateLimit: record('rateLimit'),
      },
    });
    const call = outlet.orders.create(order);
    await finished(call);
    const info = {
      operation: 'orders.create',
      method: 'POST',
      path: '/orders',
      idempotencyKey: call.idempotencyKey,
    };
    const rateLimit = { limit: 5, remaining: 4, reset: new Date('2026-03-01T12:00:01Z') };
    expect(events).toEqual([
      ['request', { ...info, attempt: 1 }],
      ['response', { ...info, attempt: 1, status: 500, duration: expect.any(Number), rateLimit: undefined }],
      ['retry', { ...info, attempt: 1, reason: 'status 500' }],
      ['request', { ...info, attempt: 2 }],
      ['response', { ...info, attempt: 2, status: 201, duration: expect.any(Number), rateLimit }],
    ]);
  });

  test('get a retry when it is sent, not when the attempt before it has failed', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const onRetry = vi.fn();
    const service = scriptedService(serverError, json({ id: 'o-1' }));
    const call = clientOf(service, { hooks: { onRetry } }).orders.get('o-1');
    await vi.advanceTimersByTimeAsync(249);
    expect(onRetry).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(onRetry).toHaveBeenCalledOnce();
    await finished(call);
    expect(service.arrivals).toHaveLength(2);
    vi.restoreAllMocks();
  });

  test.each(['an abort', 'the deadline'])(
    'get no retry if %s ends the call during the pause',
    async (end) => {
      const onRetry = vi.fn();
      const service = scriptedService(serverError);
      const controller = new AbortController();
      const options = end === 'an abort' ? { signal: controller.signal } : { deadline: 200 };
      const call = rejection(clientOf(service, { hooks: { onRetry } }).orders.get('o-1', options));
      await vi.advanceTimersByTimeAsync(200);
      controller.abort('enough');
      await call;
      await vi.runAllTimersAsync();
      expect(service.arrivals).toHaveLength(1);
      expect(onRetry).not.toHaveBeenCalled();
    },
  );

  test.each([undefined, false] as const)('get each 429 (rateLimit: %s)', async (rateLimit) => {
    const onRateLimit = vi.fn();
    const service = scriptedService(tooMany(2), json({ id: 'o-1' }));
    await finished(clientOf(service, { rateLimit, hooks: { onRateLimit } }).orders.get('o-1'));
    const event = { operation: 'orders.get', attempt: 1, kind: 'refused', wait: 2_000 };
    expect(onRateLimit).toHaveBeenCalledWith(expect.objectContaining(event));
  });

  test('get a wait for the rate limit, but no turn that was free', async () => {
    const onRateLimit = vi.fn();
    const options = { rateLimit: { requests: 1, interval: 1_000 }, hooks: { onRateLimit } };
    const outlet = clientOf(scriptedService(), options);
    await outlet.orders.get('o-1');
    expect(onRateLimit).not.toHaveBeenCalled();
    await finished(outlet.orders.get('o-2'));
    expect(onRateLimit.mock.calls).toMatchObject([[{ operation: 'orders.get', attempt: 1, kind: 'wait' }]]);
    const wait: number = onRateLimit.mock.calls[0]?.[0].wait;
    expect(wait).toBeGreaterThanOrEqual(1_000);
    expect(wait).toBeLessThan(1_100);
  });
});

describe('the log level', () => {
  /** The log lines of one call that gets a 429 and then a response with a mismatch. */
  const lines: [LogLevel, string][] = [
    ['debug', 'GET /orders/{orderId}: sending attempt 1'],
    ['debug', 'GET /orders/{orderId} returned 429 in 0 ms'],
    ['info', 'GET /orders/{orderId} returned 429 with a retryAfter of 1000 ms'],
    ['error', 'The hook onRateLimit threw an error; the call continues'],
    ['debug', 'GET /orders/{orderId} waited 1000 ms for the rate limit'],
    ['info', 'GET /orders/{orderId} is retried after attempt 1: status 429'],
    ['debug', 'GET /orders/{orderId}: sending attempt 2'],
    ['error', 'The hook onRateLimit threw an error; the call continues'],
    ['debug', 'GET /orders/{orderId} returned 200 in 0 ms'],
    ['warn', 'The response of orders.get differs from its documentation at id: '],
  ];

  test.each<[LogLevel, LogLevel[]]>([
    ['debug', ['debug', 'info', 'warn', 'error']],
    ['info', ['info', 'warn', 'error']],
    ['warn', ['warn', 'error']],
    ['error', ['error']],
    ['off', []],
  ])('%s logs the levels %j', async (logLevel, levels) => {
    const logged: [string, string][] = [];
    const record = (level: string) => (message: string) => logged.push([level, message]);
    const outlet = clientOf(scriptedService(tooMany(1), json({ id: 7 })), {
      responseValidation: 'lenient',
      hooks: { onRateLimit: () => Promise.reject(new Error('broken')) },
      logger: { debug: record('debug'), info: record('info'), warn: record('warn'), error: record('error') },
      logLevel,
    });
    await finished(outlet.orders.get('o-1'));
    expect(logged).toEqual(
      lines
        .filter(([level]) => levels.includes(level))
        .map(([level, line]) => [level, expect.stringContaining(`outlet-open-api: ${line}`)]),
    );
  });
});
