import type { OutletPool } from 'outlet-open-api';
import { createOrderFeed } from 'outlet-open-api/sync';
import { createWebhookHandler, sharedSecret, type WebhookHandler } from 'outlet-open-api/webhooks';
import { type Database, databaseTime } from './database.js';
import { webhookSecretOf } from './keys.js';
import { writeOrder } from './orders.js';

/** Receives webhooks. */
export interface Receiver {
  readonly handle: WebhookHandler;
  /** Resolves when all received orders are written. */
  close(): Promise<void>;
}

/** Writes the order of each webhook, and then acknowledges the webhook. Any number of processes can receive the same events. */
export function receiveOrders(db: Database, outlets: OutletPool, secret: string): Receiver {
  const feed = createOrderFeed({
    now: () => databaseTime(db),
    onOrder: (order, { outletRef, readAt }) => writeOrder(db, outletRef, order, readAt),
  });
  const handle = createWebhookHandler({
    verify: [
      sharedSecret({
        path: '/hooks/:key/:secret',
        value: (request) => webhookSecretOf(keyRefOf(request), secret),
      }),
    ],
    resolve: outlets.resolve(keyRefOf),
    consumers: [feed],
  });
  return { handle, close: feed.close };
}

function keyRefOf({ url }: Request): string {
  return new URL(url).pathname.split('/')[2] ?? '';
}
