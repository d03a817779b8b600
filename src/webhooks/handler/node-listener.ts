import { assertValid } from '../../errors/request-validation-error.js';
import type { WebhookHandler } from './create-webhook-handler.js';
import { requestFrom } from './node-request.js';

/** What is needed of Node's `IncomingMessage`, and of what frameworks add to it. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** The address before a router took its own part off. Express and Nest set it. */
  readonly originalUrl?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly socket: { readonly remoteAddress?: string | undefined; readonly encrypted?: boolean | undefined };
  /** What a framework has read already: parsed, ... */
  readonly body?: unknown;
  /** ... or as it came. */
  readonly rawBody?: unknown;
  readonly complete: boolean;
  readonly readableEnded: boolean;
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array | string>;
  resume(): unknown;
  destroy(): unknown;
}

/** What is needed of Node's `ServerResponse`. */
export interface NodeResponse {
  readonly headersSent: boolean;
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(body: Uint8Array): unknown;
}

/**
 * Makes a listener of a handler: for `node:http`, Express, Nest, and whatever else passes Node's requests. It tells the handler the
 * address of the socket.
 *
 * The body is read from the request, or taken from where a framework has kept it (`rawBody`, `body`).
 *
 * @example
 * ```ts
 * createServer(toNodeListener(handle)).listen(8080);
 * app.post('/webhooks', toNodeListener(handle)); // Express
 * ```
 * @throws RequestValidationError where it is passed no function
 */
export function toNodeListener(
  handle: WebhookHandler,
): (request: NodeRequest, response: NodeResponse) => void {
  assertValid('The listener cannot be made', {
    handle: typeof handle === 'function' || 'must be a function',
  });
  return (incoming, outgoing) => void respond(handle, incoming, outgoing);
}

async function respond(handle: WebhookHandler, incoming: NodeRequest, outgoing: NodeResponse): Promise<void> {
  const { status, headers, body } = await answer(handle, incoming).catch(failure);
  // Something in front of the listener may have answered by now, such as a time limit.
  if (!outgoing.headersSent) {
    outgoing.writeHead(status, { ...headers, 'content-length': `${body.length}` });
    outgoing.end(body);
  }
  if (incoming.complete) return;
  // A sender who still writes has to read on to see the answer. One who never ends is cut off.
  incoming.resume();
  setTimeout(() => {
    if (!incoming.complete) incoming.destroy();
  }, lingerMs);
}

/** An answer as Node writes it. */
interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array;
}

async function answer(handle: WebhookHandler, incoming: NodeRequest): Promise<Answer> {
  const { request, info } = requestFrom(incoming);
  const response = await handle(request, info);
  const body = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: Object.fromEntries(response.headers), body };
}

/** Not of the handler, which answers whatever comes: of what stands around it, or of a request that is none. */
function failure(): Answer {
  console.error(
    'outlet-open-api: What toNodeListener was passed failed, or gave no Response. It is answered 503.',
  );
  return { status: 503, headers: {}, body: new Uint8Array() };
}

const lingerMs = 500;
