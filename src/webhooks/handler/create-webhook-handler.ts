import type { DeliveryInfo } from '../guards/guard.js';
import {
  handlerSettings,
  type WebhookContext,
  type WebhookHandlerOptions,
  type WebhookResolve,
  type WebhookScope,
} from './handler-options.js';
import { Receiver } from './receiver.js';

/**
 * Receives one delivery and returns the response to it. Whatever a delivery contains, the promise does not reject.
 *
 * @throws RequestValidationError if it gets no Fetch-standard request
 */
export type WebhookHandler = (request: Request, info?: DeliveryInfo) => Promise<Response>;

/**
 * Creates a function that receives webhooks: a Fetch-standard handler for every runtime and framework.
 *
 * It returns 200 if the event was handled, now or before, and 503 if the API shall deliver the event again: a handler threw, or
 * did not finish within `responseTimeout`. Such a handler continues, and the next delivery of the event gets its outcome.
 * Handlers of one order run one after another. A rejected delivery gets 405 for its method, 403 for its IP address, 401 for its
 * secret, 413 for its size, 408 for a stalled body, or 400 for its content.
 *
 * API specification: Events, rules 4 to 6.
 *
 * @example
 * ```ts
 * const handle = createWebhookHandler({
 *   verify: [sharedSecret({ query: 'secret', value: process.env.WEBHOOK_SECRET })],
 *   on: { 'order.complete': async (event) => { await queue.add(event); } },
 * });
 * createServer(toNodeListener(handle)).listen(8080);
 * ```
 * @throws RequestValidationError that lists every invalid option
 */
export function createWebhookHandler(
  options: WebhookHandlerOptions & { readonly resolve?: undefined },
): WebhookHandler;
/**
 * Creates a handler for several API keys. `resolve` returns the client of the key, which every event handler gets.
 *
 * @example
 * ```ts
 * createWebhookHandler({
 *   verify: [sharedSecret({ path: '/hooks/:outlet/:secret', value: secret })],
 *   resolve: (request) => ({ client: clientOf(new URL(request.url).pathname.split('/')[2]) }),
 *   on: { 'order.complete': async (event, { client }) => save(await client.orders.get(event.id)) },
 * });
 * ```
 */
export function createWebhookHandler<Context extends WebhookScope = WebhookContext>(
  options: WebhookHandlerOptions<Context> & { readonly resolve: WebhookResolve<Context> },
): WebhookHandler;
export function createWebhookHandler(
  options: WebhookHandlerOptions & { readonly resolve?: WebhookResolve<object> | undefined },
): WebhookHandler {
  const receiver = new Receiver(handlerSettings(options));
  return (request, info) => receiver.receive(request, info ?? {});
}
