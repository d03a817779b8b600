import { type CallOptions, type OutletClient, TimeoutError } from 'outlet-open-api';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  connectionLost,
  finished,
  hang,
  json,
  rejection,
  type ScriptedService,
  type Step,
  scriptedService,
} from '../../../support/services/scripted-service.js';

beforeEach(() => void vi.useFakeTimers());

const open = json({ id: 'o-1', status: 'open' });
const cancelled = json({ id: 'o-1', status: 'cancelled' });
const rejected = json({ code: 400, message: 'The order is final' }, 400);
const missing = json({ code: 404, message: 'Not found' }, 404);
const lost = connectionLost('ECONNRESET');

const requestsOf = ({ arrivals }: ScriptedService) => arrivals.map(({ method }) => method);

describe.each([
  [
    'orders.cancel',
    '/orders/o-1',
    (outlet: OutletClient, options?: CallOptions) => outlet.orders.cancel('o-1', options),
  ],
  [
    'reservations.cancel',
    '/orders/reservations/o-1',
    (outlet: OutletClient, options?: CallOptions) => outlet.reservations.cancel('o-1', options),
  ],
])('%s', (_, path, cancel) => {
  test('sends the status and nothing else §orders-update.status §reservations-update.rule-1 §flow.digital-ordering.cancel', async () => {
    const service = scriptedService(cancelled);
    expect(await cancel(clientOf(service))).toEqual({ id: 'o-1', status: 'cancelled' });
    expect(requestsOf(service)).toEqual(['PUT']);
    expect(service.arrivals[0]).toMatchObject({ body: '{"status":"cancelled"}' });
    expect(service.arrivals[0]?.url.pathname).toBe(`/api/v1${path}`);
  });

  test.each<[string, Step[], string[]]>([
    ['a lost connection', [lost, lost, cancelled], ['PUT', 'PUT', 'GET']],
    ['a lost connection and a 400', [lost, rejected, cancelled], ['PUT', 'PUT', 'GET']],
    ['server errors', [json({}, 500), json({}, 500), cancelled], ['PUT', 'PUT', 'GET']],
    ['timeouts', [hang, hang, cancelled], ['PUT', 'PUT', 'GET']],
    ['an empty response', [new Response(''), cancelled], ['PUT', 'GET']],
    ['a response that is not an order', [json(null), cancelled], ['PUT', 'GET']],
    ['a response without an ID', [json({}), cancelled], ['PUT', 'GET']],
    ['a message', [json({ message: 'Order cancelled' }), cancelled], ['PUT', 'GET']],
    ['a gateway that has queued the request', [json({ status: 'queued' }, 202), cancelled], ['PUT', 'GET']],
  ])('reads the order once after %s, and succeeds if it is cancelled', async (_, script, requests) => {
    const service = scriptedService(...script);
    const outlet = clientOf(service, { maxRetries: 1 });
    expect(await finished(cancel(outlet))).toEqual({ id: 'o-1', status: 'cancelled' });
    expect(requestsOf(service)).toEqual(requests);
    expect(service.arrivals.at(-1)?.url.pathname).toBe('/api/v1/orders/o-1');
  });

  test.each([
    ['is not cancelled', open],
    ['cannot be read', missing],
    ['is returned as null', json(null)],
  ])('fails with the first error if the order %s', async (_, read) => {
    const service = scriptedService(lost, rejected, read);
    const error = await rejection(finished(cancel(clientOf(service))));
    expect(error).toMatchObject({
      status: 400,
      outcome: 'unknown',
      message: expect.stringContaining('is final'),
    });
    expect(requestsOf(service)).toEqual(['PUT', 'PUT', 'GET']);
  });

  test.each([
    ['performed', 200, {}],
    ['unknown', 202, { status: 'queued' }],
  ])('fails as %s after a %i without an ID if the order is still open', async (outcome, status, body) => {
    const service = scriptedService(json(body, status), open);
    const error = await rejection(finished(cancel(clientOf(service))));
    expect(error).toMatchObject({ name: 'ResponseValidationError', outcome });
  });

  test.each<[string, Step[]]>([
    ['a 400', [rejected]],
    ['a missing order', [missing]],
    ['refused connections', [connectionLost('ECONNREFUSED')]],
    ['nothing but 429', [json({ retryAfter: 1 }, 429)]],
  ])('does not read the order after %s', async (_, script) => {
    const service = scriptedService(...script);
    await rejection(finished(cancel(clientOf(service), { deadline: 20_500 })));
    expect(requestsOf(service)).not.toContain('GET');
  });

  test('does not read the order after an abort', async () => {
    const service = scriptedService(hang);
    const controller = new AbortController();
    const call = rejection(cancel(clientOf(service), { signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(10);
    controller.abort('enough');
    expect(await call).toMatchObject({ cause: 'enough', method: 'PUT', outcome: 'unknown' });
    expect(requestsOf(service)).toEqual(['PUT']);
  });

  test('reads the order with the headers of the cancellation, but without its query', async () => {
    const service = scriptedService(lost, cancelled);
    const outlet = clientOf(service, { maxRetries: 0 });
    await finished(cancel(outlet, { query: { reason: 'late' }, headers: { 'x-trace': 't-1' } }));
    expect(service.arrivals.map(({ url }) => url.search)).toEqual(['?reason=late', '']);
    expect(service.arrivals[1]?.headers.get('x-trace')).toBe('t-1');
  });

  test('withResponse returns the response of the read that confirmed the cancellation', async () => {
    const outlet = clientOf(scriptedService(lost, rejected, cancelled));
    const { data, response } = await finished(cancel(outlet).withResponse());
    expect([data.status, response.status]).toEqual(['cancelled', 200]);
  });

  test('that exceeds its deadline does not read the order', async () => {
    const service = scriptedService(hang);
    const call = rejection(cancel(clientOf(service), { deadline: 1_000 }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(requestsOf(service)).toEqual(['PUT']);
    expect(await Promise.race([call, 'still in flight'])).toBeInstanceOf(TimeoutError);
  });
});

test('an abort while the order is read rejects with the outcome of the cancellation', async () => {
  const controller = new AbortController();
  const service = scriptedService(lost, hang);
  const call = clientOf(service, { maxRetries: 0 }).orders.cancel('o-1', { signal: controller.signal });
  const outcome = rejection(call);
  await expect.poll(() => requestsOf(service)).toEqual(['PUT', 'GET']);
  controller.abort('enough');
  expect(await outcome).toMatchObject({
    name: 'AbortError',
    cause: 'enough',
    method: 'PUT',
    outcome: 'unknown',
  });
});

test('a cancelled order with another id does not confirm the cancellation', async () => {
  const other = json({ id: 'o-2', status: 'cancelled' });
  const call = clientOf(scriptedService(lost, other), { maxRetries: 0 }).orders.cancel('o-1');
  expect(await rejection(finished(call))).toMatchObject({ name: 'ConnectionError', outcome: 'unknown' });
});
