import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiError, ConnectionError, OutletClient } from 'outlet-open-api';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { clientOf, rejection, scriptedService } from '../scripted-service.js';

describe('a redirect', () => {
  const elsewhere = vi.fn<RequestListener>((_, response) => response.end('{}'));
  const servers: Server[] = [];
  let target = '';
  let origin = '';

  async function listen(listener: RequestListener): Promise<string> {
    const server = createServer(listener);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  beforeAll(async () => {
    target = await listen(elsewhere);
    origin = await listen(({ url = '' }: IncomingMessage, response) => {
      const status = Number(/\d{3}$/.exec(url)?.[0]);
      response.writeHead(status, { location: `${target}/stolen` }).end();
    });
  });
  afterAll(() => {
    for (const server of servers) server.close();
  });

  test.each([301, 302, 303, 307, 308])(
    'with status %i is an error, and takes the token nowhere',
    async (status) => {
      const outlet = new OutletClient({ baseUrl: origin, accessToken: `secret-${status}` });
      const calls = [
        outlet.orders.get(`${status}`),
        outlet.orders.update(`${status}`, { status: 'cancelled' }),
      ];
      for (const call of calls) {
        const error = await rejection(call);
        expect(error).toBeInstanceOf(ApiError);
        expect(error).toMatchObject({
          status,
          attempts: 1,
          outcome: status === 303 ? 'unknown' : 'refused',
          message: expect.stringContaining('check the base address'),
        });
      }
      expect(elsewhere).not.toHaveBeenCalled();
    },
  );
});

test('a redirect that a browser hides is a ConnectionError that says so', async () => {
  const hidden = Response.error();
  Object.defineProperty(hidden, 'type', { value: 'opaqueredirect' });
  const service = scriptedService(() => hidden);
  const error = await rejection(clientOf(service).orders.get('o-1'));
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({ attempts: 1, message: expect.stringContaining('redirected') });
});
