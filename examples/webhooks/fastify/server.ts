import Fastify from 'fastify';
import { createWebhookHandler, sharedSecret, toNodeListener } from 'outlet-open-api/webhooks';
import { enqueue } from '../queue.js';

const handle = createWebhookHandler({
  verify: [sharedSecret({ query: 'secret', value: process.env.WEBHOOK_SECRET })],
  on: {
    'order.complete': (event) => enqueue(event),
    'order.cancelled': (event) => enqueue(event),
  },
  onError: (error, { step, event }) => console.error(step, event?.event, error),
});
const listener = toNodeListener(handle);

const app = Fastify();
app.register(async (webhooks) => {
  // Fastify reads a body before it asks the route, and keeps none of it on the raw request. Here, and here alone, it reads nothing.
  webhooks.removeAllContentTypeParsers();
  webhooks.addContentTypeParser('*', (_request, _body, done) => done(null));
  webhooks.all('/webhooks', (request, reply) => {
    reply.hijack();
    listener(request.raw, reply.raw);
  });
});
await app.listen({ port: Number(process.env.PORT ?? 3000) });
