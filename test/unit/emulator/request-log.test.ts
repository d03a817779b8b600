import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createEmulatorState } from '../../../src/emulator/control/emulator-state.js';
import { type Emulator, startEmulator } from '../../../src/emulator/index.js';
import { control } from './running.js';

let emulator: Emulator;
let token: string;
let idempotencyKey: string;
/** Half a second after a window began. */
let now: number;

beforeAll(async () => {
  emulator = await startEmulator({ port: 0, now: () => 1_800_000_000_500 });
  token = emulator.fake.key('digital-ordering').token;
});

// Faster than a reset: each test has its own windows and idempotency key.
beforeEach(async () => {
  emulator.fake.clock.advance(61_000);
  now = emulator.fake.clock.now();
  idempotencyKey = crypto.randomUUID();
  await control(emulator, 'DELETE /requests');
});

afterAll(() => emulator.close());

async function call(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${emulator.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: body ? JSON.stringify(body) : null,
  });
  return response.text();
}

const order = {
  channelId: 'channel-foodie',
  partnerInfo: { partnerChannel: 'foodie', orderId: "F-1's" },
  items: [{ menuItemId: 'item-burger', quantity: 2 }],
};

/** Returns the newest request of the log. */
async function newest(outletId = 'default') {
  const [summary] = await control(emulator, 'GET /requests', { outletId });
  return control(emulator, 'GET /requests/{id}', { outletId, id: String(summary?.number) });
}

test('a request is listed with its key, window and bodies, and without its token', async () => {
  const responseBody = await call('POST', '/orders', order, { 'idempotency-key': idempotencyKey });
  const request = await newest();

  expect(request).toMatchObject({
    method: 'POST',
    path: '/orders',
    status: 201,
    keyLabel: 'Digital Ordering',
    idempotencyKey,
    isReplay: false,
    windowEnd: new Date(now + 500).toISOString(),
    remaining: 4,
    requestBody: JSON.stringify(order),
    responseBody,
    isResponseCut: false,
  });
  expect(request.requestHeaders.authorization).toBe(`Bearer … (${token.length} characters)`);
  expect(JSON.stringify(request)).not.toContain(token);
});

test('a repeated idempotency key is a replay, and a fault has its name', async () => {
  await call('POST', '/orders', order, { 'idempotency-key': idempotencyKey });
  await call('POST', '/orders', order, { 'idempotency-key': idempotencyKey });
  emulator.fake.failNext({ fault: 'lost-response' });
  await call('GET', '/channels').catch(() => {});

  const list = await control(emulator, 'GET /requests');
  expect(list.map(({ method, status, isReplay, fault }) => [method, status, isReplay, fault])).toEqual([
    ['GET', null, false, 'lost-response'],
    ['POST', 201, true, undefined],
    ['POST', 201, false, undefined],
  ]);
  const replays = await control(emulator, 'GET /requests', { query: '?kind=replay' });
  expect(replays.map(({ number }) => number)).toEqual([list[1]?.number]);
});

test('the requests that match can be exported as an HTTP archive, without the token', async () => {
  await call('GET', '/channels?status=x');
  const responseBody = await call('POST', '/orders', order, { 'idempotency-key': idempotencyKey });
  emulator.fake.failNext({ fault: 'lost-response' });
  await call('POST', '/orders', order, { 'idempotency-key': idempotencyKey }).catch(() => {});

  const { log } = await control(emulator, 'GET /requests/har', { query: '?method=POST' });
  expect(log).toMatchObject({
    version: '1.2',
    entries: [
      { response: { status: 0 }, comment: expect.stringContaining('lost-response') },
      {
        startedDateTime: new Date(now).toISOString(),
        request: {
          method: 'POST',
          url: `${emulator.url}/api/v1/orders`,
          headers: expect.arrayContaining([{ name: 'idempotency-key', value: idempotencyKey }]),
          postData: { mimeType: 'application/json', text: JSON.stringify(order) },
        },
        response: { status: 201, content: { mimeType: 'application/json', text: responseBody } },
      },
    ],
  });
  expect(JSON.stringify(log)).not.toContain(token);
  const all = await control(emulator, 'GET /requests/har');
  expect(all.log.entries[2]).toMatchObject({
    request: { queryString: [{ name: 'status', value: 'x' }] },
    response: { status: 200 },
  });
});

test.each([
  ['status=4xx', ['/nowhere']],
  ['status=none', []],
  ['key=digital-ordering', ['/nowhere', '/channels', '/orders']],
  ['key=order-data', []],
  ['search=F-1', ['/orders']],
  ['method=get', ['/nowhere', '/channels']],
  ['limit=1', ['/nowhere']],
])('the filter %s', async (query, paths) => {
  await call('POST', '/orders', order, { 'idempotency-key': idempotencyKey });
  await call('GET', '/channels');
  await call('GET', '/nowhere');

  const list = await control(emulator, 'GET /requests', { query: `?${query}` });
  expect(list.map(({ path }) => path)).toEqual(paths);
});

test('the log keeps the first 64 KB of each body', async () => {
  const ids = Array.from({ length: 3_000 }, (_, index) => `table-${index + 10_000}`);
  emulator.fake.channels.add(...ids.map((id) => ({ id, type: 'dine-in' })));
  emulator.fake.channels.publish();
  const whole = await call('GET', '/channels');
  const { responseBody, isResponseCut } = await newest();

  expect(isResponseCut).toBe(true);
  expect(responseBody).toBe(whole.slice(0, 65_536));
});

test.each([
  [{ outletIds: ['outlet-2'] }, [4, 3]],
  [{ outletIds: ['outlet-2', undefined] }, [6, 4, 3]],
  [{ path: '/orders/{id}' }, [3, 2]],
  [{ path: '/orders/o-2' }, [3]],
  [{ path: '/ordrs' }, [4]],
  [{ path: '/orders' }, [1]],
  [{ after: 2 }, [6, 5, 4, 3]],
])('the log knows the outlet, path and number of a request: %j', (filter, numbers) => {
  const { fake, requests } = createEmulatorState({ empty: true });
  const other = fake.addOutlet({ outletId: 'outlet-2', empty: true });
  const add = (path: string, { token }: { token: string }) => {
    const headers = { authorization: `Bearer ${token}` };
    const request = new Request(`http://127.0.0.1${path}`, { headers });
    requests.add({ request, body: Buffer.alloc(0), isTooLarge: false }).end();
  };
  add('/api/v1/orders?cursor=c', fake.key('digital-ordering'));
  add('/api/v1/orders/o-1', fake.key('order-data'));
  add('/api/v1/orders/o-2', other.key('order-data'));
  add('/api/v1/ordrs', other.key('order-data'));
  add('/orders', fake.key('order-data'));
  add('/api/v1/channels', { token: 'unknown' });

  expect(requests.list(filter).map(({ number }) => number)).toEqual(numbers);
});

test('the log knows the key and the order of an added outlet', async () => {
  const other = emulator.fake.addOutlet({ empty: true });
  const { id } = other.orders.add({});
  const { token, label } = other.key('order-data');
  await call('GET', `/orders/${id}`, undefined, { authorization: `Bearer ${token}` });

  expect(await newest(other.outletId)).toMatchObject({
    outletId: other.outletId,
    keyLabel: label,
    orderId: id,
  });

  other.keys.revoke('order-data');
  await call('GET', '/channels', undefined, { authorization: `Bearer ${token}` });
  expect((await newest(other.outletId)).reason).toMatch(/^The API key Order Data is revoked\./);
});

test.each([
  ['2,000 requests', 1, 2_000],
  ['32 MB', 64 * 1_024, 496],
])('the log keeps the newest %s', (_name, size, kept) => {
  const { requests } = createEmulatorState({ empty: true });
  const body = Buffer.alloc(size, 'x');
  for (let count = 0; count < kept + 3; count += 1) {
    const request = new Request('http://127.0.0.1/api/v1/orders');
    requests.add({ request, body, isTooLarge: false }).end();
  }

  const numbers = requests.list({}).map(({ number }) => number);
  expect(numbers).toEqual(Array.from({ length: kept }, (_, index) => kept + 3 - index));
  expect(requests.find(3)).toBeUndefined();
  expect(requests.find(4)?.requestBody).toBe(body.toString());
});

test('the rate limit counts what each window allowed and rejected', async () => {
  for (let count = 0; count < 7; count += 1) await call('GET', '/channels');
  emulator.fake.clock.advance(2_000);
  await call('GET', '/channels');

  const { limit, interval, windows, keys } = await control(emulator, 'GET /rate-limit');
  expect({ limit, interval, count: windows.length }).toEqual({ limit: 5, interval: 1_000, count: 60 });
  expect(windows.at(-1)).toBe(new Date(now + 1_500).toISOString());
  const key = keys.find(({ label }) => label === 'Digital Ordering');
  expect(key?.allowed.slice(-3)).toEqual([5, 0, 1]);
  expect(key?.rejected.slice(-3)).toEqual([2, 0, 0]);
  const { requests } = await control(emulator, 'GET /overview');
  expect(requests).toEqual({ total: 8, failed: 0, rejected: 2 });

  await control(emulator, 'DELETE /requests');
  expect(await control(emulator, 'GET /requests')).toEqual([]);
  expect(await control(emulator, 'GET /rate-limit')).toEqual({ limit, interval, windows, keys });

  emulator.fake.clock.advance(61_000);
  const later = await control(emulator, 'GET /overview');
  expect(later.requests).toEqual({ total: 0, failed: 0, rejected: 0 });
});

test('the curl command sends the same request', async () => {
  await call('POST', '/orders', order, { 'idempotency-key': idempotencyKey });
  const { again, withNewKey, responseBody } = await newest();
  expect(again?.curl).not.toContain(token);

  expect(await shell(again?.curl)).toBe(responseBody);
  expect((await newest()).isReplay).toBe(true);

  await shell(withNewKey?.curl);
  const { idempotencyKey: newKey, isReplay, status } = await newest();
  expect({ isReplay, status }).toEqual({ isReplay: false, status: 201 });
  expect(newKey).toMatch(/^[0-9a-f-]{36}$/);
  expect(newKey).not.toBe(idempotencyKey);
});

async function shell(command = ''): Promise<string> {
  const env = { ...process.env, OUTLET_ACCESS_TOKEN: token };
  return (await promisify(execFile)('sh', ['-c', `${command} -s`], { env })).stdout;
}

const range = 'from=2026-01-01T00%3A00%3A00.000Z&to=2026-01-02T00%3A00%3A00.000Z';
const rangeLiteral = "{ from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z' }";

test.each([
  ['GET', '/channels', undefined, 'await outlet.channels.list();'],
  ['GET', '/menus?channelType=dine-in', undefined, "await outlet.menus.get({ channelType: 'dine-in' });"],
  ['GET', '/orders/o%201', undefined, "await outlet.orders.get('o 1');"],
  ['GET', '/orders/o-1/action-log', undefined, "await outlet.actionLogs.forOrder('o-1');"],
  [
    'PUT',
    '/orders/o-1',
    { status: 'cancelled' },
    "await outlet.orders.update('o-1', { status: 'cancelled' });",
  ],
  [
    'GET',
    `/orders?${range}&cursor=abc`,
    undefined,
    `for await (const entry of outlet.orders.list(${rangeLiteral})) console.log(entry);`,
  ],
  [
    'GET',
    `/orders/action-logs?${range}&limit=5`,
    undefined,
    `for await (const entry of outlet.actionLogs.list(${rangeLiteral}, { query: { limit: '5' } })) console.log(entry);`,
  ],
  [
    'POST',
    '/orders/reservations',
    { table: 4 },
    "await outlet.request({ method: 'POST', path: '/orders/reservations', body: { table: 4 } });",
  ],
  [
    'PUT',
    '/outlet',
    { name: 'A' },
    "await outlet.request({ method: 'PUT', path: '/outlet', body: { name: 'A' } });",
  ],
])('the SDK code of %s %s', async (method, path, body, code) => {
  await call(method, path, body);

  expect((await newest()).again?.sdk).toBe(code);
});

test('the SDK code of an order has its idempotency key', async () => {
  await call('POST', '/orders', order, { 'idempotency-key': idempotencyKey });

  expect((await newest()).again?.sdk).toBe(`await outlet.orders.create({
  channelId: 'channel-foodie',
  partnerInfo: { partnerChannel: 'foodie', orderId: "F-1's" },
  items: [ { menuItemId: 'item-burger', quantity: 2 } ]
}, { idempotencyKey: '${idempotencyKey}' });`);
  expect((await newest()).withNewKey?.sdk).toMatch(/quantity: 2 \} \]\n\}\);$/);
});

test('a request with a body above 64 KB cannot be sent again from the log', async () => {
  await call('POST', '/orders', { ...order, notes: 'x'.repeat(64 * 1_024) });

  const { isRequestCut, again, withNewKey } = await newest();
  expect({ isRequestCut, again, withNewKey }).toEqual({ isRequestCut: true });
});

test('a request that the SDK cannot send has no code', async () => {
  await call('GET', '/orders/%ff');
  expect((await newest()).again?.sdk).toBeUndefined();
});

test('an order lists the requests that mention it, newest first', async () => {
  const partnerInfo = { partnerChannel: 'foodie', orderId: 'F-10' };
  const created: { id: string } = JSON.parse(await call('POST', '/orders', { ...order, partnerInfo }));
  const reference = { partnerChannel: 'foodie', orderId: 'F-1' };
  const { id }: { id: string } = JSON.parse(
    await call('POST', '/orders', { ...order, partnerInfo: reference }),
  );
  await call('GET', `/orders/${id}`);
  await call('GET', `/orders/${created.id}`);
  await call('GET', `/orders/${id}0`);
  const { requests } = await control(emulator, 'GET /orders/{id}', { id });
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `GET /orders/${id}`,
    'POST /orders',
  ]);
});
