import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Something that listens on a loopback port. */
export interface Served {
  readonly url: string;
  close(): Promise<void>;
}

/** Puts a Fetch-standard function on a loopback port; one that is free where none is given. */
export async function serve(handle: (request: Request) => Promise<Response>, port = 0): Promise<Served> {
  const server = createServer((incoming, outgoing) => {
    answer(handle, incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: openPort } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${openPort}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
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
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}

/** A loopback port that nobody listens on. */
export async function freePort(): Promise<number> {
  const { url, close } = await serve(async () => new Response());
  await close();
  return Number(new URL(url).port);
}
