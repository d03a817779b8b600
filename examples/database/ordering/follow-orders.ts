import type { Order } from 'outlet-open-api';
import { createOrderFeed, type OrderFeed } from 'outlet-open-api/sync';
import { type Database, databaseTime } from '../database.js';

/**
 * Writes the orders of events. Pass its `webhooks` to createWebhookHandler, with `resolve` of the pool.
 *
 * @param partnerChannels - the name of your platform at the outlet of each key
 */
export function followOrders(db: Database, partnerChannels: ReadonlyMap<string, string>): OrderFeed {
  return createOrderFeed({
    now: () => databaseTime(db),
    async onOrder(order, { keyRef, readAt }) {
      const isWritten = await writeOrder(db, keyRef, partnerChannels.get(keyRef), order, readAt);
      if (!isWritten) console.error(`ALERT: ${keyRef} has an order without a row: ${order.id}`);
    },
  });
}

/**
 * Writes the status of an order, unless the row has one that was read later. If the response of its create was lost, finds the row by
 * your number, which another platform can use as well. Returns whether there is a row.
 */
async function writeOrder(
  db: Database,
  keyRef: string,
  partnerChannel: string | undefined,
  { id, status, partnerInfo }: Order,
  readAt: Date,
): Promise<boolean> {
  const isOurs = partnerChannel !== undefined && partnerInfo?.partnerChannel === partnerChannel;
  const { rows } = await db.query(
    `update platform_orders set state = 'created', order_id = $2,
       status = case when read_at > $5 then status else $4 end, read_at = greatest(read_at, $5)
     where key_ref = $1 and (order_id = $2 or (order_id is null and order_ref = $3))
     returning order_id`,
    [keyRef, id, isOurs ? partnerInfo.orderId : null, status, readAt],
  );
  return rows.length > 0;
}
