import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import { type AddressInfo, connect, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { toNodeListener, type WebhookHandlerOptions } from 'outlet-open-api/webhooks';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openServer } from '../../support/services/open-server.js';
import { gate } from '../../support/time/gate.js';
import { complete, receiver } from './deliveries.js';

/** Starts a listener on a loopback port. */
async function listen(listener: RequestListener): Promise<{ port: number; url: string }> {
  const url = await openServer(listener);
  return { port: Number(new URL(url).port), url: `${url}/hooks?secret=s3cret` };
}

/** Starts a receiver on a loopback port. `before` does what a framework does first. */
async function receiving(
  options: Partial<WebhookHandlerOptions> = {},
  before: (request: IncomingMessage) => Promise<object | undefined> = async () => undefined,
) {
  const { handle, errors, handled } = receiver(options);
  const requests: Request[] = [];
  const infos: (object | undefined)[] = [];
  const listener = toNodeListener((request, info) => {
    requests.push(request);
    infos.push(info);
    return handle(request, info);
  });
  const { port, url } = await listen(async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    listener(Object.assign(incoming, await before(incoming)), outgoing);
  });
  return { port, url, handled, errors, requests, infos };
}

const post = async (url: string, body: BodyInit = JSON.stringify(complete), init: object = {}) => {
  const response = await fetch(url, Object.assign({ method: 'POST', body, duplex: 'half' }, init));
  await response.arrayBuffer();
  return response.status;
};

/** Writes to a socket what `fetch` cannot send, and returns everything that is received. */
async function raw(port: number, ...writes: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  for (const write of writes) socket.write(write);
  return text(socket);
}

describe('a delivery over a socket', () => {
  test('is handled, and its sender is the IP address of the socket §events.delivery', async () => {
    const { url, handled, infos, requests } = await receiving();
    expect(await post(url, undefined, { headers: { 'x-forwarded-for': '203.0.113.7', 'x-two': 'a' } })).toBe(
      200,
    );
    expect(handled).toEqual(['order.complete']);
    expect(infos).toEqual([{ clientIp: '127.0.0.1' }]);
    expect(requests[0]?.url).toBe(url);
    expect(requests[0]?.headers.get('x-two')).toBe('a');
  });

  test('is rejected for its method, size and content', async () => {
    const { url } = await receiving();
    const large = 'x'.repeat(70_000);
    const chunks = new ReadableStream({
      start(controller) {
        for (let n = 0; n < 70; n += 1) controller.enqueue(new Uint8Array(1_000));
        controller.close();
      },
    });
    expect(await post(url, '{')).toBe(400);
    expect(await post(url, large)).toBe(413);
    expect(await post(url, chunks)).toBe(413);
    const other = await fetch(url, { method: 'PUT', body: '{}' });
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await fetch(url)).status).toBe(405);
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(405);
  });

  test('gets a response before its body is read if a guard rejects it', async () => {
    const { port } = await receiving({ verify: [() => false] });
    const response = await raw(
      port,
      'POST / HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: 100\r\n\r\n',
    );
    expect(response).toMatch(/^HTTP\/1\.1 403 /);
    expect(response).toMatch(/^content-length: 0\r$/im);
  });

  test('gets 408 if its body is slow', async () => {
    const { port, errors } = await receiving({ responseTimeout: 50 });
    const response = await raw(
      port,
      'POST / HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: 100\r\n\r\n',
      '{',
    );
    expect(response).toMatch(/^HTTP\/1\.1 408 /);
    expect(errors[0]?.error).toHaveProperty('reason', 'stalled');
  });

  test('whose sender disconnects is reported, and nothing else breaks', async () => {
    const { port, url, errors } = await receiving();
    const socket = connect(port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n{');
    await once(socket, 'connect');
    await expect.poll(() => fetch(url).then(({ status }) => status)).toBe(405);
    socket.destroy();
    await expect.poll(() => errors.length).toBe(1);
    expect(errors[0]?.error).toHaveProperty('reason', 'cut-off');
    expect(await post(url)).toBe(200);
  });

  test('whose sender disconnects while a guard runs is reported at once', async () => {
    const socket = new Socket();
    let closed: Promise<unknown> | undefined;
    const before = async (incoming: IncomingMessage) => {
      closed = new Promise((resolve) => incoming.on('close', resolve));
      return undefined;
    };
    const guard = async () => {
      socket.destroy();
      await closed;
      return true;
    };
    const { port, errors } = await receiving({ verify: [guard], responseTimeout: 60_000 }, before);
    socket.connect(port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n{');
    await expect.poll(() => errors.length).toBe(1);
    expect(errors[0]?.error).toHaveProperty('reason', 'cut-off');
  });

  test.each([
    ['TRACE / HTTP/1.1\r\nhost: a', 405],
    ['OPTIONS * HTTP/1.1\r\nhost: a', 405],
    ['POST //evil.example/x HTTP/1.1\r\nhost: a', 400],
    ['POST http://b.example/x HTTP/1.1\r\nhost: a', 400],
    ['POST / HTTP/1.1\r\nhost: [', 400],
    ['POST a:b HTTP/1.1\r\nhost: a', 400],
    ['POST / HTTP/1.0', 400],
  ])('of an odd kind gets a response: %j', async (head, status) => {
    const { port } = await receiving();
    expect(await raw(port, `${head}\r\nconnection: close\r\n\r\n`)).toMatch(
      new RegExp(`^HTTP/1\\.1 ${status} `),
    );
  });
});

test('a sender that is still writing gets its response', async () => {
  const { url } = await receiving();
  const large = new Uint8Array(5_000_000);
  const chunks = new ReadableStream({
    start(controller) {
      for (let n = 0; n < 50; n += 1) controller.enqueue(new Uint8Array(100_000));
      controller.close();
    },
  });
  // One is rejected before it is read, the other while it is read.
  for (const body of [large, chunks]) expect(await post(url, body)).toBe(413);
});

test('a route of your own gets the body of every method, and can set two cookies', async () => {
  const { url } = await listen(
    toNodeListener(async (request) => {
      const headers = new Headers([
        ['set-cookie', 'table=7'],
        ['set-cookie', 'guest=ada'],
      ]);
      return new Response(`${request.method} ${await request.text()}`, { headers });
    }),
  );

  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    const response = await fetch(url, { method, body: '{"items":[]}' });
    expect(await response.text()).toBe(`${method} {"items":[]}`);
    expect(response.headers.getSetCookie()).toEqual(['table=7', 'guest=ada']);
  }
});

test('a delivery without a host gets a URL at localhost', async () => {
  const { port, requests } = await receiving();
  await raw(port, 'POST /hooks HTTP/1.0\r\n\r\n');
  expect(requests[0]?.url).toBe('http://localhost/hooks');
});

describe('a function around the handler', () => {
  test.each([
    ['rejects', async () => Promise.reject(new Error('metrics are down'))],
    ['returns nothing', async () => JSON.parse('null')],
  ])('that %s causes a 503 and a log line with the error', async (_, wrapped) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { url } = await listen(toNodeListener(wrapped));
    expect(await post(url)).toBe(503);
    expect(log).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining('The function passed to toNodeListener failed'),
      expect.any(Error),
    );
  });

  test('that rejects is logged by the logger', async () => {
    const logger = { error: vi.fn() };
    const error = new Error('no');
    const { url } = await listen(toNodeListener(() => Promise.reject(error), { logger }));
    expect(await post(url)).toBe(503);
    expect(logger.error).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('failed'), error);
  });
});

test('a delivery over HTTP/2 is handled, with the URL of its sender', async () => {
  const { handle, handled } = receiver({ verify: [({ url }) => new URL(url).hostname === '127.0.0.1'] });
  const server = createHttp2Server(toNodeListener(handle));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const session = connectHttp2(`http://127.0.0.1:${port}`);
  onTestFinished(() => {
    session.destroy();
    server.close();
  });
  const stream = session.request({ ':method': 'POST', ':path': '/hooks' });
  stream.end(JSON.stringify(complete));
  const [headers] = await once(stream, 'response');
  expect(headers[':status']).toBe(200);
  expect(handled).toEqual(['order.complete']);
});

test('a sender that already got a response, such as from a time limit, gets one only', async () => {
  const handled = gate<void>();
  const { handle } = receiver({ onAny: () => handled.promise });
  const ended = vi.fn();
  const listener = toNodeListener((request, info) => handle(request, info).finally(ended));
  const { url } = await listen((incoming, outgoing) => {
    listener(incoming, outgoing);
    outgoing.writeHead(504).end();
  });
  expect(await post(url)).toBe(504);
  handled.open();
  await expect.poll(() => ended.mock.calls.length).toBe(1);
  // Vitest fails the run on an unhandled rejection.
  await new Promise((resolve) => setImmediate(resolve));
});

test.each([
  ['a.example', 'http://a.example/hooks?x=1'],
  ['[::1]:8080', 'http://[::1]:8080/hooks?x=1'],
  ['a.example/other?y=', 'http://a.example/hooks?x=1'],
  ['[', 'http://localhost/hooks?x=1'],
  ['', 'http://localhost/hooks?x=1'],
])('with the host %j, the URL of the request is %s', async (host, address) => {
  const { port, requests } = await receiving();
  await raw(
    port,
    `POST /hooks?x=1 HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`,
  );
  expect(requests[0]?.url).toBe(address);
});

describe('a framework that has', () => {
  const read = async (incoming: IncomingMessage) => text(incoming);

  test.each([
    ['parsed the body', async (incoming: IncomingMessage) => ({ body: JSON.parse(await read(incoming)) })],
    ['kept its text', async (incoming: IncomingMessage) => ({ body: await read(incoming) })],
    ['kept its bytes', async (incoming: IncomingMessage) => ({ body: Buffer.from(await read(incoming)) })],
    [
      'kept its bytes beside what it has parsed',
      async (incoming: IncomingMessage) => ({
        rawBody: Buffer.from(await read(incoming)),
        body: { other: 1 },
      }),
    ],
    ['set an empty body and read nothing', async () => ({ body: {} })],
  ])('%s: the delivery is handled', async (_, before) => {
    const { url, handled } = await receiving({}, before);
    expect(await post(url)).toBe(200);
    expect(handled).toEqual(['order.complete']);
  });

  test.each([
    ['read the body and kept nothing', async (incoming: IncomingMessage) => void (await read(incoming))],
    [
      'read the body and kept an empty object',
      async (incoming: IncomingMessage) => {
        await read(incoming);
        return { body: {} };
      },
    ],
  ])('%s: the error says what to do, and the delivery gets 503', async (_, before) => {
    const { url, errors } = await receiving({}, async (incoming) => (await before(incoming)) ?? undefined);
    expect(await post(url)).toBe(503);
    expect(errors[0]?.error).toMatchObject({
      reason: 'already-read',
      message: expect.stringContaining('express.json()'),
    });
  });

  test.each([
    ['{}', { body: {} }],
    ['7', { body: 7 }],
    ['[]', { body: [] }],
  ])('parsed %s, which is not an event: 400', async (sent, kept) => {
    const { url } = await receiving({}, async (incoming) => {
      await read(incoming);
      return kept;
    });
    expect(await post(url, sent)).toBe(400);
  });

  test('parsed [] from a chunked body: 400', async () => {
    const { url } = await receiving({}, async (incoming) => ({ body: JSON.parse(await read(incoming)) }));
    const chunks = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('[]'));
        controller.close();
      },
    });
    expect(await post(url, chunks)).toBe(400);
  });

  test('set an encoding: the delivery is handled', async () => {
    const { url, handled } = await receiving({}, async (incoming) => void incoming.setEncoding('utf8'));
    expect(await post(url, JSON.stringify({ ...complete, note: 'Öztürk' }))).toBe(200);
    expect(handled).toEqual(['order.complete']);
  });

  test('removed a part of the URL: the original URL counts', async () => {
    const { url, requests } = await receiving({}, async () => ({
      url: '/',
      originalUrl: '/hooks?secret=s3cret',
    }));
    await post(url);
    expect(requests[0]?.url).toBe(url);
  });
});
