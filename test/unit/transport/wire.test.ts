import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { ApiError, ConnectionError, TimeoutError } from 'outlet-open-api';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { collectGarbage } from '../../support/bytes-in-use.js';
import { type LoopbackService, loopbackService } from '../../support/services/loopback-service.js';
import { clientOf, order, rejection, scriptedService } from '../../support/services/scripted-service.js';

/** Tests with the runtime's own fetch and real sockets, for what a scripted fetch cannot show. */
describe('over a socket', () => {
  const arrivals: object[] = [];
  const respond = vi.fn<(response: ServerResponse) => void>();
  const closed = vi.fn();
  let service: LoopbackService;
  const outlet = () => service.client({ maxRetries: 0 });

  beforeAll(async () => {
    service = await loopbackService(async (request, response) => {
      response.on('close', closed);
      arrivals.push({ headers: request.headers, body: await text(request) });
      respond(response);
    });
  });
  beforeEach(() => {
    vi.resetAllMocks();
    arrivals.length = 0;
  });
  afterAll(() => service.close());

  test('the body is sent with its length', async () => {
    respond.mockImplementation((response) => response.writeHead(201).end('{"id":"o-1"}'));
    expect(await outlet().orders.create(order)).toEqual({ id: 'o-1' });
    const body = JSON.stringify(order);
    expect(arrivals).toMatchObject([{ body, headers: { 'content-length': `${Buffer.byteLength(body)}` } }]);
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ['after the request', (response) => response.destroy()],
    [
      'inside the body',
      (response) => {
        response.writeHead(201, { 'content-length': '100' }).write('{"id":');
        setImmediate(() => response.destroy());
      },
    ],
  ])('a connection that is closed %s leaves the outcome unknown', async (_, close) => {
    respond.mockImplementation(close);
    const error = await rejection(outlet().orders.create(order));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ outcome: 'unknown', attempts: 1 });
  });

  test('a closed port means that nothing was sent', async () => {
    const closedService = await loopbackService(() => {});
    const { orders } = closedService.client({ maxRetries: 0 });
    closedService.close();
    const error = await rejection(orders.create(order));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ outcome: 'not-sent', message: expect.stringContaining('ECONNREFUSED') });
  });

  test('a port without TLS means that nothing was sent', async () => {
    const { orders } = service.client({ baseUrl: service.url.replace('http:', 'https:') });
    const error = await rejection(orders.create(order));
    expect(error).toMatchObject({ outcome: 'not-sent', isTransient: false, attempts: 1 });
    expect(String(error)).toContain('needs http:// (ERR_SSL_WRONG_VERSION_NUMBER)');
  });

  test('the timeout ends an endless body even after a garbage collection', async () => {
    respond.mockImplementation((response) => {
      const writing = setInterval(() => response.write('more of it'), 5);
      response.on('close', () => clearInterval(writing));
      response.writeHead(200).write('{"id":"');
      setTimeout(collectGarbage, 50);
    });
    expect(await rejection(outlet().orders.get('o-1', { timeout: 1_000 }))).toBeInstanceOf(TimeoutError);
    await expect.poll(() => closed.mock.calls.length).toBe(1);
  });
});

describe('a redirect', () => {
  test.each([301, 302, 303, 307, 308])(
    'with status %i is an ApiError, and the token is sent nowhere else',
    async (status) => {
      const target = vi.fn((_request: unknown, response: ServerResponse) => response.end('{}'));
      const elsewhere = await loopbackService(target);
      const location = `${elsewhere.url}/login?email=ada@mail.example`;
      const service = await loopbackService((_, response) => response.writeHead(status, { location }).end());
      const { orders } = service.client();
      const errors = await Promise.all([
        rejection(orders.get('o-1')),
        rejection(orders.update('o-1', { status: 'cancelled' })),
      ]);
      for (const error of errors) {
        expect(error).toMatchObject({
          status,
          attempts: 1,
          isTransient: false,
          outcome: status === 303 ? 'unknown' : 'rejected',
          message: expect.stringContaining('Redirects are not followed: check baseUrl.'),
        });
        expect(error instanceof ApiError && error.headers.get('location')).toBe(
          `${elsewhere.url}/[redacted]`,
        );
      }
      expect(target).not.toHaveBeenCalled();
      elsewhere.close();
      service.close();
    },
  );

  test('that a browser hides is a ConnectionError that says so', async () => {
    const hidden = Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });
    const error = await rejection(clientOf(scriptedService(() => hidden)).orders.get('o-1'));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ attempts: 1, message: expect.stringContaining('is a redirect') });
  });
});
