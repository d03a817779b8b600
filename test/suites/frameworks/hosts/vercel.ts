// Emulates Vercel, which sets the header with the client IP, and can suspend a function that has not called `waitUntil`.
import { AsyncLocalStorage } from 'node:async_hooks';
import { type Http2Bindings, type HttpBindings, serve } from '@hono/node-server';

const invocation = new AsyncLocalStorage<{ waitUntil(promise: Promise<unknown>): void }>();
Object.assign(globalThis, { [Symbol.for('@vercel/request-context')]: { get: () => invocation.getStore() } });
const { default: webhooks } = await import('../copies/vercel/api/webhooks.js');

/** Whether a delivery has called `waitUntil`. A duplicate has no handler to wait for. */
let isExtended = false;

serve({
  port: Number(process.env.PORT),
  async fetch(original: Request, { incoming }: HttpBindings | Http2Bindings) {
    const request = new Request(original);
    request.headers.set('x-real-ip', incoming.socket.remoteAddress ?? '');
    const waitUntil = () => {
      isExtended = true;
    };
    const response = await invocation.run({ waitUntil }, () => webhooks.fetch(request));
    if (response.ok && !isExtended)
      throw new Error('The function can be suspended: it did not call waitUntil.');
    return response;
  },
});
