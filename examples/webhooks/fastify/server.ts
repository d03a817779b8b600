import Fastify from 'fastify';
import { createWebhookHandler, sharedSecret, toNodeListener } from 'outlet-open-api/webhooks';
import { enqueue } from '../queue.js';

const handle = createWebhookHandler({
  verify: [sharedSecret({ query: 'secret', value: process.env.WEBHOOK_SECRET })],
  on: {
    'order.complete': (event) => enqueue(event),
    'order.cancelled': (event) => enqueue(event),
  },
});
const listener = toNodeListener(handle);

const app = Fastify();
app.register(async (webhooks) => {
  // Fastify reads the body before the route runs, and does not keep it on the raw request. This turns that off for this route.
  webhooks.removeAllContentTypeParsers();
  webhooks.addContentTypeParser('*', (_request, _body, done) => done(null));
  webhooks.all('/webhooks', (request, reply) => {
    reply.hijack();
    listener(request.raw, reply.raw);
  });
});
await app.listen({ port: Number(process.env.PORT ?? 3000) });
