import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Something that listens on a loopback port. */
export interface Served {
  readonly url: string;
  /** Takes no more; resolves when what is under way has been answered. */
  close(): Promise<void>;
}

/** Puts a Fetch-standard function on a loopback port; one that is free where none is given. */
export function serve(handle: (request: Request) => Promise<Response>, port?: number): Promise<Served> {
  const server = createServer((incoming, outgoing) => {
    answer(handle, incoming, outgoing).catch(() => outgoing.destroy());
  });
  return listen(server, port);
}

/** Puts a server on a loopback port; one that is free where none is given. */
export async function listen(server: Server, port = 0): Promise<Served> {
  const underWay = new Set<Promise<unknown>>();
  server.on('request', (_, outgoing) => {
    const answered = once(outgoing, 'close').finally(() => underWay.delete(answered));
    underWay.add(answered);
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
      await Promise.all(underWay);
      server.closeAllConnections();
    },
  };
}

async function answer(
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

/** A loopback port that nobody listens on. */
export async function freePort(): Promise<number> {
  const { url, close } = await serve(async () => new Response());
  await close();
  return Number(new URL(url).port);
}
