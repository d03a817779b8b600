import Fastify from 'fastify';
import { toNodeListener } from 'outlet-open-api/webhooks';
import { createHandler } from './handler.js';
import { enqueue } from './queue.js';

const listener = toNodeListener(createHandler(process.env, enqueue));
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
