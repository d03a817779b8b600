import { createServer } from 'node:http';
import { createWebhookHandler, sharedSecret, toNodeListener } from 'outlet-open-api/webhooks';
import { enqueue } from '../queue.js';

const handle = createWebhookHandler({
  verify: [sharedSecret({ query: 'secret', value: process.env.WEBHOOK_SECRET })],
  on: {
    'order.complete': (event) => enqueue(event),
    'order.cancelled': (event) => enqueue(event),
  },
  onError: (error, { step, event }) => console.error(step, event?.event, error),
});

// It answers at every path: without a router in front, the secret alone tells a delivery from anything else.
createServer(toNodeListener(handle)).listen(Number(process.env.PORT ?? 3000));
