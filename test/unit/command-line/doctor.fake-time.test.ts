import { startEmulator } from 'outlet-open-api/emulator';
import {
  createFakeOutlet,
  type FakeFetch,
  type FakeOutlet,
  type FakeOutletOptions,
} from 'outlet-open-api/testing';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { inFakeTime } from '../../support/time/fake-time.js';
import { type Ended, run } from './run.js';

// In the middle of a second, because a `date` header has a precision of one second.
beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-05-01T12:00:00.500Z') }));

const statusOf = (response: Response, status: number) =>
  Response.json({ code: status, message: 'Changed by the test' }, { status, headers: response.headers });

/**
 * Creates an outlet with an order, which `doctor` checks. It allows more requests than one run sends.
 * @param change - Changes the responses to some paths.
 */
function outlet(
  change: (response: Response, path: string) => Response = (response) => response,
  options: FakeOutletOptions = {},
): FakeOutlet {
  const fake = createFakeOutlet({ empty: true, rateLimit: { requests: 50, interval: 1_000 }, ...options });
  fake.orders.add({ status: 'complete' });
  vi.stubGlobal('fetch', async (...request: Parameters<FakeFetch>) =>
    change(await fake.fetch(...request), new URL(String(request[0])).pathname),
  );
  vi.stubEnv('OUTLET_BASE_URL', fake.baseUrl);
  vi.stubEnv('OUTLET_ACCESS_TOKEN', fake.key('order-data').token);
  return fake;
}

const doctor = (options = '', isTTY = false): Promise<Ended> =>
  inFakeTime(() => run(`doctor ${options}`, undefined, isTTY));

/** Runs `doctor`, whose output must contain or match what is expected, and returns the output. */
async function expectDoctor(expectedCode: number, expected: string | RegExp): Promise<string> {
  const { code, stdout } = await doctor();
  expect(stdout).toMatch(expected);
  expect(code).toBe(expectedCode);
  return stdout;
}

/** Adds a `date` header with the time of this machine plus some seconds. */
const dated = (ahead: number) => (response: Response) => {
  response.headers.set('date', new Date(Date.now() + ahead * 1_000).toUTCString());
  return response;
};

const resources = [
  'GET /channels',
  'GET /menus',
  'GET /orders',
  'GET /orders/{id}',
  'GET /orders/{id}/action-log',
  'GET /orders/action-logs',
  'GET /inventory/goods-receipts',
];

test('passes if everything can be read, and only reads', async () => {
  const fake = outlet(dated(0));
  const { code, stdout, stderr } = await doctor();
  expect([code, stderr]).toEqual([0, '']);
  const lines = stdout.split('\n');
  expect(lines.slice(0, 4)).toEqual([
    expect.stringMatching(/^ok {4}Base URL: https:.*\/api\/v1 responded in \d+ ms\.$/),
    expect.stringMatching(/^ok {4}Clock: In sync with the API\.$/),
    'ok    Rate limit: The limit of the key is 50 requests per window.',
    'ok    Access token: The API accepts it.',
  ]);
  expect(lines.slice(4, 11).map((line) => line.replace(/:.*/, ''))).toEqual(
    resources.map((name) => `ok    ${name}`),
  );
  expect(stdout).toMatch(/\n\nAll checks passed\.\n$/);
  expect(stdout).not.toContain(fake.key('order-data').token);
  expect(fake.requests).toHaveLength(resources.length);
  expect(new Set(fake.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
});

test('prints one line of JSON with --json', async () => {
  const fake = outlet(dated(0));
  const { stdout } = await doctor('--json');
  expect(stdout.match(/\n/g)).toHaveLength(1);
  const result = JSON.parse(stdout);
  expect(result).toMatchObject({ ok: true, baseUrl: fake.baseUrl });
  expect(result.checks.map(({ check }: { check: string }) => check)).toEqual([
    ...['Base URL', 'Clock', 'Rate limit', 'Access token'],
    ...resources,
  ]);
});

describe('in a terminal', () => {
  async function lines(): Promise<string> {
    outlet((response, path) => (path.endsWith('/menus') ? statusOf(response, 403) : response)).failNext({
      path: '/channels',
      fault: 'server-error',
    });
    vi.stubEnv('TERM', 'xterm-256color');
    vi.stubEnv('CI', undefined);
    return (await doctor('', true)).stdout;
  }

  test('the results have colors', async () => {
    vi.stubEnv('NO_COLOR', undefined);
    vi.stubEnv('FORCE_COLOR', undefined);
    const stdout = await lines();
    expect(stdout).toContain('\u001b[32mok  \u001b[39m  Base URL: ');
    expect(stdout).toContain('\u001b[33mwarn\u001b[39m  GET /menus: ');
    expect(stdout).toContain('\u001b[31mfail\u001b[39m  GET /channels: ');
  });

  test('NO_COLOR prevents colors', async () => {
    vi.stubEnv('NO_COLOR', '1');
    vi.stubEnv('FORCE_COLOR', undefined);
    expect(await lines()).not.toContain('\u001b');
  });
});

describe('the base URL', () => {
  test.each([
    ['text/html', 200, 'returned an HTML page, with status 200. Use the URL of the API, not'],
    ['text/html', 404, 'returned an HTML page'],
    ['text/html', 503, 'It comes from a gateway or proxy in front of the API.'],
    ['text/plain', 404, 'has no API: it returned 404. Use the URL in front of'],
    ['text/plain', 308, 'redirects, with status 308'],
  ])('of %s with status %i fails, and nothing else is checked', async (type, status, message) => {
    const fake = outlet(
      () => new Response('<h1>Welcome</h1>', { status, headers: { 'content-type': type } }),
    );
    const stdout = await expectDoctor(1, /^fail {2}Base URL: /);
    expect(stdout).toContain(message);
    expect(stdout).toMatch(/\n\n1 check failed\.\n$/);
    expect(fake.requests.length).toBeLessThan(3);
  });

  test.each([
    [{ code: 'ENOTFOUND' }, 'was not found. Check the URL, and the DNS'],
    [{ code: 'ECONNREFUSED' }, 'Nothing listens on'],
    [{ code: 'CERT_HAS_EXPIRED' }, 'TLS certificate'],
    [{ code: 'ERR_TLS_HANDSHAKE_TIMEOUT' }, 'did not respond in time'],
    [{ code: 'EPROTO' }, 'does not respond with TLS'],
    [{ code: 'UND_ERR_CONNECT_TIMEOUT' }, 'did not respond in time'],
    [{ code: 'UND_ERR_SOCKET' }, 'closed the connection'],
    [{ code: 'OTHER' }, 'The connection to'],
  ])('fails because of %j', async (fault, message) => {
    outlet();
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('the cause'), fault) });
    });
    await expectDoctor(1, message);
  });

  test('can be an option', async () => {
    const { baseUrl } = outlet();
    vi.stubEnv('OUTLET_BASE_URL', '');
    expect(await doctor(`--base-url ${baseUrl}`)).toMatchObject({ code: 0 });
  });

  test('can use plain HTTP with --allow-insecure-http', async () => {
    const { baseUrl, fetch } = outlet();
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      fetch(url.replace('http://pos.example', baseUrl), init),
    );
    expect(await doctor('--base-url http://pos.example --allow-insecure-http')).toMatchObject({ code: 0 });
  });

  test.each([
    ['', 'fail  Base URL: The URL is missing: set OUTLET_BASE_URL.'],
    ['pos.example', 'fail  Base URL: The URL must be an HTTP(S) URL, such as https://pos.example.'],
    ['http://pos.example', 'over plain HTTP, add --allow-insecure-http.'],
  ])('%j is invalid', async (url, message) => {
    outlet();
    vi.stubEnv('OUTLET_BASE_URL', url);
    await expectDoctor(1, message);
  });
});

test.each([
  [60, /^warn {2}Clock: The clock of this machine is 60 s behind the API\./m],
  [-60, /^warn {2}Clock: The clock of this machine is 60 s ahead of the API\./m],
  [3, /^ok {4}Clock: /m],
])('compares a clock that differs by %i s', async (ahead, line) => {
  outlet(dated(ahead));
  expect(await doctor()).toMatchObject({ code: 0, stdout: expect.stringMatching(line) });
});

test('warns if the responses have no rate limit headers', async () => {
  outlet(undefined, { rateLimit: false });
  const stdout = await expectDoctor(0, 'warn  Rate limit: The responses have no valid');
  expect(stdout).toMatch(/\n\n1 warning\.\n$/);
});

test('warns if another program uses up the rate limit', async () => {
  outlet().failNext({ path: '/menus', fault: 'rate-limited' });
  const stdout = await expectDoctor(0, 'warn  Rate limit: The API returned 429.');
  expect(stdout).toContain('warn  GET /menus: GET /menus failed with 429');
});

describe('the token', () => {
  test('fails if it is missing or has another form', async () => {
    outlet();
    vi.stubEnv('OUTLET_ACCESS_TOKEN', '');
    expect(await doctor()).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('fail  Access token: The token is missing: set OUTLET_ACCESS_TOKEN.'),
    });
    vi.stubEnv('OUTLET_ACCESS_TOKEN', 'Bearer abc.def.ghi');
    expect((await doctor()).stdout).toContain('The token must be the token alone');
  });

  test('fails if the API rejects it everywhere', async () => {
    const fake = outlet();
    fake.keys.revoke('order-data');
    const stdout = await expectDoctor(1, 'fail  Access token: The API rejected the token');
    expect(stdout).toContain('skip  GET /menus: Not checked, because the API rejected the token.');
    expect(stdout).toMatch(/\n1 check failed/);
    expect(stdout).not.toContain(fake.key('order-data').token);
  });

  test('says if it is not a whole JWT', async () => {
    const fake = outlet();
    vi.stubEnv('OUTLET_ACCESS_TOKEN', fake.key('order-data').token.split('.')[0] ?? '');
    expect((await doctor()).stdout).toContain('It does not have the three parts of a JWT.');
  });

  test.each([
    ['server-error', 'fail'],
    ['rate-limited', 'warn'],
  ] as const)('is not accepted if every request gets the fault %s', async (fault, result) => {
    outlet().failNext({ fault, times: 10 });
    const stdout = await expectDoctor(1, /^fail {2}Access token: No request succeeded/m);
    expect(stdout).toMatch(new RegExp(`^${result} {2}GET /channels: `, 'm'));
  });

  test('fails if it has access to nothing', async () => {
    outlet((response) => statusOf(response, 403));
    await expectDoctor(1, 'fail  Access token: The key has access to nothing');
  });
});

describe('a resource', () => {
  test.each([401, 403])(
    'that responds with %i warns, and names the use cases that need it',
    async (status) => {
      outlet((response, path) => (path.endsWith('/menus') ? statusOf(response, status) : response));
      const message = `warn  GET /menus: ${status}. The key has no access. Digital Ordering and Inventory Management need it.`;
      await expectDoctor(0, message);
    },
  );

  test('that responds with 404 warns', async () => {
    const isOne = (path: string) => /\/orders\/[^/]+$/.test(path) && !path.endsWith('/action-logs');
    outlet((response, path) =>
      isOne(path) || path.endsWith('/goods-receipts') ? statusOf(response, 404) : response,
    );
    const stdout = await expectDoctor(
      0,
      'warn  GET /orders/{id}: 404. The API may hide this order from the key',
    );
    expect(stdout).toContain('warn  GET /inventory/goods-receipts: 404. The API does not have');
    expect(stdout).toContain('ok    GET /orders/action-logs');
  });

  test('that responds with 500 fails', async () => {
    outlet().failNext({ path: '/menus', fault: 'server-error' });
    await expectDoctor(1, /^fail {2}GET \/menus: GET \/menus failed with 500/m);
  });

  test('cannot control the terminal with its message', async () => {
    const body = { code: 400, message: 'Bad\u001b[2J\nok    Access token' };
    outlet((response, path) => (path.endsWith('/menus') ? Response.json(body, { status: 400 }) : response));
    const { stdout } = await doctor();
    expect(stdout).toContain('warn  GET /menus: GET /menus failed with 400: Bad\ufffd[2J ok Access token.');
  });

  test('with a list whose range is too long for the API fails, and names the option', async () => {
    const fake = outlet();
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      const { searchParams } = new URL(url);
      const length = Date.parse(searchParams.get('to') ?? '') - Date.parse(searchParams.get('from') ?? '');
      if (length !== 31 * 86_400_000) return fake.fetch(url, init);
      return Response.json({ code: 400, message: 'Less than 31 days' }, { status: 400 });
    });
    await expectDoctor(1, /^fail {2}GET \/orders: .* Less than 31 days.* set --max-range-days\.$/m);
    const { code, stdout } = await doctor('--max-range-days 30');
    expect(stdout).toContain('ok    GET /orders: Readable');
    expect(code).toBe(0);
  });

  test('of an order is skipped if there are no orders', async () => {
    outlet().reset();
    await expectDoctor(0, 'skip  GET /orders/{id}: Not checked');
  });

  test('that would never end fails, and the other checks continue', async () => {
    let page = 0;
    outlet((response, path) => {
      if (!path.endsWith('/channels')) return response;
      page += 1;
      return Response.json({ data: [{ id: 'c' }], next: `c${page}` }, { headers: response.headers });
    });
    const stdout = await expectDoctor(1, /^fail {2}GET \/channels: .* --cursor-param/m);
    expect(stdout).toContain('ok    GET /orders:');
  });

  test('that differs from its documentation warns', async () => {
    outlet((response, path) => (path.endsWith('/channels') ? Response.json([{ id: 7 }]) : response));
    expect((await doctor()).stdout).toMatch(/^warn {2}Response: The response of channels\.list differs/m);
  });
});

describe('an emulator', () => {
  async function emulator() {
    vi.useRealTimers();
    const { url, fake, close } = await startEmulator({
      port: 0,
      rateLimit: { requests: 50, interval: 1_000 },
    });
    onTestFinished(close);
    vi.stubEnv('OUTLET_BASE_URL', url);
    vi.stubEnv('OUTLET_ACCESS_TOKEN', fake.key('order-data').token);
    return { url, fake };
  }

  test('fails if the base URL is that of its dashboard', async () => {
    const { url } = await emulator();
    const { code, stdout } = await run(`doctor --base-url ${url}/dashboard`);
    expect([code, stdout]).toEqual([
      1,
      `fail  Base URL: ${url}/dashboard/api/v1 has no API: it returned 404. Use the URL in front of /api/v1.\n\n1 check failed.\n`,
    ]);
  });

  test.each([
    [60_000, '60 s'],
    [47 * 3_600_000, '47 hours'],
    [48 * 3_600_000, '2 days'],
  ])('passes if its clock has been moved ahead by %i ms', async (duration, text) => {
    const { fake } = await emulator();
    fake.clock.advance(duration);
    const { code, stdout } = await run('doctor');
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining(`ok    Clock: The clock of the emulator has been moved ahead by ${text}.\n`),
    ]);
  });

  test('passes if its clock is held', async () => {
    const { fake } = await emulator();
    fake.clock.hold();
    vi.setSystemTime(Date.now() + 60_000);
    const { code, stdout } = await run('doctor');
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('ok    Clock: The clock of the emulator is held.\n'),
    ]);
  });
});

test('passes if each response takes four seconds', async () => {
  const fake = outlet();
  vi.stubGlobal('fetch', async (...request: Parameters<FakeFetch>) => {
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    return fake.fetch(...request);
  });
  await expectDoctor(0, /All checks passed/);
});

test('rejects a list option for a list that does not exist', async () => {
  const fake = outlet();
  const { code, stderr } = await doctor('--cursor-param order=after');
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/^--cursor-param order=after names no list\. The lists are .*orders/),
  ]);
  expect(fake.requests).toEqual([]);
});

describe('an API that does not respond', () => {
  const hang = (_url: string, { signal }: RequestInit) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });

  test('is left with the code of the signal if the command is interrupted', async () => {
    outlet();
    const interruption = new AbortController();
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      const response = hang(url, init);
      interruption.abort({ exitCode: 130 });
      return response;
    });
    const ended = await inFakeTime(() => run('doctor', interruption.signal));
    expect(ended).toEqual({ code: 130, stdout: '', stderr: 'Interrupted.\n' });
  });

  test('fails after ten seconds', async () => {
    outlet();
    vi.stubGlobal('fetch', hang);
    const begin = performance.now();
    await expectDoctor(1, 'did not respond in time');
    expect(performance.now() - begin).toBe(10_000);
  });
});
