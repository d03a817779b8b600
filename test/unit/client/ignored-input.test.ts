import { randomUUID } from 'node:crypto';
import { OutletClient, RequestValidationError } from 'outlet-open-api';
import { expect, test } from 'vitest';
import { clientOf, json, order, scriptedService } from '../../support/services/scripted-service.js';
import { sending, untyped } from '../fuzz/public-functions.js';

const service = scriptedService(json({ id: 'o-1', data: [], next: null }));
const outlet = clientOf(service);
const notPlain = 'the options must be a plain object, and no argument may follow them';
const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };

/** Calls a method as a caller without types can, and returns its error. */
async function errorOf(holder: object, method: string, ...input: unknown[]): Promise<unknown> {
  service.arrivals.length = 0;
  const error = await Promise.resolve()
    .then(() => untyped(holder, method, input))
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(RequestValidationError);
  expect(service.arrivals).toEqual([]);
  return error;
}

const spellingsOfKey = ['idempotencyKey', 'idempotency_key', 'idempotencykey', 'Idempotency-Key'];
const isOption = 'is an option: pass it in the last argument';

test.each([...spellingsOfKey, 'signal', 'maxRetries', 'extraBody'])(
  'the option %s in a body is rejected, and nothing is sent',
  async (name) => {
    const error = await errorOf(outlet.orders, 'create', { ...order, [name]: 'x' });
    expect(error).toMatchObject({ issues: [{ path: name, message: isOption }] });
  },
);

test.each(spellingsOfKey)('%s is rejected in extraBody and query, where it would be lost', async (name) => {
  const key = { [name]: 'x' };
  const error = await errorOf(outlet.orders, 'create', order, { extraBody: key, query: key });
  const issues = [`extraBody.${name}`, `query.${name}`].map((path) => ({ path, message: isOption }));
  expect(error).toMatchObject({ issues });
});

test.each(sending)(
  '$name rejects an argument after its options, where other SDKs take a key',
  async ({ name, valid }) => {
    const [method = '', resource] = name.split('.').toReversed();
    const holder = Object(resource === undefined ? outlet : Reflect.get(outlet, resource));
    const error = await errorOf(holder, method, ...valid, undefined, { idempotencyKey: randomUUID() });
    expect(error).toMatchObject({ issues: [{ path: '', message: notPlain }] });
  },
);

test('arguments after the options that are undefined are ignored', async () => {
  expect(await untyped(outlet.orders, 'get', ['o-1', {}, undefined])).toMatchObject({ id: 'o-1' });
});

test('an undocumented field of a body is sent, and extraBody sends a field with the name of an option', async () => {
  service.arrivals.length = 0;
  await untyped(outlet.orders, 'create', [{ ...order, priority: 1 }, { extraBody: { signal: 'bell' } }]);
  expect(JSON.parse(service.arrivals[0]?.body ?? '')).toEqual({ ...order, priority: 1, signal: 'bell' });
});

test('an unknown option and an unknown parameter that are undefined are ignored', async () => {
  const options = { deadlin: undefined };
  expect(await untyped(outlet.orders, 'get', ['o-1', options])).toMatchObject({ id: 'o-1' });
  expect(untyped(outlet.orders, 'list', [{ ...range, state: undefined }])).toBeDefined();
});

test('an undocumented parameter of a list goes into query', async () => {
  expect(String(await errorOf(outlet.orders, 'list', { ...range, Status: 'complete' }))).toContain(
    '`Status` is not a documented parameter, but `status` is. Pass options in the last argument, and undocumented parameters in its `query`.',
  );
  await outlet.orders.list(range, { query: { Status: 'complete' } }).firstPage();
  expect(service.arrivals[0]?.url.searchParams.get('Status')).toBe('complete');
});

test('an option in the first argument of request() is rejected', async () => {
  const error = await errorOf(outlet, 'request', { method: 'GET', path: '/outlet', headers: { a: 'b' } });
  expect(String(error)).toContain('`headers` is not part of a request. Pass options in the second argument.');
});

test.each<[what: string, options: unknown]>([
  ['a Map', new Map([['maxRetries', 1]])],
  ['Headers', new Headers({ a: 'b' })],
  ['an AbortController', new AbortController()],
  ['a text', 'o-1'],
  ['a list', [{}]],
])('%s as options is rejected', async (_, options) => {
  const issues = [{ path: '', message: notPlain }];
  expect(await errorOf(outlet.orders, 'get', 'o-1', options)).toMatchObject({ issues });
  expect(await errorOf(outlet.orders, 'list', range, options)).toMatchObject({ issues });
  expect(await errorOf(outlet, 'withOptions', options)).toMatchObject({ issues });
  expect(() => Reflect.construct(OutletClient, [options])).toThrow(notPlain);
});

test.each([
  ['a Map', new Map([['from', range.from]])],
  ['a text', range.from],
])('%s as the parameters of a list is rejected', async (_, query) => {
  const issues = [{ path: '', message: 'the parameters must be a plain object' }];
  expect(await errorOf(outlet.orders, 'list', query)).toMatchObject({ issues });
});

test('a parameter among the options of a list leads to no option that only ends with its name', async () => {
  const error = await errorOf(outlet.orders, 'list', {}, { from: range.from });
  expect(String(error)).toContain('`from` is not an option. Pass only signal, ');
});

test.each([
  ['headers', 'defaultHeaders'],
  ['token', 'accessToken'],
  ['retries', 'maxRetries'],
])('the name %s of other SDKs leads to %s', async (name, known) => {
  const error = await errorOf(outlet, 'withOptions', { [name]: {} });
  expect(String(error)).toContain(`\`${name}\` is not an option, but \`${known}\` is`);
});

test.each([
  ['hooks.onattemptend', { hooks: { onattemptend: () => {} } }, 'is not an option, but `onAttemptEnd` is'],
  ['appInfo.site', { appInfo: { name: 'a', site: 'https://a.example' } }, 'Pass only name, version, url'],
  [
    'rateLimit.burst',
    { rateLimit: { requests: 5, interval: 1_000, burst: 2 } },
    'Pass only requests, interval',
  ],
])('%s is rejected', async (path, options, message) => {
  const issues = [{ path, message: expect.stringContaining(message) }];
  expect(await errorOf(outlet, 'withOptions', options)).toMatchObject({ issues });
});

/** Headers as those of another package: they have no properties of their own, only entries. */
class OtherHeaders {
  readonly #entries: readonly [string, string][];

  constructor(entries: readonly [string, string][]) {
    this.#entries = entries;
  }

  [Symbol.iterator]() {
    return this.#entries.values();
  }
}

const entries: readonly [string, string][] = [['X-Trace', 'abc']];

test.each([
  ['a Map', new Map(entries)],
  ['the Headers of another package', new OtherHeaders(entries)],
  ['a list of pairs', entries],
])('headers and query can be %s', async (_, given) => {
  service.arrivals.length = 0;
  await clientOf(service, { defaultHeaders: given }).orders.get('o-1');
  await untyped(outlet.orders, 'get', ['o-1', { headers: given, query: given }]);
  const [first, second] = service.arrivals;
  expect([first?.headers.get('x-trace'), second?.headers.get('x-trace')]).toEqual(['abc', 'abc']);
  expect(second?.url.search).toBe('?X-Trace=abc');
});

test.each([
  ['headers', new Set(['a']), 'plain object, or pairs'],
  ['headers', Promise.resolve({ a: 'b' }), 'plain object, or pairs'],
  ['query', new Date(), 'plain object, or pairs'],
  ['query', ['status'], 'plain object, or pairs'],
  ['extraBody', new Map(entries), 'must be a plain object'],
  ['extraBody', new FormData(), 'must be a plain object'],
])('%s of %o is rejected', async (path, value, message) => {
  const error = await errorOf(outlet.orders, 'create', order, { [path]: value });
  expect(error).toMatchObject({ issues: [{ path, message: expect.stringContaining(message) }] });
});

test('a parameter that is repeated in query is rejected, because only one would be sent', async () => {
  const query = new URLSearchParams('status=complete&status=cancelled');
  const message = 'is repeated: pass its values as a list';
  expect(await errorOf(outlet.orders, 'list', range, { query })).toMatchObject({
    issues: [{ path: 'status', message }],
  });
});

test('an undefined field of extraBody leaves the typed field as it is', async () => {
  service.arrivals.length = 0;
  await outlet.orders.create(order, { extraBody: { channelId: undefined } });
  expect(JSON.parse(service.arrivals[0]?.body ?? '')).toEqual(order);
});
