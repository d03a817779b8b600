import { serve } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono } from 'hono';
import { createWebhookHandler, ipAllowList, sharedSecret } from 'outlet-open-api/webhooks';
import { enqueue } from '../queue.js';

const handle = createWebhookHandler({
  verify: [
    sharedSecret({ query: 'secret', value: process.env.WEBHOOK_SECRET }),
    ipAllowList(process.env.WEBHOOK_SENDERS?.split(',') ?? []),
  ],
  on: {
    'order.complete': (event) => enqueue(event),
    'order.cancelled': (event) => enqueue(event),
  },
  onError: (error, { step, event }) => console.error(step, event?.event, error),
});

const app = new Hono();
// A request of the Fetch standard knows no sender. Behind a proxy this one is the proxy's: give ipAllowList a trustProxy.
app.all('/webhooks', (c) => handle(c.req.raw, { clientIp: getConnInfo(c).remote.address }));
serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) });
