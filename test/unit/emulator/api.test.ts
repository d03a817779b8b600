import { get, type IncomingMessage } from 'node:http';
import { OutletClient } from 'outlet-open-api';
import type { FaultKind } from 'outlet-open-api/testing';
import { expect, test } from 'vitest';
import type { Emulator } from '../../../src/emulator/index.js';
import { authorized, control, openEmulator, rawRequest } from './running.js';

test('an order of the client is an order of the outlet', async () => {
  const { url, fake } = await openEmulator();
  const outlet = new OutletClient({ baseUrl: url, accessToken: fake.key('digital-ordering').token });

  const { id } = await outlet.orders.create({
    channelId: 'channel-foodie',
    partnerInfo: { partnerChannel: 'foodie', orderId: 'F-1' },
    items: [{ menuItemId: fake.menus.all()[0]?.id ?? '', quantity: 2 }],
  });
  fake.orders.complete(id);

  expect(await outlet.orders.get(id)).toMatchObject({ id, status: 'complete' });
});

test('responses state the window of the rate limit, and the sixth request of a window gets a 429', async () => {
  const emulator = await openEmulator({ now: () => 1_800_000_000_250 });
  const headers = authorized(emulator);
  const responses = [];
  for (let count = 0; count < 6; count += 1) {
    responses.push(await fetch(`${emulator.url}/api/v1/channels`, { headers }));
  }

  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  expect(responses.map((response) => response.headers.get('x-ratelimit-remaining'))).toEqual([
    '4',
    '3',
    '2',
    '1',
    '0',
    '0',
  ]);
  expect(responses[0]?.headers.get('x-ratelimit-reset')).toBe(new Date(1_800_000_001_000).toISOString());
});

test('the date of a response is on the clock of the outlet', async () => {
  const emulator = await openEmulator({ now: () => 1_800_000_000_000 });
  emulator.fake.clock.advance(3_600_000);

  const response = await fetch(`${emulator.url}/api/v1/channels`, { headers: authorized(emulator) });

  expect(response.headers.get('date')).toBe(new Date(1_800_003_600_000).toUTCString());
});

test('the API accepts any Origin', async () => {
  const emulator = await openEmulator();
  const headers = { ...authorized(emulator), origin: 'https://app.example' };

  expect(await rawRequest(`${emulator.url}/api/v1/channels`, { headers })).toMatchObject({ status: 200 });
});

test('a body above 10 MB gets a 413, and the log keeps none of it', async () => {
  const emulator = await openEmulator();
  const headers = { ...authorized(emulator), 'content-type': 'application/json' };
  const body = 'x'.repeat(10 * 1_024 * 1_024 + 1);

  expect(await rawRequest(`${emulator.url}/api/v1/orders`, { method: 'POST', headers, body })).toEqual({
    status: 413,
    text: '{"code":413,"message":"The body is larger than 10 MB, which is the limit of the emulator."}',
  });
  expect(await control(emulator, 'GET /requests')).toMatchObject([
    {
      path: '/orders',
      status: 413,
      reason: 'The body is larger than 10 MB, which is the limit of the emulator.',
    },
  ]);
  expect(emulator.fake.requests).toEqual([]);
  const publish = `${emulator.url}/control/v1/outlets/default/menu/publish`;
  expect(await rawRequest(publish, { method: 'POST', headers, body })).toMatchObject({ status: 413 });
});

test('a method that the API does not have gets the error of the API', async () => {
  const emulator = await openEmulator();
  const url = `${emulator.url}/api/v1/channels`;

  expect(await rawRequest(url, { method: 'DELETE', headers: authorized(emulator) })).toMatchObject({
    status: 405,
  });
  expect(await rawRequest(url, { method: 'TRACE', headers: authorized(emulator) })).toMatchObject({
    status: 400,
  });
});

test('the latency comes before the request has an effect', async () => {
  const emulator = await openEmulator({ latency: 60_000 });
  await abortAfterArrival(emulator);
  expect(emulator.fake.requests).toEqual([]);
});

interface Outcome {
  readonly status?: number | undefined;
  readonly body?: string;
  readonly code?: string | undefined;
}

/** Each fault as `node:http` sees it. */
const outcomes: readonly [fault: FaultKind, outcome: (whole: string) => Outcome][] = [
  ['lost-response', () => ({ code: 'ECONNRESET' })],
  ['dropped-request', () => ({ code: 'ECONNRESET' })],
  [
    'cut-body',
    (whole) => ({ status: 200, body: whole.slice(0, Math.ceil(whole.length / 2)), code: 'ECONNRESET' }),
  ],
  ['slow-body', (whole) => ({ status: 200, body: whole })],
  ['empty-body', () => ({ status: 200, body: '' })],
  ['invalid-json', (whole) => ({ status: 200, body: whole.slice(0, -1) })],
  ['bad-gateway-html', () => ({ status: 502, body: expect.stringContaining('<html>') })],
];

test('faults over the wire', async () => {
  const emulator = await openEmulator({ rateLimit: false });
  const url = `${emulator.url}/api/v1/channels`;
  const { text } = await rawRequest(url, { headers: authorized(emulator) });

  for (const [fault, outcome] of outcomes) {
    emulator.fake.failNext({ path: '/channels', fault, delay: 20 });
    expect({ fault, ...(await exchange(url, authorized(emulator))) }).toEqual({ fault, ...outcome(text) });
    // The next request has no fault.
    expect(await exchange(url, authorized(emulator))).toEqual({ status: 200, body: text });
  }
});

function exchange(url: string, headers: Record<string, string>): Promise<Outcome> {
  return new Promise((resolve) => {
    const code = (error: NodeJS.ErrnoException) => error.code;
    const sent = get(url, { headers, agent: false }, (response: IncomingMessage) => {
      const status = response.statusCode;
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status, body }));
      response.on('error', (error) => resolve({ status, body, code: code(error) }));
    });
    sent.on('error', (error) => resolve({ code: code(error) }));
  });
}

test('a request that hangs ends when its client aborts it', async () => {
  const emulator = await openEmulator();
  emulator.fake.failNext({ fault: 'hang' });
  await abortAfterArrival(emulator);
  expect(emulator.fake.requests).toHaveLength(1);
});

/** Sends a request, aborts it while it waits for its response, and waits until the log knows that it has ended. */
async function abortAfterArrival(emulator: Emulator): Promise<void> {
  const aborter = new AbortController();
  const headers = authorized(emulator);
  const response = fetch(`${emulator.url}/api/v1/channels`, { headers, signal: aborter.signal });
  const newest = async () => (await control(emulator, 'GET /requests'))[0];
  await emulator.fake.waitFor(async () => (await newest()) !== undefined);
  aborter.abort();
  await expect(response).rejects.toThrow('aborted');
  await emulator.fake.waitFor(async () => typeof (await newest())?.duration === 'number');
}
