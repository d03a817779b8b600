import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  connectionLost,
  finished,
  hang,
  json,
  order,
  rejection,
  type Step,
  scriptedService,
  tooMany,
} from '../../support/services/scripted-service.js';

beforeEach(() => void vi.useFakeTimers());

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
    const outlet = clientOf(scriptedService(serverError, tooMany(1), created), {
      hooks: {
        onAttempt: record('request'),
        onAttemptEnd: record('end'),
      },
    });
    const call = outlet.orders.create(order);
    await finished(call);
    const info = {
      callId: expect.any(String),
      operation: 'orders.create',
      method: 'POST',
      path: '/orders',
      idempotencyKey: call.idempotencyKey,
    };
    const number = expect.any(Number);
    const response = {
      ...info,
      sentAt: expect.any(Date),
      duration: number,
      queueDuration: number,
      backoff: number,
    };
    const rateLimit = { limit: 5, remaining: 4, reset: new Date('2026-03-01T12:00:01Z') };
    expect(events).toEqual([
      ['request', { ...info, attempt: 1 }],
      [
        'end',
        {
          ...response,
          attempt: 1,
          status: 500,
          failure: { name: 'InternalServerError', status: 500 },
          rateLimit: undefined,
        },
      ],
      ['request', { ...info, attempt: 2 }],
      [
        'end',
        {
          ...response,
          attempt: 2,
          status: 429,
          failure: { name: 'RateLimitError', status: 429 },
          retryAfter: 1,
          rateLimit: undefined,
        },
      ],
      ['request', { ...info, attempt: 3 }],
      ['end', { ...response, attempt: 3, status: 201, failure: undefined, rateLimit }],
    ]);
  });

  test.each<[string, Step, object]>([
    ['no connection', connectionLost('ECONNREFUSED'), { name: 'ConnectionError', code: 'ECONNREFUSED' }],
    ['no response in time', hang, { name: 'TimeoutError' }],
  ])('get the end of an attempt with %s', async (_, step, failure) => {
    const onAttemptEnd = vi.fn();
    const options = { hooks: { onAttemptEnd }, maxRetries: 0, timeout: 1_000 };
    await finished(rejection(clientOf(scriptedService(step), options).orders.get('o-1')));
    expect(onAttemptEnd.mock.calls).toEqual([
      [expect.objectContaining({ attempt: 1, status: undefined, failure, retryAfter: undefined })],
    ]);
  });

  test('get the retryAfter of an error response that is no 429', async () => {
    const onAttemptEnd = vi.fn();
    const service = scriptedService(json({ code: 503 }, 503, { 'retry-after': '7' }));
    const { orders } = clientOf(service, { hooks: { onAttemptEnd }, maxRetries: 0 });
    await rejection(orders.get('o-1'));
    expect(onAttemptEnd).toHaveBeenCalledWith(expect.objectContaining({ status: 503, retryAfter: 7 }));
  });

  test('that throw or reject do not change a call', async () => {
    const onAttempt = () => {
      throw new Error('broken');
    };
    const onAttemptEnd = () => Promise.reject(new Error('broken'));
    const { orders } = clientOf(scriptedService(), { hooks: { onAttempt, onAttemptEnd } });
    expect(await finished(orders.get('o-1'))).toEqual({ id: 'o-1' });
  });

  test('cannot change what later hooks and the log get', async () => {
    const overwrite = (event: object) => void Object.assign(event, { method: 'none', attempt: 7, status: 7 });
    const hooks = { onAttempt: overwrite, onAttemptEnd: overwrite };
    const onAttemptEnd = vi.fn();
    const debug = vi.fn();
    const logger = { debug, info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const outlet = clientOf(scriptedService(), { hooks, logger, logLevel: 'debug' });
    await finished(outlet.withOptions({ hooks: { onAttemptEnd } }).orders.get('o-1'));
    expect(onAttemptEnd).toHaveBeenCalledWith(
      expect.objectContaining({ method: 'GET', attempt: 1, status: 200 }),
    );
    expect(debug).toHaveBeenCalledWith(
      expect.stringContaining('GET /orders/{orderId}: attempt 1 returned 200'),
      expect.objectContaining({ method: 'GET', attempt: 1, status: 200 }),
    );
  });

  test.each(['an abort', 'the deadline'])(
    'get no retry if %s ends the call during the pause',
    async (end) => {
      const onAttempt = vi.fn();
      const service = scriptedService(serverError);
      const controller = new AbortController();
      const options = end === 'an abort' ? { signal: controller.signal } : { deadline: 200 };
      const call = rejection(clientOf(service, { hooks: { onAttempt } }).orders.get('o-1', options));
      await vi.advanceTimersByTimeAsync(200);
      controller.abort('enough');
      await call;
      await vi.runAllTimersAsync();
      expect(service.arrivals).toHaveLength(1);
      expect(onAttempt).toHaveBeenCalledOnce();
    },
  );
});
