import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { CallAbortedError, OutletClient, type OutletClientOptions } from 'outlet-open-api';
import { createUndiciFetch } from 'outlet-open-api/undici';
import { Agent, EnvHttpProxyAgent } from 'undici';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listen, openServer } from '../../support/services/open-server.js';

let keys = 0;

function clientOf(baseUrl: string, options: OutletClientOptions = {}): OutletClient {
  keys += 1;
  const accessToken = `undici-${keys}`;
  return new OutletClient({
    baseUrl,
    accessToken,
    logLevel: 'off',
    maxRetries: 0,
    fetch: createUndiciFetch(),
    ...options,
  });
}

test('the calls of several keys share a connection, also after a pause of 5 seconds', async () => {
  const connected = vi.fn();
  const server = createServer((_, response) => response.end('{"id":"o-1"}')).on('connection', connected);
  // The server keeps connections, and does not say how long. The default agent of undici would close them after 4 seconds.
  server.keepAliveTimeout = 0;
  const url = await listen(server);
  const fetch = createUndiciFetch();
  await clientOf(url, { fetch }).orders.get('o-1');
  await sleep(5_000);
  await clientOf(url, { fetch }).orders.get('o-1');
  expect(connected).toHaveBeenCalledOnce();
});

test('your dispatcher opens the connections', async () => {
  const sockets = new Set<Socket>();
  const url = await openServer(({ socket }, response) => {
    sockets.add(socket);
    response.end('{"id":"o-1"}');
  });
  const dispatcher = new Agent({ connections: 1 });
  const { orders } = clientOf(url, { fetch: createUndiciFetch({ dispatcher }) });
  await Promise.all([orders.get('o-1'), orders.get('o-2'), orders.get('o-3')]);
  expect(sockets.size).toBe(1);
  await dispatcher.close();
});

test('an EnvHttpProxyAgent sends requests to the proxy of the environment', async () => {
  const tunnels: (string | undefined)[] = [];
  const proxy = createServer().on('connect', (request, socket) => {
    tunnels.push(request.url);
    socket.end('HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n');
  });
  vi.stubEnv('HTTPS_PROXY', await listen(proxy));
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const fetch = createUndiciFetch({ dispatcher: new EnvHttpProxyAgent() });
  await expect(clientOf('https://pos.example', { fetch }).orders.get('o-1')).rejects.toThrow(
    'the proxy in front of this machine responded to CONNECT with 407',
  );
  expect(tunnels).toEqual(['pos.example:443']);
});

test('the names of headers have any case, and repeated headers are one', async () => {
  const url = await openServer((_, response) => {
    response.setHeader('X-Tag', ['a', 'b']).setHeader('X-Request-Id', 'r-1').end('{"id":"o-1"}');
  });
  const { response, meta } = await clientOf(url).orders.get('o-1').withResponse();
  const headers: Record<string, string> = {};
  response.headers.forEach((value, name) => {
    headers[name] = value;
  });
  expect(meta.requestId).toBe('r-1');
  expect(headers).toMatchObject({ 'x-tag': 'a, b', 'x-request-id': 'r-1' });
  expect(response.headers.get('X-TAG')).toBe('a, b');
  expect(response.headers.get('x-other')).toBeNull();
});

test('a body that is too large is not read further, and its connection is closed', async () => {
  const closed = vi.fn();
  const url = await openServer((_, response) => {
    const writing = setInterval(() => response.write('x'.repeat(10_000)), 1);
    response.on('close', () => {
      clearInterval(writing);
      closed();
    });
  });
  await expect(clientOf(url, { maxResponseBytes: 100_000 }).orders.get('o-1')).rejects.toThrow(
    'the body is larger than maxResponseBytes (100000)',
  );
  await expect.poll(() => closed.mock.calls.length).toBe(1);
});

test.each([
  ['before the response', 0],
  ['inside the body', 10],
])('an abort %s closes the connection', async (_, bytes) => {
  const closed = vi.fn();
  const controller = new AbortController();
  const url = await openServer((_, response) => {
    response.on('close', closed);
    if (bytes > 0) response.write('x'.repeat(bytes));
    setTimeout(() => controller.abort(), 100);
  });
  const call = clientOf(url).orders.get('o-1', { signal: controller.signal });
  await expect(call).rejects.toThrow(CallAbortedError);
  await expect.poll(() => closed.mock.calls.length).toBe(1);
});
