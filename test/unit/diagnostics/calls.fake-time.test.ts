import { AsyncLocalStorage } from 'node:async_hooks';
import { inspect } from 'node:util';
import { type OutletClient, RequestValidationError } from 'outlet-open-api';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  connectionLost,
  delayed,
  finished,
  hang,
  hangingBody,
  json,
  order,
  rejection,
  scriptedService,
  tooMany,
} from '../../support/services/scripted-service.js';
import { listen, of, recorded } from './recorded.js';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
});

const unavailable = json({}, 503);
const found = json({ id: 'o-1' });
const namesOf = (messages: ReturnType<typeof recorded>) => messages.map(([name]) => name);

function abortedAfter(milliseconds: number, reason?: string): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), milliseconds);
  return controller.signal;
}

describe('a call publishes', () => {
  test('its start, its queueing, its attempt and its end', async () => {
    const messages = recorded();
    const created = json({ id: 'o-1' }, 201, {
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': '4',
      'x-ratelimit-reset': '2026-03-01T12:00:01.000Z',
      'x-idempotent-replay': 'true',
    });
    const call = clientOf(scriptedService(created)).orders.create(order);
    const { meta } = await finished(call.withResponse());
    const info = {
      callId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-z]+$/),
      operation: 'orders.create',
      method: 'POST',
      path: '/orders',
      idempotencyKey: call.idempotencyKey,
    };
    const request = {
      ...info,
      run: expect.any(Function),
      origin: 'https://pos.example',
      priority: 'interactive',
      headers: {},
    };
    const start = { attempts: 0, queueDuration: 0, backoff: 0, status: undefined, outcome: undefined };
    const end = { attempts: 1, queueDuration: 0, backoff: 0, status: 201, outcome: 'succeeded' };
    const queue = { ...info, attempt: 1, priority: 'interactive', queueDuration: 0 };
    const attempt = {
      ...info,
      attempt: 1,
      sentAt: new Date(),
      duration: 0,
      queueDuration: 0,
      backoff: 0,
      status: 201,
    };
    const rateLimit = { limit: 5, remaining: 4, reset: new Date('2026-03-01T12:00:01Z') };
    expect(messages).toEqual([
      ['call:start', { ...request, ...start, idempotentReplay: false }],
      ['queue:start', queue],
      ['queue:end', queue],
      ['attempt:end', { ...attempt, failure: undefined, rateLimit }],
      ['call:end', { ...request, ...end, idempotentReplay: true }],
    ]);
    const ids = messages.map(([, message]) => 'callId' in message && message.callId);
    expect(new Set(ids)).toEqual(new Set([meta.callId]));
  });

  test('each attempt with the pause before it, and the sums at the end', async () => {
    const messages = recorded();
    const slow = delayed(unavailable, 100);
    await finished(clientOf(scriptedService(slow, slow, found)).orders.get('o-1'));
    expect(namesOf(messages)).toEqual([
      'call:start',
      ...['queue:start', 'queue:end', 'attempt:end'],
      ...['queue:start', 'queue:end', 'attempt:end'],
      ...['queue:start', 'queue:end', 'attempt:end'],
      'call:end',
    ]);
    expect(of(messages, 'attempt:end')).toMatchObject([
      {
        attempt: 1,
        status: 503,
        failure: { name: 'InternalServerError', status: 503 },
        duration: 100,
        backoff: 0,
      },
      {
        attempt: 2,
        status: 503,
        failure: { name: 'InternalServerError', status: 503 },
        duration: 100,
        backoff: 250,
      },
      { attempt: 3, status: 200, failure: undefined, duration: 0, backoff: 500 },
    ]);
    expect(of(messages, 'call:end')).toMatchObject([
      { attempts: 3, status: 200, backoff: 750, queueDuration: 0 },
    ]);
  });

  test('a wait for the rate limit', async () => {
    const messages = recorded();
    const outlet = clientOf(scriptedService(found), { rateLimit: { requests: 1, interval: 1_000 } });
    const calls = [outlet.orders.get('o-1'), outlet.orders.get('o-2', { priority: 'background' })];
    await finished(Promise.all(calls));
    const [, wait] = of(messages, 'queue:end').map((message) => message.queueDuration);
    expect(wait).toBeGreaterThanOrEqual(1_000);
    expect(of(messages, 'attempt:end')).toMatchObject([
      { queueDuration: 0 },
      { queueDuration: wait, backoff: 0 },
    ]);
    expect(of(messages, 'call:end')).toMatchObject([
      { queueDuration: 0 },
      { queueDuration: wait, priority: 'background' },
    ]);
  });

  test.each([undefined, false] as const)('a 429 (rateLimit: %s)', async (rateLimit) => {
    const messages = recorded();
    await finished(clientOf(scriptedService(tooMany(2), found), { rateLimit }).orders.get('o-1'));
    expect(of(messages, 'attempt:end')[0]).toMatchObject({ attempt: 1, retryAfter: 2 });
    expect(of(messages, 'attempt:end')).toMatchObject([
      { failure: { name: 'RateLimitError', status: 429 } },
      { failure: undefined },
    ]);
    expect(of(messages, 'call:end')).toMatchObject([{ backoff: 2_000, queueDuration: 0 }]);
  });

  type End = readonly [
    end: string,
    call: (outlet: OutletClient) => Promise<unknown>,
    attempt: object,
    request: object,
    script: Parameters<typeof scriptedService>[0],
  ];
  test.each<End>([
    [
      'a timeout',
      (outlet) => outlet.orders.get('o-1', { timeout: 700, maxRetries: 0 }),
      { failure: { name: 'TimeoutError' }, status: undefined, duration: 700 },
      { outcome: 'unknown', status: undefined },
      hang,
    ],
    [
      'a body that breaks off',
      (outlet) => outlet.orders.get('o-1', { timeout: 700, maxRetries: 0 }),
      { failure: { name: 'TimeoutError' }, status: 200, duration: 700 },
      { outcome: 'unknown', status: 200 },
      hangingBody(),
    ],
    [
      'the deadline',
      (outlet) => outlet.orders.get('o-1', { deadline: 700 }),
      { failure: { name: 'TimeoutError' }, status: undefined, duration: 700 },
      { outcome: 'unknown', status: undefined },
      hang,
    ],
    [
      'an abort',
      (outlet) => outlet.orders.get('o-1', { signal: abortedAfter(700) }),
      { failure: { name: 'AbortError' }, status: undefined, duration: 700 },
      { outcome: 'unknown', status: undefined },
      hang,
    ],
    [
      'an abort whose reason is no error',
      (outlet) => outlet.orders.get('o-1', { signal: abortedAfter(700, 'Ada Lovelace left') }),
      { failure: { name: 'AbortError' }, status: undefined, duration: 700 },
      { outcome: 'unknown', status: undefined },
      hang,
    ],
    [
      'a lost connection',
      (outlet) => outlet.orders.get('o-1', { maxRetries: 0 }),
      { failure: { name: 'ConnectionError' }, status: undefined },
      { outcome: 'unknown', status: undefined },
      new TypeError('fetch failed'),
    ],
    [
      'a refused connection',
      (outlet) => outlet.orders.get('o-1', { maxRetries: 0 }),
      { failure: { name: 'ConnectionError', code: 'ECONNREFUSED' }, status: undefined },
      { outcome: 'not-sent', status: undefined },
      connectionLost('ECONNREFUSED'),
    ],
    [
      'a lost connection whose code is a text',
      (outlet) => outlet.orders.get('o-1', { maxRetries: 0 }),
      { failure: { name: 'ConnectionError' }, status: undefined },
      { outcome: 'unknown', status: undefined },
      connectionLost('Ada Lovelace'),
    ],
    [
      'a rejection',
      (outlet) => outlet.orders.get('o-1'),
      { failure: { name: 'NotFoundError', status: 404 }, status: 404 },
      { outcome: 'rejected', status: 404 },
      json({}, 404),
    ],
    [
      'a success without a usable body',
      (outlet) => outlet.orders.get('o-1'),
      { failure: { name: 'ResponseValidationError' }, status: 200 },
      { outcome: 'performed', status: 200 },
      json({ orderId: 'o-1' }),
    ],
  ])('an error after %s', async (_, makeCall, attempt, request, step) => {
    const messages = recorded();
    const call = rejection(makeCall(clientOf(scriptedService(step))));
    const error = await finished(call);
    expect(namesOf(messages)).toEqual([
      'call:start',
      'queue:start',
      'queue:end',
      'attempt:end',
      'call:error',
    ]);
    expect(of(messages, 'attempt:end')).toMatchObject([attempt]);
    expect(of(messages, 'call:error')).toMatchObject([{ ...request, attempts: 1 }]);
    expect(of(messages, 'call:error')[0]?.error).toBe(error);
  });

  test('the end of its queueing if it ends in the queue', async () => {
    const messages = recorded();
    const outlet = clientOf(scriptedService(found), { rateLimit: { requests: 1, interval: 10_000 } });
    await outlet.orders.get('o-1');
    messages.length = 0;
    await finished(rejection(outlet.orders.get('o-2', { deadline: 300 })));
    expect(namesOf(messages)).toEqual(['call:start', 'queue:start', 'queue:end', 'call:error']);
    expect(of(messages, 'queue:end')).toMatchObject([{ queueDuration: 300, attempt: 1 }]);
    const end = { attempts: 0, queueDuration: 300, outcome: 'not-sent', error: { name: 'TimeoutError' } };
    expect(of(messages, 'call:error')).toMatchObject([end]);
  });

  test.each<[string, number, (outlet: OutletClient) => Promise<unknown>]>([
    ['the deadline', 400, (outlet) => outlet.orders.get('o-1', { deadline: 400 })],
    ['an abort', 600, (outlet) => outlet.orders.get('o-1', { signal: abortedAfter(600) })],
  ])('the whole backoff if %s ends the call during a backoff', async (_, end, makeCall) => {
    const messages = recorded();
    await finished(rejection(makeCall(clientOf(scriptedService(unavailable)))));
    const message = { attempts: 2, queueDuration: 0, backoff: end, status: 503 };
    expect(of(messages, 'call:error')).toMatchObject([message]);
  });

  test('no backoff if it is not retried', async () => {
    // In fake time, the attempt and the call would end at the same time.
    vi.useRealTimers();
    const messages = recorded();
    await rejection(clientOf(scriptedService(json({}, 404))).orders.get('o-1'));
    expect(of(messages, 'call:error')).toMatchObject([{ attempts: 1, backoff: 0 }]);
  });

  test('no status of an earlier attempt if the last one has no response', async () => {
    const messages = recorded();
    const outlet = clientOf(scriptedService(unavailable, hang));
    await finished(rejection(outlet.orders.get('o-1', { deadline: 1_000 })));
    expect(of(messages, 'call:error')).toMatchObject([{ attempts: 2, backoff: 250, status: undefined }]);
  });

  test('an error without queueing if the queue is full', async () => {
    const options = { rateLimit: { requests: 1, interval: 1_000 }, maxQueued: 1 };
    const outlet = clientOf(scriptedService(found), options);
    const calls = [outlet.orders.get('o-1'), outlet.orders.get('o-2')];
    const messages = recorded();
    await rejection(outlet.orders.get('o-3'));
    const error = { attempts: 0, outcome: 'not-sent', error: { name: 'QueueFullError' } };
    expect(of(messages, 'call:error')).toMatchObject([error]);
    expect(of(messages, 'queue:start')).toEqual([]);
    await finished(Promise.all(calls));
  });

  test('nothing if its input is invalid', async () => {
    const messages = recorded();
    expect(await rejection(clientOf(scriptedService()).orders.get(''))).toBeInstanceOf(
      RequestValidationError,
    );
    expect(messages).toEqual([]);
  });

  test('the same id in its messages, hooks and error, and another one than other calls', async () => {
    const messages = recorded();
    const ids: string[] = [];
    const note = ({ callId }: { callId: string }) => ids.push(callId);
    const hooks = { onAttempt: note, onAttemptEnd: note };
    const outlet = clientOf(scriptedService(unavailable, tooMany(1), json({}, 404)), { hooks });
    const error = await finished(rejection(outlet.orders.get('o-1')));
    const [start] = of(messages, 'call:start');
    expect(error).toMatchObject({ callId: start?.callId, attempts: 3 });
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ callId: start?.callId });
    expect(ids).toHaveLength(6);
    expect(new Set(ids)).toEqual(new Set([start?.callId]));
    expect(await rejection(outlet.orders.get('o-1'))).not.toMatchObject({ callId: start?.callId });
  });

  test('no token and no personal data', async () => {
    const messages = recorded();
    const token = () => 'secret-token';
    const repeat = json({ message: 'No table for Ada Lovelace, secret-token' }, 400);
    const service = scriptedService(unavailable, repeat, json({}, 404));
    const outlet = clientOf(service, { accessToken: token });
    await finished(rejection(outlet.orders.create(order)));
    await finished(rejection(outlet.orders.get('o-secret', { headers: { 'x-guest': 'Ada Lovelace' } })));
    await finished(
      rejection(outlet.request({ method: 'GET', path: '/guests/{name}', params: { name: 'Ada Lovelace' } })),
    );
    expect(of(messages, 'call:error')).toHaveLength(3);
    expect(inspect(messages, { depth: 9, showHidden: true })).not.toMatch(/secret|Ada|Lovelace/);
  });
});

describe('a subscriber of the start', () => {
  test('can add headers, which every attempt sends', async () => {
    const service = scriptedService(unavailable, found);
    listen('call:start', ({ headers }) => Object.assign(headers, { Traceparent: '00-1-2-01' }));
    await finished(clientOf(service).orders.get('o-1'));
    expect(service.arrivals.map(({ headers }) => headers.get('traceparent'))).toEqual([
      '00-1-2-01',
      '00-1-2-01',
    ]);
  });

  test('cannot replace a header of the request', async () => {
    const service = scriptedService(json({ id: 'o-1' }, 201));
    const names = ['Authorization', 'Idempotency-Key', 'Content-Type', 'x-own'];
    listen('call:start', ({ headers }) => {
      for (const name of names) headers[name] = 'replaced';
    });
    const options = { accessToken: 'token', rateLimit: false } as const;
    const call = clientOf(service, options).orders.create(order, { headers: { 'X-Own': 'mine' } });
    await finished(call);
    expect(names.map((name) => service.arrivals[0]?.headers.get(name))).toEqual([
      'Bearer token',
      call.idempotencyKey,
      'application/json',
      'mine',
    ]);
  });

  test('can set a context for the whole call', async () => {
    const context = new AsyncLocalStorage<string>();
    listen('call:start', (message) => {
      const { run } = message;
      message.run = (work) => context.run('outer', () => run(work));
    });
    listen('call:start', (message) => {
      const { run } = message;
      message.run = (work) => run(() => context.run(`${context.getStore()}, inner`, work));
    });
    const seen: unknown[] = [];
    const note = () => seen.push(context.getStore());
    listen('attempt:end', note);
    listen('call:end', note);
    const service = scriptedService(unavailable, () => {
      note();
      return found.clone();
    });
    const outlet = clientOf(service, { hooks: { onAttempt: note } });
    await finished(outlet.orders.get('o-1'));
    expect(seen).toEqual(Array(6).fill('outer, inner'));
    expect(context.getStore()).toBeUndefined();
  });
});

test('a subscriber that overwrites the fields of messages changes nothing that the client does', async () => {
  const undisturbed = await performed();
  const overwritten = {
    ...{ callId: 'none', method: 'DELETE', path: '/none', idempotencyKey: 'none', operation: 'none' },
    ...{ attempt: 7, attempts: 7, status: 429, outcome: 'performed', priority: 'interactive' },
    ...{ duration: 7, queueDuration: 7, backoff: 7, sentAt: 7, idempotentReplay: true, retryAfter: 7 },
    ...{ failure: 'none', rateLimit: { limit: 7, remaining: 7, reset: new Date(7) } },
  };
  for (const name of ['call:start', 'queue:start', 'queue:end', 'attempt:end'] as const)
    listen(name, (message) => Object.assign(message, overwritten));
  expect(await performed()).toEqual(undisturbed);
});

/** Returns what a client does in a call that is retried, and in two calls that fail. */
async function performed() {
  const steps = [delayed(unavailable, 40), tooMany(1), delayed(json({ id: 'o-1' }, 201), 60), json({}, 404)];
  const service = scriptedService(...steps);
  const attempts: number[] = [];
  const outlet = clientOf(service, {
    hooks: { onAttempt: ({ attempt }) => attempts.push(attempt) },
    rateLimit: { requests: 1, interval: 5_000 },
  });
  const idempotencyKey = '3f1e9a52-8d1c-4b5e-9c7a-2f6d8e0b4a11';
  const { meta } = await finished(outlet.orders.create(order, { idempotencyKey }).withResponse());
  // The background call is sent last.
  const calls = [outlet.orders.get('o-1', { priority: 'background' }), outlet.orders.get('o-2')];
  const failures = await finished(Promise.all(calls.map(rejection)));
  const sent = service.arrivals.map(({ method, url }) => `${method} ${url.pathname}`);
  const { attempts: sentAttempts, duration, idempotentReplay, rateLimit } = meta;
  return {
    attempts,
    sent,
    failures: failures.map(String),
    sentAttempts,
    duration,
    idempotentReplay,
    rateLimit,
  };
}
