import { after } from 'next/server';
import { createWebhookHandler, sharedSecret, type WebhookHandler } from 'outlet-open-api/webhooks';
import { enqueue } from '../../../queue';

let handle: WebhookHandler | undefined;

function createHandler(): WebhookHandler {
  return createWebhookHandler({
    verify: [sharedSecret({ query: 'secret', value: process.env.WEBHOOK_SECRET })],
    on: {
      'order.complete': (event) => enqueue(event),
      'order.cancelled': (event) => enqueue(event),
    },
    onError: (error, { step, event }) => console.error(step, event?.event, error),
  });
}

export function POST(request: Request): Promise<Response> {
  // `next build` loads this file, where there is no secret yet: the first delivery makes the handler.
  handle ??= createHandler();
  return handle(request, { waitUntil: after });
}
