import { once } from 'node:events';
import { createServer } from 'node:http';
import {
  createWebhookHandler,
  sharedSecret,
  toNodeListener,
  type WebhookHandlerOptions,
} from 'outlet-open-api/webhooks';

/**
 * Receives webhooks at the port `PORT`. The API does not sign deliveries, so the webhook URL of the key ends with
 * `?secret=` and the value of `WEBHOOK_SECRET`. Deliveries without it get 401.
 *
 * Returns a function that accepts no more deliveries, and resolves when the running ones have their response.
 */
export async function receiveWebhooks(
  options: Omit<WebhookHandlerOptions, 'verify'>,
): Promise<() => Promise<void>> {
  const { PORT = '8080', WEBHOOK_SECRET: value } = process.env;
  if (!value) throw new Error('Set WEBHOOK_SECRET. To create a secret, run: openssl rand -hex 32');
  const handle = createWebhookHandler({ ...options, verify: [sharedSecret({ query: 'secret', value })] });
  const server = createServer(toNodeListener(handle)).listen(Number(PORT));
  await once(server, 'listening');
  console.log(`Receiving webhooks at port ${PORT}`);

  return async () => {
    const closed = once(server, 'close');
    server.close();
    // A connection becomes idle when its response was sent. Senders keep idle connections open.
    const timer = setInterval(() => server.closeIdleConnections(), 50);
    await closed;
    clearInterval(timer);
  };
}
