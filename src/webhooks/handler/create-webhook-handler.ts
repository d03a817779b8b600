import type { DeliveryInfo } from '../guards/guard.js';
import {
  type GivenOptions,
  handlerSettings,
  type WebhookContext,
  type WebhookHandlerOptions,
  type WebhookKey,
  type WebhookResolve,
} from './handler-options.js';
import { Receiver } from './receiver.js';

/**
 * Receives one delivery and returns the response. The content of a delivery never rejects the promise.
 * @throws {@link RequestValidationError} if `request` is not a Fetch-standard `Request`
 */
export type WebhookHandler = (request: Request, info?: DeliveryInfo) => Promise<Response>;

/**
 * Creates a function that receives webhooks: a Fetch-standard handler for every runtime and framework.
 *
 * The handler returns 200 if the event was handled, now or before. It returns 503 if a handler threw, or did not finish within
 * `responseTimeout`, so that the API delivers the event again. A late handler continues, and the next delivery of the event gets
 * its outcome. Handlers of one order, or of an event without an ID, run one after another. Rejected deliveries get 405 (method), 403
 * (IP address), 401 (secret), 413 (size), 408 (stalled body) or 400 (content). API specification: Events, rules 4 to 6.
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 *
 * const handle = createWebhookHandler({
 *   verify: [sharedSecret({ query: 'secret', value: process.env.WEBHOOK_SECRET })],
 *   on: { 'order.complete': async (event) => { await queue.add(event); } },
 * });
 * createServer(toNodeListener(handle)).listen(8080);
 * ```
 * @throws {@link RequestValidationError} that lists every invalid option
 */
export function createWebhookHandler(
  options: WebhookHandlerOptions & { readonly resolve?: undefined },
): WebhookHandler;
/**
 * Creates a handler for several API keys. `resolve` returns the client of the key, which is passed to every event handler as
 * `outlet`. Event handlers also get the `keyRef`: the one that `resolve` returned, or else a hash of the client's token.
 * @example
 * ```ts
 * createWebhookHandler({
 *   verify: [sharedSecret({ path: '/hooks/:outlet/:secret', value: secret })],
 *   resolve: (request) => ({ outlet: clientOf(new URL(request.url).pathname.split('/')[2]) }),
 *   on: { 'order.complete': async (event, { outlet }) => save(await outlet.orders.get(event.id)) },
 * });
 * ```
 */
export function createWebhookHandler<Context extends WebhookKey = WebhookContext>(
  options: WebhookHandlerOptions<Context & Readonly<Record<'keyRef', string>>> & {
    readonly resolve: WebhookResolve<Context>;
  },
): WebhookHandler;
export function createWebhookHandler(options: GivenOptions): WebhookHandler {
  const receiver = new Receiver(handlerSettings(options));
  return (request, info) => receiver.receive(request, info ?? {});
}
