import { expect, test } from 'vitest';
import { startEmulator } from '../../../src/emulator/index.js';
import { VERSION } from '../../../src/version.js';
import { openServer } from '../../support/services/open-server.js';
import { authorized, openEmulator, rawRequest } from './running.js';

test('the emulator names its URLs, and reports its health and its clock to any host', async () => {
  const { url, dashboardUrl, fake } = await openEmulator();
  fake.clock.advance(3_600_000);

  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(dashboardUrl).toBe(`${url}/dashboard/`);
  const { status, text } = await rawRequest(`${url}/healthz`, { headers: { host: 'emulator:4010' } });
  expect({ status, body: JSON.parse(text) }).toEqual({
    status: 200,
    body: {
      status: 'ok',
      program: 'outlet-open-api emulator',
      version: VERSION,
      clockAheadBy: 3_600_000,
      isClockHeld: false,
    },
  });
});

test('the start page is the dashboard', async () => {
  const { url, dashboardUrl } = await openEmulator();
  const response = await fetch(url, { redirect: 'manual' });

  expect(response.status).toBe(302);
  expect(new URL(response.headers.get('location') ?? '', url).href).toBe(dashboardUrl);
});

test('an unknown path gets an error that names the paths', async () => {
  const { url } = await openEmulator();
  const response = await fetch(`${url}/orders`);

  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({
    code: 404,
    message: 'The emulator has no /orders. The API is below /api/v1, and the dashboard at /dashboard/.',
  });
});

test('two emulators have different ports, and their own data', async () => {
  const [one, other] = [await openEmulator(), await openEmulator()];
  one.fake.channels.add({ id: 'table-99', type: 'dine-in' });

  expect(one.url).not.toBe(other.url);
  expect(other.fake.channels.all().map(({ id }) => id)).not.toContain('table-99');
});

test('a port in use rejects with what to do', async () => {
  const port = Number(new URL(await openServer((_, response) => response.writeHead(404).end('{}'))).port);

  await expect(startEmulator({ port })).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is in use. Stop the program that uses the port, or choose another port; 0 chooses a free port.`,
  );
});

test('a port in use by an emulator rejects with its dashboard', async () => {
  const { url, dashboardUrl } = await openEmulator();
  const { port } = new URL(url);

  await expect(startEmulator({ port: Number(port) })).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is in use by an emulator (${VERSION}). Open ${dashboardUrl}, or choose another port; 0 chooses a free port.`,
  );
});

test('a webhook URL of a use case that does not exist rejects with the name that is similar', async () => {
  const webhookUrls = { orderdata: 'http://127.0.0.1:3000' };
  await expect(startEmulator({ port: 0, webhookUrls: Object(webhookUrls) })).rejects.toThrow(
    'startEmulator: webhookUrls: `orderdata` is not an option, but `order-data` is.',
  );
});

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('a latency of %s rejects', async (latency) => {
  await expect(startEmulator({ port: 0, latency })).rejects.toThrow(
    new TypeError(`startEmulator: latency must be between 0 and 2147483647 milliseconds, not ${latency}.`),
  );
});

test('an interface that the machine does not have rejects with what to do', async () => {
  await expect(startEmulator({ port: 0, host: '192.0.2.1' })).rejects.toThrow(
    'This machine has no network interface 192.0.2.1. Choose 127.0.0.1, or 0.0.0.0 for all interfaces.',
  );
});

test('close ends requests, streams and retries, and frees the port', async () => {
  const emulator = await openEmulator({ webhookFetch: async () => new Response(null, { status: 500 }) });
  const { url, fake } = emulator;
  fake.failNext({ fault: 'hang' });
  const hanging = expect(fetch(`${url}/api/v1/channels`, { headers: authorized(emulator) })).rejects.toThrow(
    'fetch failed',
  );
  const stream = (await fetch(`${url}/control/v1/events`)).text().catch(() => 'broken');
  fake.key('digital-ordering').webhookUrl = 'https://partner.example';
  fake.orders.complete(fake.orders.add({ createdBy: 'digital-ordering' }).id);
  await fake.waitFor(() => fake.requests.length === 1 && fake.deliveries.length === 1);

  const [first, second] = [emulator.close(), emulator.close()];
  expect(second).toBe(first);
  await hanging;
  await stream;
  await first;

  // A retry would wait for the clock.
  await fake.idle();
  fake.clock.advance(3_600_000);
  await fake.idle();
  expect(fake.deliveries.length).toBe(1);
  const again = await startEmulator({ port: Number(new URL(url).port) });
  await again.close();
});

test('close aborts a webhook whose receiver does not respond, so that the process can end', async () => {
  let aborted = false;
  const emulator = await openEmulator({
    webhookFetch: (_url, { signal }) => {
      signal?.addEventListener('abort', () => (aborted = true));
      return new Promise(() => {});
    },
  });
  const { fake } = emulator;
  fake.key('digital-ordering').webhookUrl = 'https://partner.example';
  fake.orders.complete(fake.orders.add({ createdBy: 'digital-ordering' }).id);

  await emulator.close();
  expect(aborted).toBe(true);
});

test('the autopilot ends with the emulator', async () => {
  const { close, fake } = await openEmulator();
  const { id } = fake.orders.add();
  fake.autopilot.start();
  await close();
  fake.clock.advance(60_000);

  expect(fake.orders.get(id)?.status).toBe('open');
});
