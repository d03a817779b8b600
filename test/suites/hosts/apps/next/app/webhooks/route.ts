import { createWebhookHandler, sharedSecret, type WebhookHandler } from 'outlet-open-api/webhooks';

let handle: WebhookHandler | undefined;

export function POST(request: Request): Promise<Response> {
  handle ??= createWebhookHandler({
    verify: [sharedSecret({ query: 'secret', value: process.env.WEBHOOK_SECRET })],
    on: { 'order.complete': ({ id }) => console.log(`Order ${id} is complete`) },
  });
  return handle(request);
}
