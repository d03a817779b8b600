import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../../src/emulator/index.js';
import { rawRequest } from './running.js';

let emulator: Emulator;

beforeAll(async () => {
  emulator = await startEmulator({ port: 0, allowedHosts: ['emulator.internal'] });
});

afterAll(() => emulator.close());

const json = { 'content-type': 'application/json' };

const control = (url: string) => `${url}/control/v1/outlets/default`;

/** With `--host 0.0.0.0`, other machines use an IP address. No website can point an IP address at the emulator. */
test.each(['localhost', '127.0.0.1', '[::1]', '192.168.0.9', 'outlet.localhost', 'Emulator.Internal'])(
  'the dashboard and the API are open at %s',
  async (name) => {
    const { url } = emulator;
    const headers = { host: `${name}:${new URL(url).port}` };

    expect((await rawRequest(`${control(url)}/overview`, { headers })).status).toBe(200);
    expect((await rawRequest(`${url}/api/v1/channels`, { headers })).status).toBe(401);
  },
);

test.each([
  'attacker.example',
  '127.0.0.1.attacker.example',
  'localhost.attacker.example',
  '192.168.0.9.attacker.example',
])('the dashboard and the API reject the host %s', async (host) => {
  const { url } = emulator;

  for (const path of [
    '/dashboard/',
    '/control/v1/outlets',
    '/control/v1/outlets/default/overview',
    '/control/v1/events',
    '/api/v1/channels',
  ]) {
    expect((await rawRequest(url + path, { headers: { host } })).status).toBe(403);
  }
  const write = { method: 'POST', headers: { ...json, host }, body: '{}' };
  expect(await rawRequest(`${control(url)}/menu/publish`, write)).toEqual({
    status: 403,
    text: JSON.stringify({
      code: 403,
      message: `The emulator does not accept the host "${host}". Use localhost or an IP address, or start it with --allowed-host ${host}.`,
    }),
  });
});

test.each([
  ['another Origin', { origin: 'https://attacker.example' }],
  ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
  ['an opaque Origin', { origin: 'null' }],
  ['another scheme', { origin: 'https://127.0.0.1' }],
  ['a cross-site request', { 'sec-fetch-site': 'cross-site' }],
  ['a same-site request', { 'sec-fetch-site': 'same-site' }],
])('the control API rejects %s', async (_name, headers) => {
  const { url, fake } = emulator;
  const id = fake.orders.add().id;

  const write = { method: 'POST', headers: { ...json, ...headers }, body: '{}' };
  expect((await rawRequest(`${control(url)}/orders/${id}/cancel`, write)).status).toBe(403);
  expect((await rawRequest(`${control(url)}/board`, { headers })).status).toBe(403);
  expect(fake.orders.get(id)?.status).toBe('open');
});

test('the control API accepts the dashboard, and programs that send no Origin', async () => {
  const { url, fake } = emulator;
  const own = { origin: url, 'sec-fetch-site': 'same-origin' };

  for (const headers of [own, {}]) {
    const id = fake.orders.add().id;
    const write = { method: 'POST', headers: { ...json, ...headers }, body: '{}' };
    expect((await rawRequest(`${control(url)}/orders/${id}/cancel`, write)).status).toBe(200);
    expect(fake.orders.get(id)?.status).toBe('cancelled');
  }
});

test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json-patch+json', ''])(
  'the control API rejects a write of type %j',
  async (type) => {
    const { url, fake } = emulator;
    const id = fake.orders.add().id;
    const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };

    const write = { method: 'POST', headers, body: '{}' };
    expect((await rawRequest(`${control(url)}/orders/${id}/cancel`, write)).status).toBe(415);
    expect(fake.orders.get(id)?.status).toBe('open');
  },
);

test('a write without a body needs no type', async () => {
  const { url, fake } = emulator;
  for (const type of [undefined, 'application/x-www-form-urlencoded']) {
    const id = fake.orders.add().id;
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
    expect(
      (await rawRequest(`${control(url)}/orders/${id}/cancel`, { method: 'POST', headers })).status,
    ).toBe(200);
  }
});

test('the page can load nothing of other hosts, and cannot be embedded', async () => {
  const { dashboardUrl } = emulator;
  const { headers } = await fetch(dashboardUrl);

  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('cache-control')).toBe('no-cache');
});

test.each([
  '/dashboard/../package.json',
  '/dashboard/%2e%2e/package.json',
  '/dashboard/..%2f..%2fpackage.json',
])('the dashboard does not serve %s', async (path) => {
  const { url } = emulator;
  const { status, text } = await rawRequest(url + path);

  expect(status).toBe(404);
  expect(text).not.toContain('outlet-open-api');
});
