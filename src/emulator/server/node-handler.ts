import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { BrokenConnectionError } from '../../fake/index.js';

/** Handles a request of `node:http`. */
export type NodeHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/** A request with its body. */
export interface Received {
  readonly request: Request;
  /** Empty if it is too large. */
  readonly body: Buffer<ArrayBuffer>;
  /** Whether the body is larger than 10 MB. */
  readonly isTooLarge: boolean;
}

type Respond = (received: Received, outgoing: ServerResponse) => Promise<void>;

const maxBody = 10 * 1_024 * 1_024;

/** The message of a 413. */
export const tooLarge = 'The body is larger than 10 MB, which is the limit of the emulator.';

/**
 * Connects `respond` with `node:http`. If a fault breaks `respond`, the connection breaks. Other errors become a 500 and are reported.
 * The signal of the request aborts when its client disconnects.
 */
export function createNodeHandler(
  baseUrl: string,
  onError: (error: unknown) => void,
  respond: Respond,
): NodeHandler {
  return async (incoming, outgoing) => {
    const closed = new AbortController();
    outgoing.once('close', () => closed.abort());
    try {
      const body = await readBody(incoming);
      const request = requestOf(incoming, body.body, baseUrl, closed.signal);
      if (request) await respond({ request, ...body }, outgoing);
      else outgoing.writeHead(400).end();
    } catch (error) {
      const isExpected = error instanceof BrokenConnectionError || closed.signal.aborted;
      if (!isExpected) onError(error);
      if (outgoing.headersSent || isExpected) breakConnection(incoming, outgoing);
      else outgoing.writeHead(500).end();
    }
  };
}

function breakConnection(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (!outgoing.headersSent) incoming.socket.resetAndDestroy();
  outgoing.destroy();
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

/** Reads a body to its end, because a client reads the response only after it has sent the body. Keeps it up to the limit. */
async function readBody(incoming: IncomingMessage): Promise<Omit<Received, 'request'>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += chunk.length;
    if (size <= maxBody) chunks.push(chunk);
    else chunks.length = 0;
  }
  return { body: Buffer.concat(chunks), isTooLarge: size > maxBody };
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
