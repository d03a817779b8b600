import { checkFunction } from '../../checks.js';
import { assertValid } from '../../errors/request-validation-error.js';
import type { DeliveryInfo } from '../guards/guard.js';
import { isUnparsed } from '../parse/parse-webhook-event.js';
import type { WebhookHandler } from './create-webhook-handler.js';
import { alreadyRead } from './request-body.js';

/** What the listener needs of Node's `IncomingMessage`, and of the fields that frameworks add to it. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** The URL before a router removed its own part. Express and Nest set it. */
  readonly originalUrl?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly socket: { readonly remoteAddress?: string | undefined; readonly encrypted?: boolean | undefined };
  /** The body as a framework has parsed it. */
  readonly body?: unknown;
  /** The body as a framework has received it. */
  readonly rawBody?: unknown;
  readonly readableEnded: boolean;
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array | string>;
  resume(): unknown;
}

/** What the listener needs of Node's `ServerResponse`. */
export interface NodeResponse {
  readonly headersSent: boolean;
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(body: Uint8Array): unknown;
}

/**
 * Creates a listener for `node:http`, Express, Nest, and every other framework that passes Node's requests. The handler gets the
 * IP address of the socket, and the body from the request or from where a framework has kept it (`rawBody`, `body`).
 *
 * @example
 * ```ts
 * createServer(toNodeListener(handle)).listen(8080);
 * app.post('/webhooks', toNodeListener(handle)); // Express
 * ```
 * @throws RequestValidationError if `handle` is not a function
 */
export function toNodeListener(
  handle: WebhookHandler,
): (request: NodeRequest, response: NodeResponse) => void {
  assertValid('The listener was not created', { handle: checkFunction(handle) });
  return (incoming, outgoing) => void listen(handle, incoming, outgoing);
}

async function listen(handle: WebhookHandler, incoming: NodeRequest, outgoing: NodeResponse): Promise<void> {
  let response = new Response(null, { status: 503 });
  let body = new Uint8Array();
  try {
    const given = await respond(handle, incoming);
    body = new Uint8Array(await given.arrayBuffer());
    response = given;
  } catch {
    // The handler responds to every delivery, so this is the code around it, or a request that is none.
    console.error('outlet-open-api: The function passed to toNodeListener failed or returned no Response.');
  }
  // A time limit in front of the listener may have sent a response.
  if (outgoing.headersSent) return;
  const headers = Object.fromEntries(response.headers);
  outgoing.writeHead(response.status, { ...headers, 'content-length': `${body.length}` });
  outgoing.end(body);
  // A sender that still writes sees the response only if its request is read. Deno does not do so by itself.
  incoming.resume();
}

async function respond(handle: WebhookHandler, incoming: NodeRequest): Promise<Response> {
  const { method = 'GET', socket } = incoming;
  const body = bodyOf(incoming);
  const request = new Request(urlOf(incoming), {
    // A `Request` cannot have these methods. As GET, they get 405 like every other method but POST.
    method: /^(?:connect|trace|track)$/i.test(method) ? 'GET' : method,
    headers: headersOf(incoming),
    ...(method === 'POST' && body === undefined && { body: streamOf(incoming), duplex: 'half' }),
  });
  return handle(request, { clientIp: socket.remoteAddress, ...(body !== undefined && { body }) });
}

/** Returns the URL as the sender wrote it, at localhost if the host is missing or invalid. */
function urlOf({ url = '/', originalUrl = url, headers, socket }: NodeRequest): string {
  const path = originalUrl.replace(/^https?:\/\/[^/?]*/i, '').replace(/^(?!\/)/, '/');
  const result = new URL(`${socket.encrypted ? 'https' : 'http'}://localhost${path}`);
  // An invalid host is ignored.
  result.host = String(headers.host ?? headers[':authority'] ?? '');
  return result.href;
}

function headersOf({ headers }: NodeRequest): Headers {
  const result = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    // HTTP/2 has names with a colon for what is not a header.
    if (value !== undefined && !name.startsWith(':')) result.set(name, String(value));
  }
  return result;
}

/** Returns the body if a framework has read it. Some set an empty object if they have read nothing. */
function bodyOf({ rawBody, body, headers }: NodeRequest): DeliveryInfo['body'] {
  const kept = rawBody ?? body;
  if (kept === undefined || kept === null || isUnparsed(kept)) return kept ?? undefined;
  if (typeof kept !== 'object') return String(kept);
  const isEmpty = !Array.isArray(kept) && Object.keys(kept).length === 0;
  return isEmpty && headers['content-length'] !== '2' ? undefined : kept;
}

/** Reads only as much as is asked for. */
function streamOf(incoming: NodeRequest): ReadableStream<Uint8Array> {
  let chunks: AsyncIterator<Uint8Array | string> | undefined;
  return new ReadableStream(
    {
      async pull(controller) {
        if (incoming.readableEnded) throw alreadyRead();
        chunks ??= incoming[Symbol.asyncIterator]();
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(typeof value === 'string' ? new TextEncoder().encode(value) : value);
      },
      async cancel() {
        // While there is an iterator, `resume` has no effect.
        while (chunks && !(await chunks.next()).done);
      },
    },
    { highWaterMark: 0 },
  );
}
