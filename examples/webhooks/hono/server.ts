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
});

const app = new Hono();
// A Fetch-standard request has no client IP. Behind a proxy, this is the IP of the proxy: set trustProxy of ipAllowList.
app.all('/webhooks', (c) => handle(c.req.raw, { clientIp: getConnInfo(c).remote.address }));
serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) });
