import { inspect } from 'node:util';
import { InvalidRequestError, type QueryValue, VERSION } from 'outlet-open-api';
import { describe, expect, test } from 'vitest';
import { clientOf, json, rejection, scriptedService } from '../scripted-service.js';

const service = scriptedService();
const outlet = clientOf(service, { rateLimit: false });
const lastArrival = () => service.arrivals.at(-1) ?? expect.fail('nothing was sent');

describe('outlet.request', () => {
  test('shows nothing of a path that it refuses', async () => {
    const call = clientOf(scriptedService()).request({
      method: 'GET',
      path: '/guests?email=ann@example.com',
    });
    const error = await call.catch((reason: unknown) => reason);
    expect(inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true })).not.toContain('ann@');
  });

  test('sends what it is given below /api/v1', async () => {
    const from = new Date('2026-03-01T12:00:00Z');
    const { data, meta } = await outlet
      .request<{ id: string }>({
        method: 'POST',
        path: '/outlet/tables',
        query: {
          from,
          status: ['open', 'closed'],
          all: true,
          none: undefined,
          nil: null,
          q: 'a b&c',
        },
        body: [{ seats: 4 }],
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
    expect(body).toBe('[{"seats":4}]');
  });

  test.each([
    ['an object', { a: 1 }],
    ['an object in `data`', { data: { a: 1 } }],
    ['a list', [{ a: 1 }]],
    ['a text', 'open'],
    ['nothing', null],
  ])('gives the answer as it came: %s', async (_, body) => {
    const call = clientOf(scriptedService(json(body))).request({ method: 'GET', path: '/outlet' });
    expect(await call).toEqual(body);
  });

  test.each([
    ['', 'one slash'],
    ['outlet', 'one slash'],
    ['a/outlet', 'one slash'],
    ['//other.example/outlet', 'one slash'],
    ['https://other.example/outlet', 'one slash'],
    ['/outlet?a=b', 'query'],
    ['/outlet#a', 'fragment'],
    ['/../admin', 'dot segments'],
    ['/a/./b', 'dot segments'],
    ['/a/%2e%2E/b', 'dot segments'],
    ['/a/.%2e', 'dot segments'],
    ['/a/..', 'dot segments'],
    ['/a\\..\\b', 'backslashes'],
    ['/a b', 'white space'],
    ['/a\nb', 'white space'],
    ['/a\u0000b', 'control characters'],
    ['/orders/{}', 'name its parameters'],
    ['/orders/{order id}', 'white space'],
    ['/orders/{{id}}', 'name its parameters'],
    ['/\ud800', 'control characters'],
  ])('refuses the path %j, and says why', async (path, reason) => {
    const sent = service.arrivals.length;
    const error = await rejection(outlet.request({ method: 'GET', path }));
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error).toMatchObject({
      message: expect.stringMatching(/^The request was not sent: path /),
      issues: [{ path: 'path', message: expect.stringContaining(reason) }],
    });
    expect(service.arrivals).toHaveLength(sent);
  });

  test('encodes what stands for the parameters of its path', async () => {
    await outlet.request({ method: 'GET', path: '/suppliers/{supplierId}', params: { supplierId: 'a/b ö' } });
    expect(lastArrival().url.pathname).toBe('/api/v1/suppliers/a%2Fb%20%C3%B6');
  });

  test.each([
    ['/suppliers/%2{half}', 'e'],
    ['/suppliers/.%{rest}', '2e'],
    ['/suppliers/{first}%2e', '.'],
  ])('refuses what makes a dot segment of %s with its parameter %s', async (path, part) => {
    const sent = service.arrivals.length;
    const params = { half: part, rest: part, first: part };
    expect(
      (await rejection(outlet.request({ method: 'GET', path, params }))) instanceof InvalidRequestError,
    ).toBe(true);
    expect(service.arrivals).toHaveLength(sent);
  });

  test.each<[string, Record<string, string> | undefined]>([
    ['none', undefined],
    ['an empty one', { orderId: '' }],
    ['a dot segment', { orderId: '..' }],
    ['the name of another endpoint', { orderId: 'import' }],
  ])('refuses %s for a parameter of its path', async (_, params) => {
    const sent = service.arrivals.length;
    const error = await rejection(outlet.request({ method: 'GET', path: '/orders/{orderId}', params }));
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error).toMatchObject({ issues: [{ path: 'orderId' }] });
    expect(service.arrivals).toHaveLength(sent);
  });

  test.each([
    ['/orders/o-1/notes', undefined, '/orders/{…}/{…}'],
    ['/inventory/suppliers', undefined, '/inventory/suppliers'],
    ['/guests/ada%20lovelace', undefined, '/{…}/{…}'],
    ['/guests/{guestId}/visits', { guestId: 'ada' }, '/guests/{guestId}/visits'],
    ['/guests/Ada/{visitId}', { visitId: 'v-1' }, '/guests/{…}/{visitId}'],
  ])('a failed call to %s shows no more of its path than names', async (path, params, shown) => {
    const failing = clientOf(scriptedService(json({ code: 404 }, 404)));
    const error = await rejection(failing.request({ method: 'GET', path, params }));
    expect(error).toMatchObject({ path: shown });
  });

  test.each([
    '/',
    '/...',
    '/a..',
    '/..a',
    '/.well-known',
    '/menu.json',
    '/menu%2ejson',
    '/a%2e',
    '/a//b',
    '/a:b',
  ])('takes the path %j as it is', async (path) => {
    await outlet.request({ method: 'GET', path });
    expect(lastArrival().url.pathname).toBe(`/api/v1${path}`);
  });

  test.each(['get', 'HEAD', 'TRACE', ''])('refuses the method %j', async (method) => {
    const untyped = JSON.parse(JSON.stringify({ method, path: '/outlet' }));
    const error = await rejection(outlet.request(untyped));
    const message = 'must be one of GET, POST, PUT, PATCH, DELETE';
    expect(error).toMatchObject({ issues: [{ path: 'method', message }] });
  });

  test.each<[string, QueryValue, string, string]>([
    ['an invalid Date', new Date('soon'), 'from', 'valid Date'],
    ['NaN', Number.NaN, 'from', 'finite'],
    ['NaN in a list', [1, Number.NaN], 'from[1]', 'finite'],
    ['an empty list', [], 'from', 'at least one value'],
  ])('refuses %s in a query', async (_, from, path, message) => {
    const issues = [{ path, message: expect.stringContaining(message) }];
    const query = { from };
    const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
    expect(await rejection(outlet.request({ method: 'GET', path: '/outlet', query }))).toMatchObject({
      issues,
    });
    expect(await rejection(outlet.orders.get('o-1', { query }))).toMatchObject({ issues });
    expect(() => outlet.orders.list(range, { query: { limit: from } })).toThrow(message);
  });

  test('refuses a body with GET', async () => {
    const error = await rejection(outlet.request({ method: 'GET', path: '/outlet', body: {} }));
    expect(error).toMatchObject({ issues: [{ path: 'body' }] });
  });
});

describe('the headers of a request', () => {
  test('say what it is, and who sends it §endpoints.body', async () => {
    await outlet.orders.update('o-1', { status: 'cancelled' });
    const { headers } = lastArrival();
    expect(headers.get('user-agent')).toBe(`outlet-open-api/${VERSION}`);
    expect(headers.get('accept')).toBe('application/json');
    expect(headers.get('content-type')).toBe('application/json');
  });

  test('name no type of a body that is not there', async () => {
    await outlet.orders.get('o-1');
    expect(lastArrival().headers.has('content-type')).toBe(false);
  });

  test("can be the caller's own", async () => {
    await outlet.orders.get('o-1', { headers: { 'x-trace': 't-1', 'User-Agent': 'my-app/1' } });
    expect(lastArrival().headers.get('x-trace')).toBe('t-1');
    expect(lastArrival().headers.get('user-agent')).toBe('my-app/1');
  });

  test('are left out where they are undefined', async () => {
    const headers = { 'x-trace': undefined, 'User-Agent': undefined, Host: undefined };
    await outlet.orders.get('o-1', { headers });
    expect(lastArrival().headers.has('x-trace')).toBe(false);
    expect(lastArrival().headers.get('user-agent')).toBe(`outlet-open-api/${VERSION}`);
  });
});
