import type { OutletPool } from 'outlet-open-api';
import type { OrderCopy } from 'outlet-open-api/sync';
import { createWebhookHandler, sharedSecret, type WebhookHandler } from 'outlet-open-api/webhooks';
import { webhookSecretOf } from './keys.js';

/** Writes the order of each webhook, and then acknowledges the webhook. Any number of processes can receive the same events. */
export function receiveOrders(copy: OrderCopy, outlets: OutletPool, secret: string): WebhookHandler {
  return createWebhookHandler({
    verify: [
      sharedSecret({
        query: 'secret',
        value: (request) => webhookSecretOf(keyRefOf(request), secret),
      }),
    ],
    resolve: outlets.resolve(keyRefOf),
    consumers: [copy],
  });
}

function keyRefOf({ url }: Request): string {
  return new URL(url).searchParams.get('key') ?? '';
}
