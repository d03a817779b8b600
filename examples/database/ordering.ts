import type { OrderCreateParams, OutletPool } from 'outlet-open-api';
import { createPostgresOutboxStore, type PostgresClient } from 'outlet-open-api/postgres';
import { createOutbox, type Outbox, type OutboxEntry } from 'outlet-open-api/sync';
import type { Database } from './database.js';

/**
 * Opens the outbox of an ordering platform. Call `run` in each process, and pass the outbox to a webhook handler as a consumer.
 * A change can be reported twice, and by two processes at once, so a row keeps the latest version.
 */
export function openOutbox(db: Database, outlets: OutletPool): Outbox<PostgresClient> {
  return createOutbox({
    store: createPostgresOutboxStore({ pool: db }),
    outlets,
    async onChange({ keyRef, reference, state, order, version }) {
      await db.query(
        `update guest_orders set status = $3, version = $4
         where key_ref = $1 and order_ref = $2 and version < $4`,
        [keyRef, reference, order?.status ?? state, version],
      );
    },
  });
}

/**
 * Accepts an order in the request of the guest, whose app repeats the request if the response is lost. The order and your own row are
 * stored together. Build the order only from that request, without the current time, so that a repeat is equal.
 * @throws OutboxError with the reason `conflict` if the number has another order: respond with 409
 */
export function acceptOrder(
  db: Database,
  outbox: Outbox<PostgresClient>,
  keyRef: string,
  order: OrderCreateParams,
): Promise<OutboxEntry> {
  return db.transaction(async (transaction) => {
    const entry = await outbox.addOrder(keyRef, order, { transaction });
    await transaction.query(
      'insert into guest_orders (key_ref, order_ref, status) values ($1, $2, $3) on conflict do nothing',
      [keyRef, entry.reference, entry.state],
    );
    return entry;
  });
}
