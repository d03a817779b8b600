import { serve } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono } from 'hono';
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

const app = new Hono();
// A Fetch-standard request has no client IP, so the adapter of the runtime provides it.
app.all('/webhooks', (c) => handle(c.req.raw, { clientIp: getConnInfo(c).remote.address }));
serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) });
