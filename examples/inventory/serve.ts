import { once } from 'node:events';
import { createServer } from 'node:http';
import {
  createWebhookHandler,
  sharedSecret,
  toNodeListener,
  type WebhookHandlerOptions,
} from 'outlet-open-api/webhooks';
import { logError } from './log-error.js';
import { required } from './required.js';

/** Your own routes, such as `GET /menu`, and what their response contains. */
export type Routes = Readonly<Record<string, (request: Request) => unknown>>;

/**
 * Serves routes, and webhooks at `/webhooks`, at the port `PORT`. The API does not sign deliveries, so the webhook URL of the key ends with
 * `?secret=` and the value of `WEBHOOK_SECRET`. Nothing protects the other routes, so a proxy must not forward them.
 *
 * Returns a function that accepts no more requests, and resolves when the running ones have their response.
 */
export async function serve(
  routes: Routes,
  options: Omit<WebhookHandlerOptions, 'verify'>,
): Promise<() => Promise<void>> {
  const { PORT = '8080' } = process.env;
  const value = required('WEBHOOK_SECRET', 'the output of: openssl rand -hex 32');
  const handle = createWebhookHandler({ ...options, verify: [sharedSecret({ query: 'secret', value })] });
  const server = createServer(
    toNodeListener(async (request, info) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/webhooks') return handle(request, info);
      const route = routes[`${request.method} ${pathname}`];
      if (!route) return new Response(null, { status: 404 });
      try {
        return Response.json((await route(request)) ?? null);
      } catch (error) {
        logError(error);
        return new Response(null, { status: 503 });
      }
    }),
  ).listen(Number(PORT));
  await once(server, 'listening');
  console.log(`Receiving webhooks at port ${PORT}`);

  return async () => {
    await once(server.close(), 'close');
  };
}
