import type { OutletClient } from 'outlet-open-api';
import { createOrderFeed } from 'outlet-open-api/sync';
import { createWebhookHandler, sharedSecret, type WebhookHandler } from 'outlet-open-api/webhooks';
import type { Database } from './database.js';
import { writeOrder } from './orders.js';

/** What takes webhooks in. */
export interface Receiver {
  readonly handle: WebhookHandler;
  /** Resolves when what came is written. */
  close(): Promise<void>;
}

/** Reads the order that a webhook tells of, and acknowledges when it is written. The feed reads and writes an order one at a time. */
export function receiveOrders(db: Database, outlet: OutletClient, secret: string | undefined): Receiver {
  const feed = createOrderFeed(outlet, {
    onOrder: (order) => db.transaction((tx) => writeOrder(tx, order)),
    onError(error, { orderId, attempt, gone }) {
      // Partners' orders answer so, too; the night brings them.
      if (gone) console.log(`order ${orderId} cannot be read by its id`);
      else console.error(`order ${orderId}, attempt ${attempt}`, error);
    },
  });
  const handle = createWebhookHandler({
    verify: [sharedSecret({ query: 'secret', value: secret })],
    onAny: feed.notify,
  });
  return { handle, close: feed.close };
}
