// Hono behind a middleware that reads the body.
import { serve } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono } from 'hono';
import { handle } from './receiver.js';

const app = new Hono();
app.use(async (c, next) => {
  await c.req.text();
  await next();
});
app.all('/webhooks', async (c) => {
  const body = await c.req.text();
  return handle(c.req.raw, { clientIp: getConnInfo(c).remote.address, body });
});
serve({ fetch: app.fetch, port: 0 });
