import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OutletClient } from 'outlet-open-api';
import { fetch, ProxyAgent } from 'undici';
import { afterEach, expect, test } from 'vitest';
import { order, rejection } from '../../support/services/scripted-service.js';

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A client behind a real proxy that responds to CONNECT with this status. */
async function clientBehind(status: number, tunnels: string[]): Promise<OutletClient> {
  const proxy = createServer().on('connect', ({ url = '' }, socket) => {
    tunnels.push(url);
    socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
  });
  servers.push(proxy);
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  const dispatcher = new ProxyAgent(`http://127.0.0.1:${port}`);
  return new OutletClient({
    baseUrl: 'https://pos.example',
    accessToken: `proxied-${status}`,
    fetch: (url, init) => fetch(url, { ...init, dispatcher }),
    maxRetries: 1,
    logLevel: 'off',
  });
}

test.each([
  [407, false, 1],
  [403, false, 1],
  [502, true, 2],
])(
  'a proxy that rejects CONNECT with %i proves that nothing was sent',
  async (status, isTransient, attempts) => {
    const tunnels: string[] = [];
    const outlet = await clientBehind(status, tunnels);
    const error = await rejection(outlet.orders.create(order));
    expect(error).toMatchObject({
      name: 'ConnectionError',
      outcome: 'not-sent',
      isTransient,
      attempts,
      message: expect.stringContaining(
        `the proxy in front of this machine responded to CONNECT with ${status}`,
      ),
    });
    expect(tunnels).toEqual(Array(attempts).fill('pos.example:443'));
  },
);
