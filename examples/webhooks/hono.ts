import { serve } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono } from 'hono';
import { createHandler } from './handler.js';
import { enqueue } from './queue.js';

const handle = createHandler(process.env, enqueue);
const app = new Hono();
// A Fetch-standard request has no client IP, so the adapter of the runtime provides it.
app.all('/webhooks', (c) => handle(c.req.raw, { clientIp: getConnInfo(c).remote.address }));
serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) });
