import {
  createWebhookHandler,
  ipAllowList,
  type OrderCancelledEvent,
  type OrderCompleteEvent,
  sharedSecret,
  type WebhookHandler,
} from 'outlet-open-api/webhooks';

type Environment = Readonly<Record<string, string | undefined>>;

type Enqueue = (
  event: OrderCompleteEvent | OrderCancelledEvent,
  context: { signal: AbortSignal },
) => Promise<unknown>;

/** Creates a handler that checks the secret of a delivery and the IP address of its sender, and adds its event to a queue. */
export function createHandler(env: Environment, enqueue: Enqueue): WebhookHandler {
  const senders = env.WEBHOOK_SENDERS?.split(',');
  return createWebhookHandler({
    verify: [
      sharedSecret({ query: 'secret', value: env.WEBHOOK_SECRET }),
      ...(senders ? [ipAllowList(senders)] : []),
    ],
    on: { 'order.complete': enqueue, 'order.cancelled': enqueue },
    onError: (error, { step, event }) => console.error('Webhook failed', { step, id: event?.id, error }),
  });
}
