import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { text } from 'node:stream/consumers';
import { ConnectionError, OutletClient, TimeoutError } from 'outlet-open-api';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { collectGarbage } from '../bytes-in-use.js';
import { order, rejection } from '../scripted-service.js';

/** The runtime's own fetch over a real socket: what a replaced fetch cannot show. */
describe('over the wire', () => {
  const servers: Server[] = [];
  const arrivals: { headers: IncomingHttpHeaders; body: string }[] = [];
  const answer = vi.fn<(response: ServerResponse) => void>();

  async function clientOf(listener: RequestListener): Promise<OutletClient> {
    const server = createServer(listener);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    return new OutletClient({ baseUrl: `http://127.0.0.1:${port}`, accessToken: 'wired', maxRetries: 0 });
  }
  const listen = () =>
    clientOf(async (request, response) => {
      arrivals.push({ headers: request.headers, body: await text(request) });
      answer(response);
    });

  beforeEach(() => {
    arrivals.length = 0;
    answer.mockReset();
  });
  afterAll(() => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });

  test('the body goes out as it was frozen, with its length', async () => {
    answer.mockImplementation((response) => response.writeHead(201).end('{"id":"o-1"}'));
    const outlet = await listen();
    expect(await outlet.orders.create(order)).toEqual({ id: 'o-1' });
    const body = JSON.stringify(order);
    expect(arrivals).toMatchObject([
      { body, headers: { authorization: 'Bearer wired', 'content-length': `${Buffer.byteLength(body)}` } },
    ]);
  });

  test('a connection that is cut after the request leaves the outcome unknown', async () => {
    answer.mockImplementation((response) => response.destroy());
    const error = await rejection((await listen()).orders.create(order));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ outcome: 'unknown', attempts: 1 });
  });

  test('a connection that is cut inside the answer leaves the outcome unknown', async () => {
    answer.mockImplementation((response) => {
      response.writeHead(201, { 'content-length': '100' }).write('{"id":');
      setImmediate(() => response.destroy());
    });
    const error = await rejection((await listen()).orders.create(order));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ outcome: 'unknown', attempts: 1 });
  });

  test('a port where nobody listens was not reached', async () => {
    const outlet = await listen();
    const server = servers.at(-1);
    await new Promise((resolve) => server?.close(resolve));
    const error = await rejection(outlet.orders.create(order));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ outcome: 'not-sent', message: expect.stringContaining('ECONNREFUSED') });
  });

  test('a body that stops is ended by the timeout, and its socket is closed', async () => {
    const closed = vi.fn();
    answer.mockImplementation((response) => {
      response.on('close', closed);
      response.writeHead(200).write('{"id":');
    });
    const error = await rejection((await listen()).orders.get('o-1', { timeout: 50 }));
    expect(error).toBeInstanceOf(TimeoutError);
    await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce());
  });

  test('a body without end is ended by the timeout, though the request is garbage by then', async () => {
    const closed = vi.fn();
    answer.mockImplementation((response) => {
      const more = setInterval(() => response.write('more of it'), 5);
      response.on('close', closed).on('close', () => clearInterval(more));
      response.writeHead(200).write('{"id":"');
      setTimeout(collectGarbage, 50);
    });
    const error = await rejection((await listen()).orders.get('o-1', { timeout: 200 }));
    expect(error).toBeInstanceOf(TimeoutError);
    await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce());
  });

  test('an abort inside the body closes its socket', async () => {
    const closed = vi.fn();
    const controller = new AbortController();
    answer.mockImplementation((response) => {
      response.on('close', closed);
      response.writeHead(200).write('{"id":');
      setImmediate(() => controller.abort('enough'));
    });
    const call = (await listen()).orders.get('o-1', { signal: controller.signal });
    expect(await rejection(call)).toBe('enough');
    await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce());
  });
});
