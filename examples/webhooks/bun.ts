import { serve } from 'bun';
import { createHandler } from './handler.js';
import { enqueue } from './queue.js';

const handle = createHandler(process.env, enqueue);
const { url } = serve({
  port: Number(process.env.PORT ?? 3000),
  routes: {
    '/webhooks': (request, server) => handle(request, { clientIp: server.requestIP(request)?.address }),
  },
});
console.log(`Listening on ${url}`);
