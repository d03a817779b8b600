import { createServer } from 'node:http';
import { createWebhookHandler, toNodeListener, type WebhookEvent } from 'outlet-open-api/webhooks';
import { listen, type Served } from './restaurant/serve.js';

/**
 * Listens for webhooks. An event whose handling fails is delivered again. On this machine nobody has to be kept out; what the
 * internet reaches has guards as `verify`.
 */
export function receiveWebhooks(
  onAny: (event: WebhookEvent) => void | Promise<void>,
  port?: number,
): Promise<Served> {
  return listen(createServer(toNodeListener(createWebhookHandler({ verify: [], onAny }))), port);
}
