import { createServer } from 'node:http';
import { createWebhookHandler, toNodeListener, type WebhookEvent } from 'outlet-open-api/webhooks';
import { listen, type Served } from './restaurant/serve.js';

/**
 * Starts a server for webhooks. If a handler fails, the event is delivered again. It runs on this machine only. A server on the
 * internet needs guards, as `verify`.
 */
export function receiveWebhooks(
  onAny: (event: WebhookEvent) => void | Promise<void>,
  port?: number,
): Promise<Served> {
  return listen(createServer(toNodeListener(createWebhookHandler({ verify: [], onAny }))), port);
}
