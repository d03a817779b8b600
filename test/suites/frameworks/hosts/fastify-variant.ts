// Fastify with its own parsers, which pass a parsed body.
import Fastify from 'fastify';
import { handle } from './receiver.js';

const app = Fastify();
app.all('/webhooks', (request) => {
  const { method, url, ip, body } = request;
  const info = { clientIp: ip, ...(typeof body === 'object' && body && { body }) };
  return handle(new Request(new URL(url, 'http://localhost'), { method }), info);
});
await app.listen({ port: 0 });
