import express from 'express';
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

const app = express();
// In front of express.json(), so that nothing is read before the secret is checked. Behind it, the handler takes what was parsed.
app.all('/webhooks', toNodeListener(handle));
app.use(express.json());
app.listen(Number(process.env.PORT ?? 3000));
