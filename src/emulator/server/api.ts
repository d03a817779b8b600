import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sleep } from '../../timers.js';
import type { Emulation } from '../control/emulation.js';
import type { OpenRequest } from '../requests/request-log.js';

/** Handles a request of `node:http`. */
export type NodeHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/**
 * Serves the API of the fake. A fault that breaks the connection resets the socket, and a request ends when its client disconnects.
 */
export function createApi({ fake, clock, requests }: Emulation, latency: number): NodeHandler {
  async function respond(
    request: Request,
    body: Buffer<ArrayBuffer>,
    outgoing: ServerResponse,
  ): Promise<void> {
    const log = requests.add(request, body.toString());
    try {
      if (latency > 0) await sleep(latency, request.signal);
      const response = await fake.fetch(request);
      log.respond(response);
      // The time of the fake, because its clock can be ahead.
      outgoing.setHeader('date', new Date(clock.now()).toUTCString());
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      await pipeline(recorded(response, log), outgoing);
    } finally {
      log.end();
    }
  }

  return async (incoming, outgoing) => {
    const closed = new AbortController();
    outgoing.once('close', () => closed.abort());
    try {
      const body = await buffer(incoming);
      const request = requestOf(incoming, body, fake.baseUrl, closed.signal);
      if (request) await respond(request, body, outgoing);
      else outgoing.writeHead(400).end();
    } catch {
      // The fault breaks the connection, or the client has disconnected.
      if (!outgoing.headersSent) incoming.socket.resetAndDestroy();
      outgoing.destroy();
    }
  };
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

/** Yields the response body. The log gets a copy. */
async function* recorded({ body }: Response, log: OpenRequest): AsyncGenerator<Uint8Array> {
  if (!body) return;
  try {
    for await (const chunk of body) {
      log.write(chunk);
      yield chunk;
    }
  } catch (error) {
    // Node sends what it has before the connection breaks.
    await nextTurn();
    throw error;
  }
}
