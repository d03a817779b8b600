import express from 'express';
import { createWebhookHandler, sharedSecret, toNodeListener } from 'outlet-open-api/webhooks';
import { enqueue } from './queue.js';

const handle = createWebhookHandler({
  verify: [sharedSecret({ query: 'secret', value: process.env.WEBHOOK_SECRET })],
  on: { 'order.complete': enqueue, 'order.cancelled': enqueue },
  onError: (error, { step, event }) => console.error('Webhook failed', { step, id: event?.id, error }),
});

const app = express();
// Before express.json(), the handler checks the secret before it reads the body. After it, the handler uses the parsed body.
app.all('/webhooks', toNodeListener(handle));
app.use(express.json());
app.listen(Number(process.env.PORT ?? 3000), (error) => {
  if (error) throw error;
});
