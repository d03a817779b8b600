import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

/** Handles a request of `node:http`. */
export type NodeHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

type Respond = (request: Request, body: Buffer<ArrayBuffer>, outgoing: ServerResponse) => Promise<void>;

/**
 * Connects `respond` with `node:http`. If `respond` fails, the connection breaks. The signal of the request aborts when its client
 * disconnects.
 */
export function createNodeHandler(baseUrl: string, respond: Respond): NodeHandler {
  return async (incoming, outgoing) => {
    const closed = new AbortController();
    outgoing.once('close', () => closed.abort());
    try {
      const body = await buffer(incoming);
      const request = requestOf(incoming, body, baseUrl, closed.signal);
      if (request) await respond(request, body, outgoing);
      else outgoing.writeHead(400).end();
    } catch {
      // A fault breaks the connection, or the client has disconnected.
      if (!outgoing.headersSent) incoming.socket.resetAndDestroy();
      outgoing.destroy();
    }
  };
}

/** Sends the response, and `body` as its body. */
export async function send(
  { status, headers }: Response,
  body: AsyncIterable<Uint8Array> | null,
  outgoing: ServerResponse,
): Promise<void> {
  outgoing.writeHead(status, Object.fromEntries(headers));
  await pipeline(body ?? [], outgoing);
}

/** Returns `undefined` if `Request` does not support the method, such as `TRACE`, or the URL is malformed. */
function requestOf(
  { method = 'GET', url = '', headers }: IncomingMessage,
  body: Buffer<ArrayBuffer>,
  baseUrl: string,
  signal: AbortSignal,
): Request | undefined {
  try {
    return new Request(new URL(url, baseUrl), {
      method,
      headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
      body: method === 'GET' || method === 'HEAD' ? null : body,
      signal,
    });
  } catch {
    return undefined;
  }
}
