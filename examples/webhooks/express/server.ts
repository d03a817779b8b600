import express from 'express';
import { createWebhookHandler, sharedSecret, toNodeListener } from 'outlet-open-api/webhooks';
import { enqueue } from '../queue.js';

const handle = createWebhookHandler({
  verify: [sharedSecret({ query: 'secret', value: process.env.WEBHOOK_SECRET })],
  on: {
    'order.complete': (event) => enqueue(event),
    'order.cancelled': (event) => enqueue(event),
  },
});

const app = express();
// Before express.json(), so that the secret is checked first. After it, the handler uses the parsed body.
app.all('/webhooks', toNodeListener(handle));
app.use(express.json());
app.listen(Number(process.env.PORT ?? 3000));
