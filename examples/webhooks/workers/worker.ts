import { env } from 'cloudflare:workers';
import { createWebhookHandler, ipAllowList, sharedSecret } from 'outlet-open-api/webhooks';
import { enqueue } from '../queue.js';

const handle = createWebhookHandler({
  verify: [
    sharedSecret({ query: 'secret', value: env.WEBHOOK_SECRET }),
    ipAllowList(env.WEBHOOK_SENDERS.split(',')),
  ],
  on: {
    'order.complete': (event) => enqueue(event, env.QUEUE_URL),
    'order.cancelled': (event) => enqueue(event, env.QUEUE_URL),
  },
});

export default {
  fetch(request: Request, _env: unknown, context: { waitUntil(promise: Promise<unknown>): void }) {
    // Without waitUntil, Workers cancels what still runs after the response.
    return handle(request, {
      clientIp: request.headers.get('cf-connecting-ip') ?? undefined,
      waitUntil: (promise) => context.waitUntil(promise),
    });
  },
};
