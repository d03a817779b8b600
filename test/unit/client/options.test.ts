import { OutletClient, type OutletClientOptions, RequestValidationError } from 'outlet-open-api';
import { describe, expect, test, vi } from 'vitest';
import { clientOf, scriptedService } from '../../support/services/scripted-service.js';

const valid = { baseUrl: 'https://pos.example', accessToken: 'abc' };

function issuesOf(options: OutletClientOptions): readonly { path: string; message: string }[] {
  try {
    new OutletClient(options);
    return [];
  } catch (error) {
    if (!(error instanceof RequestValidationError)) throw error;
    return error.issues;
  }
}

describe('an option', () => {
  test.each<[string, unknown, string]>([
    ['baseUrl', 'pos.example', 'HTTP(S) URL, such as https://pos.example'],
    ['baseUrl', '"https://pos.example"', 'is in quotes: remove them'],
    ['baseUrl', '<BASE_URL>', 'is a placeholder: replace it with the URL'],
    ['baseUrl', 'ftp://pos.example', 'HTTP(S) URL'],
    ['baseUrl', 'file:///etc', 'HTTP(S) URL'],
    ['baseUrl', 'https://', 'HTTP(S) URL'],
    ['baseUrl', 7, 'HTTP(S) URL'],
    ['baseUrl', '', 'is missing: pass it, or set OUTLET_BASE_URL'],
    ['cursorParam', Symbol('cursor'), 'non-empty string'],
    ['baseUrl', 'https://user:word@pos.example', 'credentials'],
    ['baseUrl', 'https://user@pos.example', 'credentials'],
    ['baseUrl', 'https://pos.example/?a=b', 'query or a fragment'],
    ['baseUrl', 'https://pos.example/?', 'query or a fragment'],
    ['baseUrl', 'https://pos.example/#a', 'query or a fragment'],
    ['baseUrl', 'http://pos.example', 'must use HTTPS'],
    ['baseUrl', 'http://127.0.0.1.pos.example', 'must use HTTPS'],
    ['baseUrl', 'http://localhost.pos.example', 'must use HTTPS'],
    ['accessToken', 'abc def', 'white space'],
    ['accessToken', ' abc', 'white space'],
    ['accessToken', 'abc\n', 'white space, such as a newline at its end: remove it'],
    ['accessToken', 'Bearer abc', 'leave out `Bearer`'],
    ['accessToken', 'bearer abc', 'leave out `Bearer`'],
    ['accessToken', '"abc"', 'is in quotes: remove them'],
    ['accessToken', "'abc'", 'is in quotes: remove them'],
    ['accessToken', 'undefined', 'is the text undefined or null'],
    ['accessToken', 'null', 'is the text undefined or null'],
    ['accessToken', '[object Object]', 'is the text of an object'],
    ['accessToken', '{"token":"abc"}', 'is JSON'],
    ['accessToken', '<ACCESS_TOKEN>', 'is a placeholder'],
    ['accessToken', '$ACCESS_TOKEN', 'is a placeholder'],
    ['accessToken', '***', 'is a placeholder'],
    ['accessToken', '{{ACCESS_TOKEN}}', 'is a placeholder'],
    ['accessToken', '%ACCESS_TOKEN%', 'is a placeholder'],
    ['accessToken', 'your-access-token', 'is a placeholder'],
    ['accessToken', 7, 'non-empty string'],
    ['accessToken', '', 'is missing: pass it, or set OUTLET_ACCESS_TOKEN'],
    ['timeout', 0, 'positive'],
    ['timeout', Number.NaN, 'positive'],
    ['deadline', -1, 'positive'],
    ['maxRetries', 0.5, 'whole number'],
    ['rateLimit', true, '{ requests, interval }'],
    ['rateLimit', { take: () => {}, state: 5 }, '{ requests, interval }'],
    ['rateLimit', { state: () => {} }, '{ requests, interval }'],
    ['responseValidation', 'loose', 'strict, lenient, off'],
    ['logLevel', 'verbose', 'debug, info, warn, error, off'],
    ['cursorParam', '', 'non-empty'],
    ['nextField', '', 'a path such as pagination.next'],
    ['nextField', 'pagination.', 'a path such as pagination.next'],
    ['fetch', 'fetch', 'a function'],
    ['hooks', 'onAttempt', 'an object'],
    ['logger', { debug: () => {} }, 'debug, info, warn and error'],
    ['allowInsecureHttp', 'false', 'true or false'],
    ['appInfo', 'my-app', 'must be an object'],
    ['defaultHeaders', 'x-gateway: abc', 'pairs such as Headers'],
  ])('%s of %j is rejected', (name, value, message) => {
    expect(issuesOf({ ...valid, [name]: value })).toEqual([
      { path: name, message: expect.stringContaining(message) },
    ]);
  });

  test.each<[path: string, options: object]>([
    ['appInfo.name', { appInfo: { version: '1.0' } }],
    ['appInfo.name', { appInfo: { name: 'My App' } }],
    ['appInfo.name', { appInfo: { name: 'app/1' } }],
    ['appInfo.version', { appInfo: { name: 'app', version: '1.0\n' } }],
    ['appInfo.version', { appInfo: { name: 'app', version: '' } }],
    ['appInfo.url', { appInfo: { name: 'app', url: 'app.example' } }],
    ['appInfo.url', { appInfo: { name: 'app', url: 'mailto:me@app.example' } }],
    ['appInfo.url', { appInfo: { name: 'app', url: 'https://' } }],
    ['appInfo.url', { appInfo: { name: 'app', url: 'https://app.example/(x) y' } }],
    ['defaultHeaders.authorization', { defaultHeaders: { Authorization: 'Bearer abc' } }],
    ['defaultHeaders.idempotency-key', { defaultHeaders: new Headers({ 'Idempotency-Key': 'abc' }) }],
    ['defaultHeaders.x-gateway', { defaultHeaders: { 'x-gateway': 'a\r\nb' } }],
    ['defaultHeaders.[redacted]', { defaultHeaders: { 'me@app.example': 'a' } }],
    ['rateLimit.interval', { rateLimit: { requests: 1, interval: '1000' } }],
    ['rateLimit.interval', { rateLimit: { requests: 5, interval: Number.POSITIVE_INFINITY } }],
    ['rateLimit.requests', { rateLimit: { requests: 0, interval: 1_000 } }],
    ['rateLimit.requests', { rateLimit: { requests: 2.5, interval: 1_000 } }],
  ])('%s is rejected in %j', (path, options) => {
    expect(issuesOf({ ...valid, ...options })).toEqual([{ path, message: expect.any(String) }]);
  });

  test('a hook that is not a function is named', () => {
    const hooks: object = { onAttempt: 5, onAttemptEnd: undefined };
    expect(issuesOf({ ...valid, hooks })).toEqual([
      { path: 'hooks.onAttempt', message: 'must be a function' },
    ]);
  });

  test('`maxQueued` needs a custom limiter with state', () => {
    const take = async () => ({ end: () => {} });
    const message = 'needs a rateLimit with state(): add that method, or set maxQueued to Infinity';
    const issues = [{ path: 'maxQueued', message }];
    expect(issuesOf({ ...valid, rateLimit: { take }, maxQueued: 5 })).toEqual(issues);
    expect(issuesOf({ ...valid, rateLimit: { take }, maxQueued: Number.POSITIVE_INFINITY })).toEqual([]);
    expect(issuesOf({ ...valid, rateLimit: { take } })).toEqual([]);
    const withoutState = new OutletClient({ ...valid, rateLimit: { take } });
    expect(() => withoutState.withOptions({ maxQueued: 5 })).toThrow(message);
    const bounded = new OutletClient({ ...valid, maxQueued: 5 });
    expect(() => bounded.withOptions({ rateLimit: { take } })).toThrow(message);
  });

  test.each([
    [{ maxwait: 1_000 }, /`outage\.maxwait` .*maxWait/],
    [{ maxWait: 0 }, /`outage\.maxWait` must be a positive number/],
    [true, /`outage` must be false, or an object such as \{ maxWait: 60_000 \}/],
  ])('for outages is checked: %j', (outage, message) => {
    const create = () => Reflect.construct(OutletClient, [{ ...valid, outage }]);
    expect(create).toThrow(message);
  });

  test('that is invalid is reported with all others, and no token is shown', () => {
    expect(() => new OutletClient({ baseUrl: 'pos', accessToken: 'se cret', timeout: -1 })).toThrow(
      /^Invalid OutletClient options:\n- `baseUrl` .*\n- `accessToken` .*\n- `timeout` /,
    );
    expect(JSON.stringify(issuesOf({ accessToken: 'se cret' }))).not.toContain('cret');
  });
});

describe('the environment', () => {
  test('sets base URL and token if they are not passed §setup.environments', async () => {
    vi.stubEnv('OUTLET_BASE_URL', 'https://env.example');
    vi.stubEnv('OUTLET_ACCESS_TOKEN', 'from-env');
    const service = scriptedService();
    await new OutletClient({ fetch: service.fetch }).orders.get('o-1');
    await new OutletClient({ ...valid, fetch: service.fetch }).orders.get('o-1');
    expect(service.arrivals.map(({ url, headers }) => [url.host, headers.get('authorization')])).toEqual([
      ['env.example', 'Bearer from-env'],
      ['pos.example', 'Bearer abc'],
    ]);
  });

  test('is ignored if reading it throws', () => {
    const env = new Proxy({}, { get: () => expect.unreachable('Requires env access') });
    vi.stubGlobal('process', { env });
    expect(() => new OutletClient({ baseUrl: 'https://pos.example' })).toThrow(
      '`accessToken` is missing: pass it, or set OUTLET_ACCESS_TOKEN',
    );
  });

  test.each([undefined, ''])(
    'with the value %j leaves options missing, and the error names the variables',
    (value) => {
      vi.stubEnv('OUTLET_BASE_URL', value);
      vi.stubEnv('OUTLET_ACCESS_TOKEN', value);
      expect(issuesOf({})).toEqual([
        { path: 'baseUrl', message: 'is missing: pass it, or set OUTLET_BASE_URL' },
        { path: 'accessToken', message: 'is missing: pass it, or set OUTLET_ACCESS_TOKEN' },
      ]);
    },
  );

  test('is not required: a runtime may have none', () => {
    vi.stubGlobal('process', undefined);
    expect(issuesOf(valid)).toEqual([]);
  });
});

describe('a base URL', () => {
  test.each([
    ['https://pos.example', 'https://pos.example/api/v1'],
    ['https://pos.example/', 'https://pos.example/api/v1'],
    ['https://pos.example:8443//', 'https://pos.example:8443/api/v1'],
    ['https://pos.example/api/v1', 'https://pos.example/api/v1'],
    ['https://pos.example/api/v1/', 'https://pos.example/api/v1'],
    ['https://pos.example/tenants/7', 'https://pos.example/tenants/7/api/v1'],
    ['https://pos.example/tenants/7/api/v1/', 'https://pos.example/tenants/7/api/v1'],
    ['http://localhost:4010', 'http://localhost:4010/api/v1'],
    ['http://pos.localhost', 'http://pos.localhost/api/v1'],
    ['http://127.0.0.1:4010', 'http://127.0.0.1:4010/api/v1'],
    ['http://[::1]:4010', 'http://[::1]:4010/api/v1'],
  ])('%s is completed to %s §endpoints.prefix §versioning.1', async (baseUrl, expected) => {
    const service = scriptedService();
    await clientOf(service, { baseUrl }).orders.get('o-1');
    expect(service.arrivals[0]?.url.href).toBe(`${expected}/orders/o-1`);
  });

  test('can use plain http beyond loopback if allowInsecureHttp is set', async () => {
    const service = scriptedService();
    await clientOf(service, { baseUrl: 'http://pos.lan', allowInsecureHttp: true }).orders.get('o-1');
    expect(service.arrivals[0]?.url.href).toBe('http://pos.lan/api/v1/orders/o-1');
  });
});

test('a logger can be a function with the methods of one', () => {
  const log = () => {};
  const logger = Object.assign(() => {}, { debug: log, info: log, warn: log, error: log });
  expect(() => new OutletClient({ ...valid, logger })).not.toThrow();
});

test('fetch is called without `this`, because the fetch of a browser throws for any other object', async () => {
  const fetch = vi.fn(scriptedService().fetch);
  await clientOf({ fetch, arrivals: [] }).orders.get('o-1');
  expect(fetch.mock.contexts).toEqual([undefined]);
});

test('the global fetch is looked up at each call', async () => {
  const outlet = new OutletClient({ baseUrl: 'https://pos.example', accessToken: 'late' });
  const service = scriptedService();
  vi.stubGlobal('fetch', service.fetch);
  await outlet.orders.get('o-1');
  expect(service.arrivals).toHaveLength(1);
});
