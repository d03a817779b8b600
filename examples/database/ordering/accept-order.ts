import { randomUUID } from 'node:crypto';
import type { OrderCreateParams } from 'outlet-open-api';
import type { Database } from '../database.js';

/** How long a guest waits for the restaurant to get the order. */
const sendWithin = '10 minutes';

/**
 * Stores an order, which `sendOrders` then sends. Call this function in the request of the guest, whose app repeats the request if the
 * response is lost. Build the order only from that request, without the current time, so that a repeat has the same body.
 *
 * @returns false if the number already has another order: respond with 409
 */
export async function acceptOrder(db: Database, keyRef: string, order: OrderCreateParams): Promise<boolean> {
  const { orderId } = order.partnerInfo;
  const body = JSON.stringify(order);
  await db.query(
    `insert into platform_orders (key_ref, order_ref, body, idempotency_key, send_until)
     values ($1, $2, $3, $4, clock_timestamp() + $5::interval)
     on conflict (key_ref, order_ref) do nothing`,
    [keyRef, orderId, body, randomUUID(), sendWithin],
  );
  const { rows } = await db.query<{ body: string }>(
    'select body from platform_orders where key_ref = $1 and order_ref = $2',
    [keyRef, orderId],
  );
  return rows[0]?.body === body;
}
