import { type CallOptions, type OutletClientOptions, RequestValidationError, VERSION } from 'outlet-open-api';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  clientOf,
  json,
  order,
  rejection,
  scriptedService,
} from '../../support/services/scripted-service.js';

const service = scriptedService();
const outlet = clientOf(service, { rateLimit: false });
const lastArrival = () => service.arrivals.at(-1) ?? expect.fail('nothing was sent');
const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };

beforeEach(() => {
  service.arrivals.length = 0;
});

async function expectRejected(call: Promise<unknown>, path: string, message: string): Promise<void> {
  const error = await rejection(call);
  expect(error).toBeInstanceOf(RequestValidationError);
  expect(error).toMatchObject({ issues: [{ path, message: expect.stringContaining(message) }] });
  expect(service.arrivals).toEqual([]);
}

describe('an option', () => {
  test.each([
    ['timeout', 0, 'positive'],
    ['timeout', Number.NaN, 'positive'],
    ['timeout', '1000', 'positive'],
    ['deadline', 0, 'positive'],
    ['maxRetries', -1, 'whole number'],
    ['maxRetries', 1.5, 'whole number'],
    ['maxRetries', Number.POSITIVE_INFINITY, 'whole number'],
    ['priority', 'urgent', 'one of interactive, background'],
    ['signal', { aborted: false }, 'AbortSignal'],
    ['idempotencyKey', '3b241101-e2bb-4255-8caf-4136c566a962', 'is not an option'],
    ['extraBody', { a: 1 }, 'is not an option'],
  ])('is rejected: %s of %j', async (name, value, message) => {
    await expectRejected(outlet.orders.get('o-1', { [name]: value }), name, message);
  });

  test.each([
    ['timeout', 0.5],
    ['timeout', Number.POSITIVE_INFINITY],
    ['deadline', Number.POSITIVE_INFINITY],
    ['maxRetries', 0],
    ['priority', 'background'],
  ])('is accepted: %s of %j', async (name, value) => {
    const response = json({ id: 'o-1' });
    expect(await clientOf(scriptedService(response)).orders.get('o-1', { [name]: value })).toEqual({
      id: 'o-1',
    });
  });

  test('extraBody is rejected if a raw request is a GET', async () => {
    const options = { extraBody: { a: 1 } };
    await expectRejected(
      outlet.request({ method: 'GET', path: '/outlet' }, options),
      'extraBody',
      'is not an option',
    );
  });

  test('that is invalid is reported together with the other invalid input', async () => {
    const options = { timeout: 0, maxRetries: -1 };
    const error = await rejection(outlet.orders.update('..', { status: 'cancelled' }, options));
    expect(error).toMatchObject({
      issues: [{ path: 'orderId' }, { path: 'timeout' }, { path: 'maxRetries' }],
      message: expect.stringMatching(
        /^PUT \/orders\/\{orderId\} was not sent:\n- `orderId` .*\n- `timeout` .*\n- `maxRetries` /,
      ),
    });
  });
});

describe('a header', () => {
  test.each([
    ['Authorization', 'Bearer abc', 'accessToken'],
    ['idempotency-key', 'abc', 'idempotencyKey'],
    ['Content-Type', 'text/plain', 'application/json'],
    ['Content-Length', '7', 'runtime'],
    ['host', 'other.example', 'runtime'],
    ['upgrade', 'websocket', 'runtime'],
    ['x-note', 'line\r\nx-injected: 1', 'not a valid header'],
    ['x-note', 'ラーメン', 'not a valid header'],
  ])('is rejected: %s: %j', async (name, value, message) => {
    const path = `headers.${name.toLowerCase()}`;
    await expectRejected(outlet.orders.create(order, { headers: { [name]: value } }), path, message);
  });

  test('is sent by default §endpoints.body', async () => {
    await outlet.orders.update('o-1', { status: 'cancelled' });
    expect(Object.fromEntries(lastArrival().headers)).toMatchObject({
      accept: 'application/json',
      'content-type': 'application/json',
      'user-agent': `outlet-open-api/${VERSION}`,
    });
  });

  test('sends no content type if there is no body', async () => {
    await outlet.orders.get('o-1');
    expect(lastArrival().headers.has('content-type')).toBe(false);
  });

  test.each<[string, NonNullable<CallOptions['headers']>]>([
    ['an object', { 'X-Trace': 't-1', 'User-Agent': 'my-app/1', constructor: 'c' }],
    ['Headers', new Headers({ 'X-Trace': 't-1', 'User-Agent': 'my-app/1', constructor: 'c' })],
  ])('can be passed in %s', async (_, headers) => {
    await outlet.orders.get('o-1', { headers });
    const sent = Object.fromEntries(lastArrival().headers);
    expect(sent).toMatchObject({ 'x-trace': 't-1', 'user-agent': 'my-app/1', constructor: 'c' });
  });

  test('of undefined is left out', async () => {
    const headers = { 'x-trace': undefined, 'User-Agent': undefined, Host: undefined };
    await outlet.orders.get('o-1', { headers });
    expect(lastArrival().headers.has('x-trace')).toBe(false);
    expect(lastArrival().headers.get('user-agent')).toBe(`outlet-open-api/${VERSION}`);
  });
});

describe('the client option appInfo', () => {
  test.each([
    [{ name: 'my-app' }, 'my-app'],
    [{ name: 'my-app', version: '2.3.1' }, 'my-app/2.3.1'],
    [{ name: 'my-app', url: 'https://my-app.example' }, 'my-app (https://my-app.example)'],
    [
      { name: 'my-app', version: '2.3.1', url: 'http://my-app.example/a?b=c' },
      'my-app/2.3.1 (http://my-app.example/a?b=c)',
    ],
  ])('of %j is sent in the User-Agent', async (appInfo, product) => {
    await outlet.withOptions({ appInfo }).orders.get('o-1');
    expect(lastArrival().headers.get('user-agent')).toBe(`outlet-open-api/${VERSION} ${product}`);
  });
});

describe('the client option defaultHeaders', () => {
  const defaultHeaders = { 'X-Gateway': 'g-1', 'X-Team': 'kitchen', 'User-Agent': undefined };
  const withHeaders = outlet.withOptions({ defaultHeaders });

  test.each<[string, OutletClientOptions['defaultHeaders']]>([
    ['an object', { 'X-Gateway': 'g-1', 'User-Agent': 'my-app/1' }],
    ['Headers', new Headers({ 'X-Gateway': 'g-1', 'User-Agent': 'my-app/1' })],
  ])('is sent with every call: %s', async (_, defaultHeaders) => {
    await outlet.withOptions({ defaultHeaders, appInfo: { name: 'other' } }).orders.create(order);
    const sent = { 'x-gateway': 'g-1', 'user-agent': 'my-app/1', 'content-type': 'application/json' };
    expect(Object.fromEntries(lastArrival().headers)).toMatchObject(sent);
  });

  test('is replaced by headers of the call, unless they are undefined', async () => {
    await withHeaders.orders.get('o-1', { headers: { 'x-gateway': 'g-2', 'X-TEAM': undefined } });
    const sent = { 'x-gateway': 'g-2', 'x-team': 'kitchen', 'user-agent': `outlet-open-api/${VERSION}` };
    expect(Object.fromEntries(lastArrival().headers)).toMatchObject(sent);
  });

  test('is replaced as a whole in a derived client', async () => {
    await withHeaders.withOptions({ timeout: 5_000 }).orders.get('o-1');
    expect(lastArrival().headers.get('x-team')).toBe('kitchen');
    await withHeaders.withOptions({ defaultHeaders: { 'x-gateway': 'g-2' } }).orders.get('o-1');
    expect(lastArrival().headers.get('x-gateway')).toBe('g-2');
    expect(lastArrival().headers.has('x-team')).toBe(false);
  });
});

describe('the query', () => {
  test('and extraBody add fields that are not typed', async () => {
    const options = { extraBody: { table: 7, channelId: 'c-2' }, query: { dryRun: true } };
    await outlet.orders.create(order, options);
    expect(JSON.parse(lastArrival().body)).toEqual({ ...order, channelId: 'c-2', table: 7 });
    expect(lastArrival().url.search).toBe('?dryRun=true');
  });

  test.each<[string, unknown, string]>([
    ['an object', {}, 'must be a string'],
    ['a Map', new Map(), 'must be a string'],
    ['NaN', Number.NaN, 'finite'],
    ['an invalid Date', new Date('soon'), 'valid Date'],
    ['an empty list', [], 'at least one value'],
    ['a list of undefined', [undefined], 'must list'],
    ['a list of an empty string', [''], 'must list'],
    ['a list with NaN', [1, Number.NaN], 'must list'],
  ])('is rejected if a value is %s', async (_, status, message) => {
    const query: CallOptions['query'] = Object.fromEntries([['status', status as string]]);
    await expectRejected(outlet.orders.get('o-1', { query }), 'status', message);
    await expectRejected(outlet.request({ method: 'GET', path: '/outlet', query }), 'status', message);
    expect(() => outlet.orders.list(range, { query })).toThrow(message);
  });

  test('can be URLSearchParams, of a list too', async () => {
    const options = Object.fromEntries([['query', new URLSearchParams('channelId=5')]]);
    await outlet.orders.get('o-1', options);
    expect(lastArrival().url.search).toBe('?channelId=5');
    const listService = scriptedService(json({ data: [], next: null }));
    await clientOf(listService).orders.list(range, options).toArray();
    expect(listService.arrivals[0]?.url.searchParams.get('channelId')).toBe('5');
  });

  test('of a list cannot contain the parameter of the cursor', () => {
    const { orders } = clientOf(service, { cursorParam: 'status' });
    const list = () => orders.list({ ...range, status: 'complete' });
    expect(list).toThrow('`status` is the parameter of the cursor');
  });
});
