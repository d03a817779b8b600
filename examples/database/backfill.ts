import type { OutletClient } from 'outlet-open-api';
import { createPostgresCheckpointStore } from 'outlet-open-api/postgres';
import { backfillOrders } from 'outlet-open-api/sync';
import { type Database, leaseDuration, outletRef } from './database.js';
import { addOrder } from './orders.js';

/** Copies the orders of the past. Orders, their sales and the checkpoint are written in one transaction. */
export async function backfill(db: Database, outlet: OutletClient, from: string): Promise<void> {
  const checkpoints = createPostgresCheckpointStore({ pool: db });
  const { records } = await backfillOrders(outlet, {
    name: 'backfill',
    outletRef,
    from,
    checkpoints,
    leaseDuration,
    onOrders: (page, { checkpoint, run, readAt }) =>
      db.transaction(async (tx) => {
        for (const order of page) await addOrder(tx, order, readAt);
        await checkpoints.with(tx).save(run, checkpoint);
      }),
    onProgress: ({ records, fraction }) => console.log(`${records} orders, ${Math.round(100 * fraction)} %`),
  });
  console.log(`backfilled: ${records} orders`);
}
