import { NotFoundError, type OutletClient } from 'outlet-open-api';
import { createPostgresDeduplicator } from 'outlet-open-api/postgres';
import { createOrderFeed } from 'outlet-open-api/sync';
import { createWebhookHandler, sharedSecret, type WebhookHandler } from 'outlet-open-api/webhooks';
import type { Database } from './database.js';
import { writeOrder } from './orders.js';

/** Receives webhooks. */
export interface Receiver {
  readonly handle: WebhookHandler;
  /** Resolves when all received orders are written. */
  close(): Promise<void>;
}

/**
 * Writes the order of each webhook, and then acknowledges the webhook. The feed reads an order once for several events, so it cannot
 * end their claims in the transaction that writes the order. If a crash repeats an event, `read_at` and the difference to the sales
 * keep its order from being booked twice.
 */
export function receiveOrders(db: Database, outlet: OutletClient, secret: string | undefined): Receiver {
  const feed = createOrderFeed({
    outlet,
    onOrder: (order, { readAt }) => db.transaction((tx) => writeOrder(tx, order, readAt)),
    onError(error, { orderId, attempt, isFinal }) {
      // The API also returns 404 for partner-aggregated orders. The nightly job reads them from the list.
      if (!(error instanceof NotFoundError)) console.error(`order ${orderId}, attempt ${attempt}`, error);
      else if (isFinal) console.log(`order ${orderId} was not found`);
    },
  });
  const handle = createWebhookHandler({
    verify: [sharedSecret({ query: 'secret', value: secret })],
    deduplicator: createPostgresDeduplicator({ pool: db }),
    ...feed.webhooks,
  });
  return { handle, close: feed.close };
}
