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
} from '../../support/services/scripted-service.js';

beforeEach(() => void vi.useFakeTimers());

const calls = {
  GET: (outlet: OutletClient) => outlet.orders.get('o-1'),
  PUT: (outlet: OutletClient) => outlet.orders.update('o-1', { status: 'cancelled' }),
  POST: (outlet: OutletClient) => outlet.orders.create(order),
};
const retriedStatuses = [408, 425, 429, 500, 502, 503, 504, 507, 520, 524, 530, 599];
const finalStatuses = [400, 401, 403, 404, 405, 406, 410, 413, 415, 422, 423, 426, 451, 501, 505, 511];
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
  const gzip = { 'content-encoding': 'gzip' };
  const emptyResponses = {
    'a 200': () => text('', 200, 'application/json'),
    'a 201': () => text('', 201, 'application/json'),
    'a 204': () => new Response(null, { status: 204 }),
  };

  test.each([
    ['a 200', 'GET', () => text('', 200)],
    ['a 200 whose compressed body was cut', 'GET', () => new Response('', { headers: gzip })],
    ['a 200 whose compressed body was cut', 'PUT', () => new Response('', { headers: gzip })],
    ['a 201 whose compressed body was cut', 'POST', () => new Response('', { status: 201, headers: gzip })],
  ] as const)('of %s is retried for a %s', async (_, method, respond) => {
    const service = scriptedService(respond, json({ id: 'o-1' }));
    expect(await finished(calls[method](clientOf(service)))).toEqual({ id: 'o-1' });
    expect(service.arrivals).toHaveLength(2);
    const error = await rejection(calls[method](clientOf(scriptedService(respond), { maxRetries: 0 })));
    expect(error).toMatchObject({
      name: 'ResponseValidationError',
      outcome: 'unknown',
      isTransient: true,
      issues: [{ path: '', message: 'the body is empty' }],
    });
  });

  test('of a 201 is not retried for a POST, which was performed', async () => {
    const service = scriptedService(emptyResponses['a 201']);
    const error = await rejection(finished(calls.POST(clientOf(service))));
    expect(error).toMatchObject({ outcome: 'performed', attempts: 1, isTransient: false });
    expect(String(error)).toContain('To get its response again, repeat it with the same');
    expect(service.arrivals).toHaveLength(1);
  });

  test.each([200, 202, 204])('of a %i does not prove that a POST was performed', async (status) => {
    const service = scriptedService(() => new Response(null, { status }));
    const error = await rejection(finished(calls.POST(clientOf(service))));
    expect(error).toMatchObject({ outcome: 'unknown', attempts: 1, isTransient: false });
    expect(String(error)).toContain('The API may have performed the call: repeat it with the same');
  });

  test.each(Object.entries(emptyResponses))(
    'of %s resolves a raw request with undefined',
    async (_, respond) => {
      const call = clientOf(scriptedService(respond)).request({ method: 'DELETE', path: '/outlet/draft' });
      expect(await call).toBeUndefined();
    },
  );
});

const updates: Record<string, (outlet: OutletClient) => Promise<unknown>> = {
  'orders.update': ({ orders }) => orders.update('o-1', { status: 'cancelled' }),
  'orders.cancel': ({ orders }) => orders.cancel('o-1'),
  'reservations.update': ({ reservations }) => reservations.update('o-1', { guestCount: 5 }),
  'reservations.cancel': ({ reservations }) => reservations.cancel('o-1'),
};

describe.each(Object.entries(updates))('%s', (_, update) => {
  test.each([200, 204])('reads the order if the response is a %i without a body', async (status) => {
    const empty = () => new Response(null, { status });
    const service = scriptedService(empty, json({ id: 'o-1', status: 'cancelled' }));
    expect(await finished(update(clientOf(service)))).toEqual({ id: 'o-1', status: 'cancelled' });
    expect(service.arrivals.map(({ method }) => method)).toEqual(['PUT', 'GET']);
  });

  test('reads the order if the response is not an order', async () => {
    const order = json({ id: 'o-1', status: 'cancelled' });
    const outlet = clientOf(scriptedService(json({ success: true, message: 'Updated' }), order));
    expect(await finished(update(outlet))).toEqual({ id: 'o-1', status: 'cancelled' });
  });
});
