import Fastify from 'fastify';
import { createWebhookHandler, sharedSecret, toNodeListener } from 'outlet-open-api/webhooks';
import { enqueue } from './queue.js';

const handle = createWebhookHandler({
  verify: [sharedSecret({ query: 'secret', value: process.env.WEBHOOK_SECRET })],
  on: { 'order.complete': enqueue, 'order.cancelled': enqueue },
  onError: (error, { step, event }) => console.error('Webhook failed', { step, id: event?.id, error }),
});
const listener = toNodeListener(handle);

const app = Fastify();
app.register(async (webhooks) => {
  // Fastify parses the body before the route runs, and does not keep the bytes. These two lines leave the body unread.
  webhooks.removeAllContentTypeParsers();
  webhooks.addContentTypeParser('*', (_request, _body, done) => done(null));
  webhooks.all('/webhooks', (request, reply) => {
    reply.hijack();
    listener(request.raw, reply.raw);
  });
});
await app.listen({ host: '0.0.0.0', port: Number(process.env.PORT ?? 3000) });
