import { type Logger, writeLog } from '../../logger.js';
import { checkFunction, hasMethods } from '../../options/checks.js';
import { readOptions } from '../../options/read-options.js';
import type { DeliveryInfo } from '../guards/guard.js';
import { isUnparsed } from '../parse/parse-webhook-event.js';
import type { WebhookHandler } from './create-webhook-handler.js';
import { alreadyRead } from './request-body.js';

/** The members of Node's `IncomingMessage` that the listener reads, and fields that frameworks add to it. */
export interface NodeRequest {
  /** The HTTP method. */
  readonly method?: string | undefined;
  /** The URL: the path and the query. */
  readonly url?: string | undefined;
  /** The URL before a router removed its own part. Express and Nest set it. */
  readonly originalUrl?: string | undefined;
  /** The headers, with names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The connection. */
  readonly socket: {
    /** The IP address of the peer. */
    readonly remoteAddress?: string | undefined;
    /** Whether the connection uses TLS. */
    readonly encrypted?: boolean | undefined;
  };
  /** The body, as parsed by a framework. */
  readonly body?: unknown;
  /** The body, as received by a framework. */
  readonly rawBody?: unknown;
  /** Whether the body was read to its end. */
  readonly readableEnded: boolean;
  /** Reads the body in chunks. */
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array | string>;
  /** Discards the rest of the body. */
  resume(): unknown;
}

/** The members of Node's `ServerResponse` that the listener uses. */
export interface NodeResponse {
  /** Whether the headers were sent. */
  readonly headersSent: boolean;
  /** Sends the status and the headers. */
  writeHead(status: number, headers: Record<string, string | string[]>): unknown;
  /** Sends the body, and ends the response. */
  end(body: Uint8Array): unknown;
}

/** Options of `toNodeListener`. */
export interface NodeListenerOptions {
  /** Receives an error if the code around the handler fails, or the request is invalid. @defaultValue `console` */
  readonly logger?: Pick<Logger, 'error'> | undefined;
}

/**
 * Creates a listener for `node:http`, Express, NestJS, and every other framework that passes Node's requests. The handler
 * receives the IP address of the socket, and the body of the request. If a framework has set `rawBody` or `body`, it receives that.
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 *
 * createServer(toNodeListener(handle)).listen(8080);
 * ```
 * @throws {@link RequestValidationError} if `handle` is not a function, or an option is invalid
 */
export function toNodeListener(
  handle: WebhookHandler,
  options?: NodeListenerOptions,
): (request: NodeRequest, response: NodeResponse) => void {
  const { logger } = readOptions(
    'The listener was not created',
    options,
    (option) => ({
      logger: option(
        'logger',
        (value) => hasMethods(value, 'error') || 'must have the method error',
        console,
      ),
    }),
    { handle: checkFunction(handle) },
  );
  return (incoming, outgoing) => void listen(handle, logger, incoming, outgoing);
}

async function listen(
  handle: WebhookHandler,
  logger: Pick<Logger, 'error'>,
  incoming: NodeRequest,
  outgoing: NodeResponse,
): Promise<void> {
  let response = new Response(null, { status: 503 });
  let body = new Uint8Array();
  try {
    const given = await respond(handle, incoming);
    body = new Uint8Array(await given.arrayBuffer());
    response = given;
  } catch (error) {
    // The handler responds to every delivery, so the cause is the code around it, or an invalid request.
    const details = error instanceof Object ? error : { error };
    writeLog(
      logger,
      'error',
      'The function passed to toNodeListener failed or returned no Response.',
      details,
    );
  }
  // A time limit in front of the listener may have sent a response.
  if (outgoing.headersSent) return;
  const headers: Record<string, string | string[]> = Object.fromEntries(response.headers);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers['set-cookie'] = cookies;
  outgoing.writeHead(response.status, { ...headers, 'content-length': `${body.length}` });
  outgoing.end(body);
  // A sender that is still writing sees the response only after its request is read. Deno does not read it automatically.
  incoming.resume();
}

async function respond(handle: WebhookHandler, incoming: NodeRequest): Promise<Response> {
  const { method = 'GET', socket } = incoming;
  const body = bodyOf(incoming);
  // A `Request` cannot have these methods. As GET, they get 405 like every other method but POST.
  const isGet = /^(?:get|connect|trace|track)$/i.test(method);
  const canHaveBody = !isGet && !/^head$/i.test(method);
  const request = new Request(urlOf(incoming), {
    method: isGet ? 'GET' : method,
    headers: headersOf(incoming),
    ...(canHaveBody && body === undefined && { body: streamOf(incoming), duplex: 'half' }),
  });
  return handle(request, { clientIp: socket.remoteAddress, ...(body !== undefined && { body }) });
}

/** Returns the URL as the sender wrote it. The host is localhost if it is missing or invalid. */
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
    // In HTTP/2, names that start with a colon are not headers.
    if (value !== undefined && !name.startsWith(':')) result.set(name, String(value));
  }
  return result;
}

/** Returns the body if a framework has read it. Some frameworks set an empty object if they have read nothing. */
function bodyOf({ rawBody, body, headers }: NodeRequest): DeliveryInfo['body'] {
  const kept = rawBody ?? body;
  if (kept === undefined || kept === null || isUnparsed(kept)) return kept ?? undefined;
  if (typeof kept !== 'object') return String(kept);
  const isEmpty = !Array.isArray(kept) && Object.keys(kept).length === 0;
  return isEmpty && headers['content-length'] !== '2' ? undefined : kept;
}

/** Creates a stream of the body that reads only on demand. */
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
