import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A server on a loopback port. */
export interface Served {
  readonly url: string;
  /** Accepts no more requests, and resolves when the running ones have a response. */
  close(): Promise<void>;
}

/** Serves a function from `Request` to `Response`. */
export function serve(handle: (request: Request) => Promise<Response>, port?: number): Promise<Served> {
  const server = createServer((incoming, outgoing) => {
    respond(handle, incoming, outgoing).catch(() => outgoing.destroy());
  });
  return listen(server, port);
}

/** Starts a server on a loopback port. The default port 0 selects a free one. */
async function listen(server: Server, port = 0): Promise<Served> {
  const running = new Set<Promise<unknown>>();
  server.on('request', (_, outgoing) => {
    const closed = once(outgoing, 'close').finally(() => running.delete(closed));
    running.add(closed);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: openPort } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${openPort}`,
    async close() {
      server.close();
      await Promise.all(running);
      server.closeAllConnections();
    },
  };
}

async function respond(
  handle: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/', headers } = incoming;
  const body = await buffer(incoming);
  const fields = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  const request = new Request(new URL(url, `http://${headers.host}`), {
    method,
    headers: fields,
    ...(body.length > 0 && { body }),
  });
  const response = await handle(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  const content = Buffer.from(await response.arrayBuffer());
  await new Promise<void>((resolve) => outgoing.end(content, resolve));
}

/** A loopback port for another process. */
export interface ReservedPort {
  readonly port: number;
  release(): Promise<void>;
}

/**
 * Reserves a free loopback port. This process listens on the port before it, so nobody else can reserve the same one. Systems
 * choose the ports of outgoing connections above 32,767.
 */
export async function reservePort(): Promise<ReservedPort> {
  const port = 20_001 + 2 * Math.floor(Math.random() * 5_000);
  const none = async () => new Response();
  const guard = await serve(none, port - 1).catch(() => undefined);
  const probe = guard && (await serve(none, port).catch(() => undefined));
  await probe?.close();
  if (guard && probe) return { port, release: guard.close };
  await guard?.close();
  return reservePort();
}
