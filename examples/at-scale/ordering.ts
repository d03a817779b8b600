// `npm run ordering`: accepts orders of guests, and the webhooks about them. It does not need Redis.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { OutletError } from 'outlet-open-api';
import { OutboxError } from 'outlet-open-api/sync';
import { createWebhookHandler, sharedSecret, toNodeListener } from 'outlet-open-api/webhooks';
import { connectDatabase, connectRedisFailFast, untilStopped, variable } from './connections.js';
import { openOutbox } from './outbox.js';
import { openOutlets } from './outlets.js';
import { keyRefOf, secretOf } from './webhook-secret.js';

const stopped = untilStopped();
const redis = connectRedisFailFast();
const db = connectDatabase();
const outlets = openOutlets(db, redis);
const outbox = openOutbox(db, outlets);
const handleWebhook = createWebhookHandler({
  verify: [
    sharedSecret({
      path: '/hooks/:key/:secret',
      value: (request) => secretOf(keyRefOf(request), variable('WEBHOOK_SECRET')),
    }),
  ],
  resolve: outlets.resolve(keyRefOf),
  consumers: [outbox],
});

const server = createServer(
  toNodeListener(async (request, info) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/hooks/')) return handleWebhook(request, info);
    const [, keyRef = ''] = /^\/orders\/([^/]+)$/.exec(pathname) ?? [];
    try {
      const { reference, state } = await outbox.addOrder(keyRef, Object(await request.json()));
      return Response.json({ reference, state }, { status: 202 });
    } catch (error) {
      console.error(error instanceof OutletError ? error.message : error);
      const isConflict = error instanceof OutboxError && error.reason === 'conflict';
      return new Response(null, { status: isConflict ? 409 : 503 });
    }
  }),
).listen(Number(process.env.PORT || 3001));
await once(server, 'listening');
const address = server.address();
console.log(`Accepting orders at port ${typeof address === 'object' ? address?.port : address}`);

await stopped;
// A connection becomes idle when its response was sent. Guests keep idle connections open.
const closed = once(server.close(), 'close');
const timer = setInterval(() => server.closeIdleConnections(), 50);
await closed;
clearInterval(timer);
await outbox.close();
outlets.close();
await db.end();
redis.disconnect();
