import type { OutletPool } from 'outlet-open-api';
import { createPostgresDeduplicator } from 'outlet-open-api/postgres';
import { createOrderFeed } from 'outlet-open-api/sync';
import { createWebhookHandler, sharedSecret, type WebhookHandler } from 'outlet-open-api/webhooks';
import { type Database, databaseTime } from './database.js';
import { writeOrder } from './orders.js';
import { webhookSecretOf } from './outlets.js';

/** Receives webhooks. */
export interface Receiver {
  readonly handle: WebhookHandler;
  /** Resolves when all received orders are written. */
  close(): Promise<void>;
}

/** Writes the order of each webhook, and then acknowledges the webhook. Any number of processes can receive the same outlets. */
export function receiveOrders(db: Database, outlets: OutletPool, secret: string): Receiver {
  const feed = createOrderFeed({
    now: () => databaseTime(db),
    onOrder: (order, { scope, readAt }) => db.transaction((tx) => writeOrder(tx, scope, order, readAt)),
  });
  const handle = createWebhookHandler({
    verify: [
      sharedSecret({
        path: '/hooks/:outlet/:secret',
        value: (request) => webhookSecretOf(outletRefOf(request), secret),
      }),
    ],
    resolve: outlets.resolve(outletRefOf),
    deduplicator: createPostgresDeduplicator({ pool: db }),
    ...feed.webhooks,
  });
  return { handle, close: feed.close };
}

function outletRefOf({ url }: Request): string {
  return new URL(url).pathname.split('/')[2] ?? '';
}
