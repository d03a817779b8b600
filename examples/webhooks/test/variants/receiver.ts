import { createWebhookHandler, ipAllowList, sharedSecret, toNodeListener } from 'outlet-open-api/webhooks';
import { enqueue } from '../../node-http/queue.js';

export const handle = createWebhookHandler({
  verify: [
    sharedSecret({ query: 'secret', value: process.env.WEBHOOK_SECRET }),
    ipAllowList(process.env.WEBHOOK_SENDERS?.split(',') ?? []),
  ],
  on: { 'order.complete': enqueue, 'order.cancelled': enqueue },
});

export const listener = toNodeListener(handle);
