import { ipAddress, waitUntil } from '@vercel/functions';
import { createWebhookHandler, ipAllowList, sharedSecret } from 'outlet-open-api/webhooks';
import { enqueue } from '../queue.js';

const senders = process.env.WEBHOOK_SENDERS?.split(',');
const handle = createWebhookHandler({
  verify: [
    sharedSecret({ query: 'secret', value: process.env.WEBHOOK_SECRET }),
    ...(senders ? [ipAllowList(senders)] : []),
  ],
  on: { 'order.complete': enqueue, 'order.cancelled': enqueue },
  onError: (error, { step, event }) => console.error('Webhook failed', { step, id: event?.id, error }),
});

export default {
  fetch(request: Request): Promise<Response> {
    // Vercel can suspend the function after the response, so waitUntil keeps it running until slow handlers finish.
    return handle(request, { clientIp: ipAddress(request), waitUntil });
  },
};
