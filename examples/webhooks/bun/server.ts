import { serve } from 'bun';
import { createWebhookHandler, ipAllowList, sharedSecret } from 'outlet-open-api/webhooks';
import { enqueue } from './queue.js';

const senders = process.env.WEBHOOK_SENDERS?.split(',');
const handle = createWebhookHandler({
  verify: [
    sharedSecret({ query: 'secret', value: process.env.WEBHOOK_SECRET }),
    ...(senders ? [ipAllowList(senders)] : []),
  ],
  on: { 'order.complete': enqueue, 'order.cancelled': enqueue },
  onError: (error, { step, event }) => console.error('Webhook failed', { step, id: event?.id, error }),
});

const server = serve({
  port: Number(process.env.PORT ?? 3000),
  routes: {
    '/webhooks': (request, server) => handle(request, { clientIp: server.requestIP(request)?.address }),
  },
});
console.log(`Listening on ${server.url}`);
