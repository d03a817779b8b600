import type { OutletClient } from 'outlet-open-api';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  connectionLost,
  finished,
  json,
  order,
  rejection,
  scriptedService,
  tooMany,
} from '../scripted-service.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const calls = {
  GET: (outlet: OutletClient) => outlet.orders.get('o-1'),
  PUT: (outlet: OutletClient) => outlet.orders.update('o-1', { status: 'cancelled' }),
  'keyed POST': (outlet: OutletClient) => outlet.orders.create(order),
};
const [passing, final] = [
  [408, 429, 500, 502, 503, 504],
  [400, 401, 402, 403, 404, 405, 406, 409, 410, 413, 415, 422, 423, 425, 426, 431, 451, 501, 505],
];

describe.each(Object.entries(calls))('a %s', (_, call) => {
  test.each(passing)('that is answered %i is tried again', async (status) => {
    const service = scriptedService(json({ code: status }, status), json({ id: 'o-1' }));
    expect(await finished(call(clientOf(service)))).toEqual({ id: 'o-1' });
    expect(service.arrivals).toHaveLength(2);
  });

  test.each(final)('that is answered %i is not tried again', async (status) => {
    const service = scriptedService(json({ code: status }, status));
    expect(await rejection(finished(call(clientOf(service))))).toMatchObject({ status, attempts: 1 });
    expect(service.arrivals).toHaveLength(1);
  });

  test.each(['ECONNRESET', 'ECONNREFUSED', 'UND_ERR_SOCKET', 'EPIPE'])(
    'whose connection ends with %s is tried again',
    async (code) => {
      const service = scriptedService(connectionLost(code), json({ id: 'o-1' }));
      expect(await finished(call(clientOf(service)))).toEqual({ id: 'o-1' });
    },
  );

  test('is tried 5 times, and no more', async () => {
    const service = scriptedService(json({ code: 500 }, 500));
    expect(await rejection(finished(call(clientOf(service))))).toMatchObject({ attempts: 5 });
    expect(service.arrivals).toHaveLength(5);
  });

  test('is tried once where maxRetries is 0', async () => {
    const service = scriptedService(json({ code: 500 }, 500));
    const outlet = clientOf(service, { maxRetries: 0 });
    expect(await rejection(finished(call(outlet)))).toMatchObject({ attempts: 1 });
  });
});

describe.each(['PATCH', 'DELETE'] as const)('a %s, which may not be repeatable,', (method) => {
  const call = (outlet: OutletClient) => outlet.request({ method, path: '/outlet' });

  test.each([
    ['answer 500', json({ code: 500 }, 500)],
    ['lost connection', connectionLost('ECONNRESET')],
  ])('is not tried again after %s', async (_, step) => {
    const service = scriptedService(step);
    expect(await rejection(finished(call(clientOf(service))))).toMatchObject({ outcome: 'unknown' });
    expect(service.arrivals).toHaveLength(1);
  });

  test.each([
    ['answer 429', tooMany(1)],
    ['refused connection', connectionLost('ECONNREFUSED')],
  ])('is tried again after %s, which did nothing', async (_, step) => {
    const service = scriptedService(step, json({ id: 'o-1' }));
    expect(await finished(call(clientOf(service)))).toEqual({ id: 'o-1' });
  });
});

describe('the outcome', () => {
  const serverError = json({ code: 500 }, 500);
  const badRequest = json({ code: 400 }, 400);

  test.each([
    ['not-sent', 'refused connections', [connectionLost('ECONNREFUSED')]],
    ['not-sent', 'names that are not found', [connectionLost('ENOTFOUND')]],
    ['unknown', 'a reset connection', [connectionLost('ECONNRESET')]],
    ['unknown', 'a connection that failed without a code', [new TypeError('fetch failed')]],
    [
      'unknown',
      'a reset connection before a refused one',
      [connectionLost('ECONNRESET'), connectionLost('ECONNREFUSED')],
    ],
    ['unknown', 'a server error', [serverError]],
    ['unknown', 'a server error before a refusal', [serverError, badRequest]],
    ['unknown', 'a request that the service gave up', [json({ code: 408 }, 408)]],
    ['refused', 'a refusal', [badRequest]],
    ['refused', 'refused connections before a refusal', [connectionLost('ECONNREFUSED'), badRequest]],
    ['refused', 'nothing but 429', [tooMany(1)]],
    ['not-sent', 'a 429 before a refused connection', [tooMany(1), connectionLost('ECONNREFUSED')]],
  ])('is %s after %s', async (outcome, _, script) => {
    const call = clientOf(scriptedService(...script)).orders.create(order, { deadline: 60_500 });
    expect(await rejection(finished(call))).toMatchObject({ outcome });
  });

  test.each<[string, string, (outlet: OutletClient) => void]>([
    ['closes the client', 'ConnectionError', (outlet) => outlet.close()],
    ['outlasts the deadline', 'TimeoutError', () => vi.advanceTimersByTime(5_000)],
  ])('is unknown where a hook %s when the answer has come', async (_, name, end) => {
    const service = scriptedService(json({ id: 'o-1' }, 201));
    const outlet: OutletClient = clientOf(service, { hooks: { onResponse: () => end(outlet) } });
    const call = outlet.orders.create(order, { deadline: 5_000 });
    const { idempotencyKey } = call;
    expect(await rejection(call)).toMatchObject({ name, attempts: 1, outcome: 'unknown', idempotencyKey });
    expect(service.arrivals).toHaveLength(1);
  });

  test('that is unknown comes with the advice to repeat the call with its key', async () => {
    const call = clientOf(scriptedService(connectionLost('ECONNRESET'))).orders.create(order);
    const error = await rejection(finished(call));
    expect(error).toHaveProperty(
      'message',
      expect.stringContaining(`idempotencyKey '${call.idempotencyKey}'`),
    );
  });
});
