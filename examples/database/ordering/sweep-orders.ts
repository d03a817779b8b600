import { NotFoundError, type OrderCreateParams, type OutletClient } from 'outlet-open-api';
import type { Platform } from './send-orders.js';

type Row = {
  readonly orderRef: string;
  readonly orderId: string | null;
  readonly body: string;
  readonly firstSentAt: Date;
};

/**
 * Reads the orders of an outlet that were accepted within `age`, such as '7 days', and looks for those without an ID. If an order fails,
 * the others continue, and the result rejects at the end.
 */
export async function sweepOrders(
  { db, outlets, feed }: Platform,
  keyRef: string,
  age: string,
): Promise<void> {
  const outlet = await outlets.get(keyRef);
  const { rows } = await db.query<Row>(
    `select order_ref as "orderRef", order_id as "orderId", body, first_sent_at as "firstSentAt" from platform_orders
     where key_ref = $1 and accepted_at > clock_timestamp() - $2::interval and state not in ('rejected', 'expired')
       and (order_id is not null or first_sent_at < clock_timestamp() - interval '1 minute')`,
    [keyRef, age],
  );
  const failed: string[] = [];
  for (const row of rows) {
    try {
      const orderId = row.orderId ?? (await find(outlet, row));
      await feed.refresh(orderId, await outlets.context(keyRef));
    } catch (error) {
      failed.push(row.orderRef);
      console.error(`${keyRef} ${row.orderRef}:`, error);
    }
  }
  if (failed.length > 0) throw new Error(`The sweep failed for ${failed.join(', ')} of ${keyRef}.`);
}

/** Returns the ID of an order whose create has no usable response. Only the action log shows orders that are open. */
async function find(outlet: OutletClient, { body, firstSentAt }: Row): Promise<string> {
  const { channelId, partnerInfo }: OrderCreateParams = JSON.parse(body);
  const from = new Date(firstSentAt.getTime() - 60_000); // the clock of the API can differ
  const ids = new Set<string>();
  for await (const { metadata } of outlet.actionLogs.list({ from, channelId })) {
    if (typeof metadata?.orderId === 'string') ids.add(metadata.orderId); // undocumented
  }
  for (const id of ids) {
    try {
      const { partnerInfo: found } = await outlet.orders.get(id);
      const isSame =
        found?.orderId === partnerInfo.orderId && found.partnerChannel === partnerInfo.partnerChannel;
      if (isSame) return id;
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error; // the order is of another partner
    }
  }
  throw new Error('The action log has no such order. If it has waited for 23 hours, look for it in the POS.');
}
