import { expect, test } from 'vitest';
import type { Emulator } from '../../../src/emulator/index.js';
import { authorized, control, openEmulator, rawRequest } from './running.js';

const foodie = { channelId: 'channel-foodie', partnerInfo: { partnerChannel: 'foodie', orderId: 'F-1' } };
const order = { ...foodie, items: [{ menuItemId: 'item-burger', quantity: 2 }] };

async function newest(emulator: Emulator) {
  const [summary] = await control(emulator, 'GET /requests');
  if (!summary) throw new Error('The log is empty.');
  return summary;
}

async function newestView(emulator: Emulator) {
  const { number } = await newest(emulator);
  return control(emulator, 'GET /requests/{id}', { id: String(number) });
}

async function post(emulator: Emulator, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${emulator.url}/api/v1/orders`, {
    method: 'POST',
    headers: { ...authorized(emulator), 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return response.json();
}

test.each([
  ['', 'undefined', 'The Authorization header is missing.'],
  ['bearer TOKEN', 'bearer … (252 characters)', 'The scheme is case-sensitive: write Bearer.'],
  [
    'Basic dXNlcg==',
    'Basic … (8 characters)',
    'The scheme of the Authorization header is Basic. Use Bearer.',
  ],
  ['TOKEN', '… (252 characters)', 'The Authorization header has no scheme.'],
  ['Bearer', 'Bearer', 'The token is empty.'],
  ['Bearer undefined', 'Bearer … (9 characters)', 'The token is the text undefined.'],
  [
    'Bearer START',
    'Bearer … (100 characters)',
    'it has 100 of the 252 characters of the token of Digital Ordering.',
  ],
  [
    'Bearer "TOKEN"',
    'Bearer … (254 characters)',
    'longer than the token of Digital Ordering: 254 characters instead of 252.',
  ],
  ['Bearer a.b.c', 'Bearer … (5 characters)', 'No API key of the emulator has this token.'],
])('the log says why the header %j gets a 401, without the token', async (header, shown, reason) => {
  const emulator = await openEmulator();
  const { token } = emulator.fake.key('digital-ordering');
  const authorization = header.replace('TOKEN', token).replace('START', token.slice(0, 100));
  await rawRequest(`${emulator.url}/api/v1/channels`, { headers: header === '' ? {} : { authorization } });

  const view = await newestView(emulator);
  expect(view.status).toBe(401);
  expect(view.reason).toContain(reason);
  expect(String(view.requestHeaders.authorization)).toBe(shown);
  expect(JSON.stringify(view)).not.toContain(token.slice(0, 100));
});

test('the log says that a key is revoked', async () => {
  const emulator = await openEmulator();
  emulator.fake.keys.revoke('digital-ordering');
  await post(emulator, order);

  expect((await newest(emulator)).reason).toMatch(/^The API key Digital Ordering is revoked\./);
});

test.each(['list', 'record'] as const)(
  'the reason of a 400 names the fields of a %s',
  async (fieldErrors) => {
    const emulator = await openEmulator({ fieldErrors });
    await post(emulator, { ...foodie, items: 'none' });

    expect(await newest(emulator)).toMatchObject({ status: 400, reason: 'items must be a list' });
  },
);

test('a response that is not JSON says so', async () => {
  const emulator = await openEmulator();
  emulator.fake.failNext({ fault: 'bad-gateway-html' });
  await fetch(`${emulator.url}/api/v1/channels`, { headers: authorized(emulator) });

  expect(await newest(emulator)).toMatchObject({
    status: 502,
    reason: 'The response body is not a JSON object.',
  });
});

test('a 404, a 409 and a 429 have their messages', async () => {
  const emulator = await openEmulator({ now: () => 1_800_000_000_250 });
  const headers = authorized(emulator);
  await fetch(`${emulator.url}/api/v1/orders/o-1`, { headers });
  const key = { 'idempotency-key': crypto.randomUUID() };
  await post(emulator, order, key);
  await post(emulator, { ...order, guestCount: 2 }, key);
  for (let count = 0; count < 3; count += 1) await fetch(`${emulator.url}/api/v1/channels`, { headers });

  const requests = await control(emulator, 'GET /requests');
  expect(requests.flatMap(({ status, reason }) => (reason ? [[status, reason]] : []))).toEqual([
    [429, 'Too many requests, retry after 1 s'],
    [409, 'The idempotency key was used with another request'],
    [404, 'Order not found'],
  ]);
});

test('a replay names the request that it repeats, and a POST its order', async () => {
  const emulator = await openEmulator();
  const key = { 'idempotency-key': crypto.randomUUID() };
  const { id } = await post(emulator, order, key);
  await post(emulator, order, key);

  const [replay, original] = await control(emulator, 'GET /requests');
  expect(original).toMatchObject({ isReplay: false, orderId: id });
  expect(original?.originalNumber).toBeUndefined();
  expect(replay).toMatchObject({ isReplay: true, originalNumber: original?.number, orderId: id });
});

test('a replay names the attempt that created its order, and not those that failed before it', async () => {
  const emulator = await openEmulator();
  const key = { 'idempotency-key': crypto.randomUUID() };
  emulator.fake.failNext({ fault: 'dropped-request' });
  emulator.fake.failNext({ fault: 'server-error' });
  await expect(post(emulator, order, key)).rejects.toThrow();
  for (let count = 0; count < 3; count += 1) await post(emulator, order, key);

  const [replay, original] = await control(emulator, 'GET /requests');
  expect([replay?.isReplay, original?.status]).toEqual([true, 201]);
  expect(replay?.originalNumber).toBe(original?.number);
});

test('a request is sent again, with its key or a new one, until its API key is revoked', async () => {
  const emulator = await openEmulator();
  const { id } = await post(emulator, order, { 'idempotency-key': crypto.randomUUID() });
  const { number, repetition } = await newestView(emulator);
  const sendAgain = async (isNewKey: boolean) => {
    await control(emulator, 'POST /requests/{id}/send', { id: String(number), body: { isNewKey } });
    return newestView(emulator);
  };

  expect(repetition).toBe('replayed');
  expect(await sendAgain(false)).toMatchObject({ status: 201, isReplay: true, orderId: id });
  const second = await sendAgain(true);
  expect(second).toMatchObject({ status: 201, isReplay: false });
  expect(second.orderId).not.toBe(id);
  emulator.fake.keys.revoke(emulator.fake.key('digital-ordering'));
  expect(await sendAgain(false)).toMatchObject({ status: 401, repetition: 'unauthorized' });
});

test('a request whose response was lost names the order that it created', async () => {
  const emulator = await openEmulator();
  emulator.fake.failNext({ fault: 'lost-response' });
  await expect(post(emulator, order, { 'idempotency-key': crypto.randomUUID() })).rejects.toThrow();
  const { id } = await post(emulator, order, { 'idempotency-key': crypto.randomUUID() });

  const requests = await control(emulator, 'GET /requests');
  const [first] = emulator.fake.orders.all().filter((created) => created.id !== id);
  expect(requests.map(({ status, orderId }) => [status, orderId])).toEqual([
    [201, id],
    [null, first?.id],
  ]);
  const { requests: ofOrder } = await control(emulator, 'GET /orders/{id}', { id });
  expect(ofOrder.map(({ number }) => number)).toEqual([2]);
});

test('orders that were created with the same reference are a finding, with their requests', async () => {
  const emulator = await openEmulator();
  const keys = [crypto.randomUUID(), crypto.randomUUID()];
  const ids: string[] = [];
  for (const key of keys) ids.push((await post(emulator, order, { 'idempotency-key': key })).id);
  const [first = '', second = ''] = ids;
  await post(emulator, { ...order, partnerInfo: { ...foodie.partnerInfo, orderId: 'F-2' } });
  // Staff can enter the reference of a receipt. Only keys create an order twice.
  emulator.fake.orders.add({ partnerInfo: foodie.partnerInfo });

  const { createdTwice, card } = await control(emulator, 'GET /orders/{id}', { id: first });
  expect(
    createdTwice.map(({ orderId, request }) => [orderId, request?.number, request?.idempotencyKey]),
  ).toEqual([
    [first, 1, keys[0]],
    [second, 2, keys[1]],
  ]);
  expect(card.isCreatedTwice).toBe(true);
  const { columns } = await control(emulator, 'GET /board');
  expect(columns[0]?.orders.map(({ isCreatedTwice }) => isCreatedTwice).sort()).toEqual([
    false,
    false,
    true,
    true,
  ]);
  const overview = await control(emulator, 'GET /overview');
  expect(overview.createdTwice).toEqual([{ orderId: second, title: 'F-1' }]);
});

test('a replay is one although its response was lost', async () => {
  const emulator = await openEmulator();
  const key = { 'idempotency-key': crypto.randomUUID() };
  const { id } = await post(emulator, order, key);
  emulator.fake.failNext({ fault: 'lost-response' });
  await expect(post(emulator, order, key)).rejects.toThrow();

  expect(await newest(emulator)).toMatchObject({ status: null, isReplay: true, orderId: id, remaining: 3 });
});

test.each([
  ['lost-response', 'replayed'],
  ['server-error-after-effect', 'replayed'],
  ['server-error', 'performed'],
  ['dropped-request', 'performed'],
  ['rate-limited', 'performed'],
] as const)('a POST that got the fault %s would be %s', async (fault, repetition) => {
  const emulator = await openEmulator();
  emulator.fake.failNext({ fault });
  await post(emulator, order, { 'idempotency-key': crypto.randomUUID() }).catch(() => {});

  expect(await newestView(emulator)).toMatchObject({ fault, repetition });
});

test('a POST whose idempotency key another request used would be rejected', async () => {
  const emulator = await openEmulator();
  const key = { 'idempotency-key': crypto.randomUUID() };
  await post(emulator, order, key);
  await post(emulator, { ...order, guestCount: 2 }, key);

  expect(await newestView(emulator)).toMatchObject({ status: 409, repetition: 'rejected' });
});

test('the requests of an order are not those of another order with the same reference', async () => {
  const emulator = await openEmulator();
  const { id } = await post(emulator, order);
  await post(emulator, order);

  const { requests } = await control(emulator, 'GET /orders/{id}', { id });
  expect(requests.map(({ number }) => number)).toEqual([1]);
});

test('a fault and a client that gives up are different reasons of no response', async () => {
  const emulator = await openEmulator();
  const headers = authorized(emulator);
  emulator.fake.failNext({ fault: 'lost-response' });
  await expect(fetch(`${emulator.url}/api/v1/channels`, { headers })).rejects.toThrow();
  emulator.fake.failNext({ fault: 'hang' });
  const aborter = new AbortController();
  const hanging = fetch(`${emulator.url}/api/v1/channels`, { headers, signal: aborter.signal });
  await emulator.fake.waitFor(() => emulator.fake.requests.length === 2);
  const waiting = await control(emulator, 'GET /requests', { query: '?status=waiting' });
  aborter.abort();
  await expect(hanging).rejects.toThrow('aborted');
  await emulator.fake.waitFor(async () => (await newest(emulator)).duration !== null);

  expect(waiting).toMatchObject([{ fault: 'hang', status: null }]);
  expect(waiting[0]?.reason).toBeUndefined();
  const ended = await control(emulator, 'GET /requests', { query: '?status=none' });
  expect(ended.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^The client closed the connection after \d+ ms, before the response\.$/),
    'The API responded with 200, but the fault lost-response broke the connection.',
  ]);
});

test('of two parallel requests, only the one with a fault in its header fails', async () => {
  const emulator = await openEmulator();
  const lost = post(emulator, order, { 'x-simulate-fault': 'lost-response' });
  const outcomes = await Promise.allSettled([lost, post(emulator, order)]);

  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(emulator.fake.orders.all()).toHaveLength(2);
  const [failed] = await control(emulator, 'GET /requests', { query: '?status=none' });
  expect(failed).toMatchObject({
    fault: 'lost-response',
    reason: 'The API responded with 201, but the fault lost-response broke the connection.',
  });
});

test('the reason of a lost response says what the API responded to an invalid request', async () => {
  const emulator = await openEmulator();
  emulator.fake.failNext({ fault: 'lost-response' });
  await expect(post(emulator, { ...order, items: [] })).rejects.toThrow();

  expect(await newest(emulator)).toMatchObject({
    status: null,
    reason: 'The API responded with 400, but the fault lost-response broke the connection.',
  });
});

test('a request outside of /api/v1 is in the log, and does not count as one of the API', async () => {
  const emulator = await openEmulator();
  await fetch(`${emulator.url}/orders?limit=1`, { method: 'OPTIONS' });

  expect(await newest(emulator)).toMatchObject({
    method: 'OPTIONS',
    path: '/orders?limit=1',
    status: 404,
    reason: 'The emulator has no /orders. The API is below /api/v1, and the dashboard at /dashboard/.',
  });
  // The base URL of a client was that of the dashboard.
  await fetch(`${emulator.dashboardUrl}api/v1/channels`);
  expect((await newest(emulator)).path).toBe('/dashboard/api/v1/channels');
  expect((await control(emulator, 'GET /overview')).requests.total).toBe(0);
});

test('each request is one line, with its reason', async () => {
  const lines: string[] = [];
  const emulator = await openEmulator({ log: (line) => lines.push(line) });
  await post(emulator, { ...foodie, items: 'none' });
  emulator.fake.failNext({ fault: 'server-error' });
  await fetch(`${emulator.url}/api/v1/channels`, { headers: authorized(emulator) });
  await fetch(`${emulator.url}/api/v1/channels?cursor=${'c'.repeat(41)}&page=2`, {
    headers: authorized(emulator),
  });

  expect(lines.map((line) => line.replace(/^\d\d:\d\d:\d\d {2}/, ''))).toEqual([
    'POST /api/v1/orders  400  items must be a list  Digital Ordering',
    'GET /api/v1/channels  500  fault: server-error  Internal server error  Digital Ordering',
    `GET /api/v1/channels?cursor=${'c'.repeat(24)}…&page=2  200  Digital Ordering`,
  ]);
});
