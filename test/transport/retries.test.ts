import type { OutletClient } from 'outlet-open-api';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  connectionLost,
  finished,
  hang,
  hangingBody,
  json,
  order,
  rejection,
  type Step,
  scriptedService,
  text,
  tooMany,
} from '../scripted-service.js';

beforeEach(() => void vi.useFakeTimers());

const calls = {
  GET: (outlet: OutletClient) => outlet.orders.get('o-1'),
  PUT: (outlet: OutletClient) => outlet.orders.update('o-1', { status: 'cancelled' }),
  POST: (outlet: OutletClient) => outlet.orders.create(order),
};
const retriedStatuses = [408, 425, 429, 500, 502, 503, 504, 507, 520, 524, 530, 599];
const finalStatuses = [400, 401, 403, 404, 405, 406, 409, 410, 413, 415, 422, 423, 426, 451, 501, 505, 511];
const cutBody = () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(connectionLost('ECONNRESET')) });
  return new Response(body);
};

describe.each(Object.entries(calls))('a %s', (_, call) => {
  test.each(retriedStatuses)('is retried after a %i', async (status) => {
    const service = scriptedService(json({ code: status }, status), json({ id: 'o-1' }));
    expect(await finished(call(clientOf(service)))).toEqual({ id: 'o-1' });
    expect(service.arrivals).toHaveLength(2);
  });

  test.each(finalStatuses)('is not retried after a %i', async (status) => {
    const service = scriptedService(json({ code: status }, status));
    const error = await rejection(finished(call(clientOf(service))));
    expect(error).toMatchObject({ status, attempts: 1, isTransient: false });
    expect(service.arrivals).toHaveLength(1);
  });

  test.each<[string, Step]>([
    ['a refused connection', connectionLost('ECONNREFUSED')],
    ['a lost connection', connectionLost('ECONNRESET')],
    ['a timeout', hang],
    ['a timeout inside the body', hangingBody],
    ['a body that was cut', cutBody],
    ['a body that ends early', () => text('{"id":"o-1","items":[{"customerName":"Ada', 200)],
    ['the page of a proxy', () => text('<html>Ada Lovelace, please log in</html>', 200, 'text/html')],
  ])('is retried after %s', async (_, step) => {
    const service = scriptedService(step, json({ id: 'o-1' }));
    expect(await finished(call(clientOf(service)))).toEqual({ id: 'o-1' });
    expect(service.arrivals).toHaveLength(2);
  });

  test('is retried 4 times by default', async () => {
    const service = scriptedService(json({ code: 500 }, 500));
    expect(await rejection(finished(call(clientOf(service))))).toMatchObject({ attempts: 5 });
    expect(service.arrivals).toHaveLength(5);
  });

  test('is not retried if maxRetries is 0', async () => {
    const service = scriptedService(json({ code: 500 }, 500));
    const outlet = clientOf(service, { maxRetries: 0 });
    expect(await rejection(finished(call(outlet)))).toMatchObject({ attempts: 1 });
  });

  test('is not retried after a replayed 500, because every retry would get the same response', async () => {
    const service = scriptedService(json({ code: 500 }, 500, { 'x-idempotent-replay': 'true' }));
    const error = await rejection(finished(call(clientOf(service))));
    expect(error).toMatchObject({ name: 'InternalServerError', attempts: 1, isTransient: false });
    expect(service.arrivals).toHaveLength(1);
  });
});

describe.each(['PATCH', 'DELETE'] as const)('a %s, which may not be idempotent,', (method) => {
  const call = (outlet: OutletClient) => outlet.request({ method, path: '/outlet' });

  test.each([
    ['a 500', json({ code: 500 }, 500)],
    ['a lost connection', connectionLost('ECONNRESET')],
  ])('is not retried after %s', async (_, step) => {
    const service = scriptedService(step);
    expect(await rejection(finished(call(clientOf(service))))).toMatchObject({ outcome: 'unknown' });
    expect(service.arrivals).toHaveLength(1);
  });

  test.each([
    ['a 429', tooMany(1)],
    ['a refused connection', connectionLost('ECONNREFUSED')],
  ])('is retried after %s, which performed nothing', async (_, step) => {
    const service = scriptedService(step, json({ id: 'o-1' }));
    expect(await finished(call(clientOf(service)))).toEqual({ id: 'o-1' });
  });
});

describe('an empty body', () => {
  const emptyResponses = {
    'a 200': () => text('', 200, 'application/json'),
    'a 201': () => text('', 201, 'application/json'),
    'a 204': () => new Response(null, { status: 204 }),
  };

  describe.each(Object.entries(emptyResponses))('of %s', (_, respond) => {
    test.each(Object.entries(calls))('is not retried for a %s, which was performed', async (method, call) => {
      const service = scriptedService(respond);
      const error = await rejection(finished(call(clientOf(service))));
      expect(error).toMatchObject({
        name: 'ResponseValidationError',
        outcome: 'performed',
        attempts: 1,
        isTransient: false,
        issues: [{ path: '', message: 'the body is empty' }],
      });
      const advice = {
        GET: 'empty): the body is empty.',
        PUT: 'The API performed the call: do not repeat it, read the entity.',
        POST: `To get its response again, repeat it with the same API key, body and idempotencyKey '`,
      }[method];
      expect(String(error)).toContain(advice);
      expect(service.arrivals).toHaveLength(1);
    });

    test('resolves a raw request with undefined', async () => {
      const call = clientOf(scriptedService(respond)).request({ method: 'DELETE', path: '/outlet/draft' });
      expect(await call).toBeUndefined();
    });
  });
});
