// `npm run receiver`: adds a job for each webhook. It needs only Redis, so it accepts webhooks while PostgreSQL or the API is down.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createWebhookHandler, sharedSecret, toNodeListener } from 'outlet-open-api/webhooks';
import { connectRedisFailFast, untilStopped, variable } from './connections.js';
import { count } from './counters.js';
import { addOrderJob, closeQueues, openQueues } from './queues.js';
import { keyRefOf, secretOf } from './webhook-secret.js';

const redis = connectRedisFailFast();
const queues = openQueues(redis);

const { OLD_WEBHOOK_SECRET } = process.env;
const secrets = [variable('WEBHOOK_SECRET'), ...(OLD_WEBHOOK_SECRET ? [OLD_WEBHOOK_SECRET] : [])];

const handle = createWebhookHandler({
  verify: [
    sharedSecret({
      path: '/hooks/:key/:secret',
      value: (request) => secrets.map((secret) => secretOf(keyRefOf(request), secret)),
    }),
  ],
  resolve: (request) => ({ keyRef: keyRefOf(request) }),
  // Each delivery adds a job, also a repeated one: a second job of an order only reads the order again. If deliveries were remembered,
  // a merchant could not republish the events whose jobs Redis has lost.
  deduplicate: false,
  // The API gets 200 after Redis has stored the job. If Redis fails, the API gets 503 and delivers the event again.
  async onAny(event, { keyRef }) {
    // A later version of the API can add events of orders.
    const name = event.event === 'unknown' ? event.name : event.event;
    if (name.startsWith('order.') && event.id) await addOrderJob(queues, { keyRef, orderId: event.id });
    count(redis, 'received');
  },
  // The connection reports an outage of Redis once. Each delivery fails during it.
  onError(error, { step }) {
    if (redis.status === 'ready') console.error(`A delivery failed in the step ${step}:`, error);
  },
});

const server = createServer(toNodeListener(handle)).listen(Number(process.env.PORT || 3000));
await once(server, 'listening');
const address = server.address();
console.log(`Receiving webhooks at port ${typeof address === 'object' ? address?.port : address}`);

await untilStopped();
// A connection becomes idle when its response was sent. Senders keep idle connections open.
const closed = once(server.close(), 'close');
const timer = setInterval(() => server.closeIdleConnections(), 50);
await closed;
clearInterval(timer);
await closeQueues(queues);
redis.disconnect();
