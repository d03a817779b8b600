import type { DeliveryInfo } from '../guards/guard.js';
import {
  handlerSettings,
  type WebhookContext,
  type WebhookHandlerOptions,
  type WebhookResolve,
} from './handler-options.js';
import { Receiver } from './receiver.js';

/**
 * Receives one delivery, and answers it.
 *
 * @throws RequestValidationError where it is passed no Fetch-standard request; it never rejects for what a delivery holds
 */
export type WebhookHandler = (request: Request, info?: DeliveryInfo) => Promise<Response>;

/**
 * Makes the function that receives webhooks: a Fetch-standard handler for every runtime and framework.
 *
 * It answers 200 once an event is handled, was handled before, or is none that anybody waits for; 503 where a handler fails or takes
 * longer than `responseTimeout`, so that the service delivers again. Such a handler runs on, and the repeated delivery finds its outcome.
 * Refused are: 405 what is no POST, 403 by address, 401 by secret, 413 for its size, 408 for its pace, 400 for its content.
 *
 * Specification: "Events", rules 4 to 6.
 *
 * @example
 * ```ts
 * const handle = createWebhookHandler({
 *   verify: [sharedSecret({ query: 'secret', value: process.env.WEBHOOK_SECRET })],
 *   on: { 'order.complete': async (event) => { await queue.add(event); } },
 * });
 * createServer(toNodeListener(handle)).listen(8080);
 * ```
 * @throws RequestValidationError that names every option that is wrong
 */
export function createWebhookHandler(
  options: WebhookHandlerOptions & { readonly resolve?: undefined },
): WebhookHandler;
/**
 * Several outlets on one server: `resolve` tells which key a delivery is for, and each handler is passed what it gives.
 *
 * @example
 * ```ts
 * createWebhookHandler({
 *   verify: [sharedSecret({ path: '/hooks/:outlet/:secret', value: secret })],
 *   resolve: (request) => {
 *     const scope = new URL(request.url).pathname.split('/')[2] ?? '';
 *     return { client: clientOf(scope), scope };
 *   },
 *   on: { 'order.complete': async (event, { client }) => save(await client.orders.get(event.id)) },
 * });
 * ```
 */
export function createWebhookHandler<Context extends object = WebhookContext>(
  options: WebhookHandlerOptions<Context> & { readonly resolve: WebhookResolve<Context> },
): WebhookHandler;
export function createWebhookHandler(
  options: WebhookHandlerOptions & { readonly resolve?: WebhookResolve<object> | undefined },
): WebhookHandler {
  const receiver = new Receiver(handlerSettings({ ...options }));
  return (request, info) => receiver.receive(request, info ?? {});
}
