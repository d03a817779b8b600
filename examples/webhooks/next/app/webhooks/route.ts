import { after } from 'next/server';
import { createWebhookHandler, sharedSecret, type WebhookHandler } from 'outlet-open-api/webhooks';
import { enqueue } from '../../queue';

let handle: WebhookHandler | undefined;

function createHandler(): WebhookHandler {
  return createWebhookHandler({
    verify: [sharedSecret({ query: 'secret', value: process.env.WEBHOOK_SECRET })],
    on: { 'order.complete': enqueue, 'order.cancelled': enqueue },
    onError: (error, { step, event }) => console.error('Webhook failed', { step, id: event?.id, error }),
  });
}

export function POST(request: Request): Promise<Response> {
  // `next build` loads this file without the secret, so the first delivery creates the handler.
  handle ??= createHandler();
  return handle(request, { waitUntil: after });
}
