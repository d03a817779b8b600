import type { LogLevel } from 'outlet-open-api';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clientOf, finished, json, order, scriptedService, tooMany } from '../scripted-service.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const rateLimitHeaders = {
  'x-ratelimit-limit': '5',
  'x-ratelimit-remaining': '4',
  'x-ratelimit-reset': '2026-03-01T12:00:01.000Z',
};

describe('hooks', () => {
  test('may give what throws when it is looked at, and nothing escapes', async () => {
    const escaped = vi.fn();
    process.on('unhandledRejection', escaped);
    const odd = () => {
      let looks = 0;
      return {
        // biome-ignore lint/suspicious/noThenProperty: what a promise looks at
        get then(): undefined {
          looks += 1;
          if (looks > 1) throw new RangeError('looked at');
          return undefined;
        },
      };
    };
    const logger = { debug: odd, info: odd, warn: odd, error: odd };
    const hooks = { onRequest: odd, onResponse: odd };
    await finished(clientOf(scriptedService(), { hooks, logger, logLevel: 'debug' }).orders.get('o-1'));
    vi.useRealTimers();
    await new Promise((turn) => setImmediate(turn));
    process.off('unhandledRejection', escaped);
    expect(escaped).not.toHaveBeenCalled();
  });

  test('are told of every attempt, in order', async () => {
    const told: [string, object][] = [];
    const record = (name: string) => (info: object) => told.push([name, info]);
    const answered = json({ id: 'o-1' }, 201, rateLimitHeaders);
    const outlet = clientOf(scriptedService(json({}, 500), answered), {
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
    expect(told).toEqual([
      ['request', { ...info, attempt: 1 }],
      ['response', { ...info, attempt: 1, status: 500, duration: expect.any(Number), rateLimit: undefined }],
      ['retry', { ...info, attempt: 1, reason: 'status 500' }],
      ['request', { ...info, attempt: 2 }],
      ['response', { ...info, attempt: 2, status: 201, duration: expect.any(Number), rateLimit }],
    ]);
  });

  test.each([
    ['the default limit', undefined],
    ['no limit', false],
  ] as const)('are told of a 429 with %s', async (_, rateLimit) => {
    const onRateLimit = vi.fn();
    const service = scriptedService(tooMany(2), json({ id: 'o-1' }));
    await finished(clientOf(service, { rateLimit, hooks: { onRateLimit } }).orders.get('o-1'));
    expect(onRateLimit).toHaveBeenCalledWith(
      expect.objectContaining({ operation: 'orders.get', kind: 'refused', wait: 2_000 }),
    );
  });

  test('are told of a wait for a turn, but not of a turn that came at once', async () => {
    const onRateLimit = vi.fn();
    const outlet = clientOf(scriptedService(), {
      rateLimit: { requests: 1, perMs: 1_000 },
      hooks: { onRateLimit },
    });
    await outlet.orders.get('o-1');
    expect(onRateLimit).not.toHaveBeenCalled();
    await finished(outlet.orders.get('o-2'));
    expect(onRateLimit).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ operation: 'orders.get', kind: 'wait', wait: 1_000 }),
    );
  });

  test('that throw are told of, and disturb nothing', async () => {
    const error = vi.fn();
    const broken = () => {
      throw new Error('broken');
    };
    const outlet = clientOf(scriptedService(), {
      hooks: { onRequest: broken, onResponse: broken },
      logger: { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error },
      logLevel: 'error',
    });
    expect(await outlet.orders.get('o-1')).toEqual({ id: 'o-1' });
    expect(error.mock.calls.map(([line]) => line)).toEqual([
      'outlet-open-api: The hook onRequest threw; the call goes on',
      'outlet-open-api: The hook onResponse threw; the call goes on',
    ]);
  });
});

describe('the log level', () => {
  /** What happens to one call, and how important it is. */
  const happenings: [LogLevel, string][] = [
    ['debug', 'GET /orders/{orderId} is sent, attempt 1'],
    ['debug', 'GET /orders/{orderId} was answered 429 in 0 ms'],
    ['info', 'GET /orders/{orderId} was answered 429 and is to wait 1000 ms'],
    ['error', 'The hook onRateLimit threw; the call goes on'],
    ['info', 'GET /orders/{orderId} is tried again after attempt 1: status 429'],
    ['debug', 'GET /orders/{orderId} waited 1000 ms for its turn'],
    ['debug', 'GET /orders/{orderId} is sent, attempt 2'],
    ['error', 'The hook onRateLimit threw; the call goes on'],
    ['debug', 'GET /orders/{orderId} was answered 200 in 0 ms'],
    ['warn', 'The answer of orders.get differs from its documentation at id: '],
  ];

  test.each<[LogLevel, LogLevel[]]>([
    ['debug', ['debug', 'info', 'warn', 'error']],
    ['info', ['info', 'warn', 'error']],
    ['warn', ['warn', 'error']],
    ['error', ['error']],
    ['off', []],
  ])('%s lets through what is at least as important', async (logLevel, levels) => {
    const told: [string, string][] = [];
    const record = (level: string) => (message: string) => told.push([level, message]);
    const outlet = clientOf(scriptedService(tooMany(1), json({ id: 7 })), {
      responseValidation: 'lenient',
      hooks: { onRateLimit: () => Promise.reject(new Error('broken')) },
      logger: { debug: record('debug'), info: record('info'), warn: record('warn'), error: record('error') },
      logLevel,
    });
    await finished(outlet.orders.get('o-1'));
    expect(told).toEqual(
      happenings
        .filter(([level]) => levels.includes(level))
        .map(([level, line]) => [level, expect.stringContaining(`outlet-open-api: ${line}`)]),
    );
  });
});
