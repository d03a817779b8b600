import { inspect } from 'node:util';
import { RequestValidationError } from 'outlet-open-api';
import { beforeEach, describe, expect, test } from 'vitest';
import { clientOf, json, rejection, scriptedService } from '../../support/services/scripted-service.js';

const service = scriptedService();
const outlet = clientOf(service, { rateLimit: false });
const lastArrival = () => service.arrivals.at(-1) ?? expect.fail('nothing was sent');
const get = (path: string, params?: Record<string, string>) =>
  outlet.request({ method: 'GET', path, params });

beforeEach(() => {
  service.arrivals.length = 0;
});

async function expectRejected(call: Promise<unknown>, path: string, message = ''): Promise<void> {
  const error = await rejection(call);
  expect(error).toBeInstanceOf(RequestValidationError);
  expect(error).toMatchObject({
    message: expect.stringMatching(/^The request was not sent: /),
    issues: [{ path, message: expect.stringContaining(message) }],
  });
  expect(service.arrivals).toEqual([]);
}

describe('a raw request', () => {
  test('sends method, path, query and body', async () => {
    const from = new Date('2026-03-01T12:00:00Z');
    const { data, meta } = await outlet
      .request<{ id: string }>({
        method: 'POST',
        path: '/outlet/tables',
        query: { from, status: ['open', 'closed'], all: true, none: undefined, nil: null, q: 'a b&c' },
        body: { seats: 4 },
      })
      .withResponse();
    expect(data.id).toBe('o-1');
    expect(meta.idempotencyKey).toBeDefined();
    const { method, url, body } = lastArrival();
    expect(method).toBe('POST');
    expect(url.pathname).toBe('/api/v1/outlet/tables');
    expect([...url.searchParams]).toEqual([
      ['from', '2026-03-01T12:00:00.000Z'],
      ['status', 'open,closed'],
      ['all', 'true'],
      ['q', 'a b&c'],
    ]);
    expect(body).toBe('{"seats":4}');
  });

  test.each([
    ['an object', { a: 1 }],
    ['a list', [{ a: 1 }]],
    ['null', null],
  ])('returns the body as received: %s', async (_, body) => {
    const call = clientOf(scriptedService(json(body))).request({ method: 'GET', path: '/outlet' });
    expect(await call).toEqual(body);
  });

  test('with GET cannot have a body', async () => {
    await expectRejected(outlet.request({ method: 'GET', path: '/outlet', body: {} }), 'body');
  });

  test.each(['get', 'HEAD', ''])('cannot have the method %j', async (method) => {
    const untyped = JSON.parse(`{"method":"${method}","path":"/outlet"}`);
    const message = 'must be one of GET, POST, PUT, PATCH, DELETE';
    await expectRejected(outlet.request(untyped), 'method', message);
  });
});

describe('the path of a raw request', () => {
  test.each([
    ['', 'one slash'],
    ['//other.example/outlet', 'one slash'],
    ['https://other.example/outlet', 'one slash'],
    ['/outlet?a=b', 'query'],
    ['/../admin', 'dot segments'],
    ['/a/./b', 'dot segments'],
    ['/a/%2e%2E/b', 'dot segments'],
    ['/a\\..\\b', 'backslashes'],
    ['/a b', 'white space'],
    ['/a\u0000b', 'control characters'],
    ['/\ud800', 'control characters'],
    ['/orders/{}', 'name its parameters'],
    ['/orders/{{id}}', 'name its parameters'],
  ])('is rejected: %j', async (path, reason) => {
    await expectRejected(get(path), 'path', reason);
  });

  test.each(['/', '/...', '/..a', '/menu%2ejson', '/a//b', '/a:b'])('is sent unchanged: %j', async (path) => {
    await get(path);
    expect(lastArrival().url.pathname).toBe(`/api/v1${path}`);
  });

  test('contains the encoded values of its parameters', async () => {
    await get('/suppliers/{supplierId}', { supplierId: 'a/b ö' });
    expect(lastArrival().url.pathname).toBe('/api/v1/suppliers/a%2Fb%20%C3%B6');
  });

  test.each([
    ['/suppliers/%2{half}', 'e'],
    ['/suppliers/.%{half}', '2e'],
    ['/suppliers/{half}%2e', '.'],
  ])('is rejected if %s becomes a dot segment with the parameter %s', async (path, half) => {
    const error = await rejection(get(path, { half }));
    expect(error).toBeInstanceOf(RequestValidationError);
    expect(service.arrivals).toEqual([]);
  });

  test.each([undefined, { orderId: '' }, { orderId: '..' }, { orderId: 'import' }])(
    'is rejected if its parameters are %j',
    async (params) => {
      await expectRejected(get('/orders/{orderId}', params), 'orderId');
    },
  );

  test('is shown in errors as the template, without the values of its parameters', async () => {
    const failing = clientOf(scriptedService(json({ code: 404 }, 404)));
    const path = '/guests/{guestId}/visits';
    const error = await rejection(failing.request({ method: 'GET', path, params: { guestId: 'ada' } }));
    expect(error).toMatchObject({ path });
    expect(String(error)).not.toContain('ada');
  });

  test('is not shown if it is invalid, because it may contain personal data', async () => {
    const error = await rejection(get('/guests?email=ann@example.com'));
    const shown = inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true });
    expect(shown).not.toContain('ann@');
  });
});
