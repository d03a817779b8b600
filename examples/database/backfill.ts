import type { OutletClient } from 'outlet-open-api';
import { createPostgresCheckpointStore } from 'outlet-open-api/postgres';
import { backfillOrders } from 'outlet-open-api/sync';
import { type Database, databaseTime, leaseDuration } from './database.js';
import { addOrder } from './orders.js';

/** Copies the past orders of an outlet. Orders, their sales and the checkpoint are written in one transaction. */
export async function backfill(
  db: Database,
  outlet: OutletClient,
  outletRef: string,
  from: string,
): Promise<void> {
  const checkpoints = createPostgresCheckpointStore({ pool: db });
  const { records } = await backfillOrders(outlet, {
    name: `backfill/${outletRef}`,
    outletRef,
    from,
    checkpoints,
    leaseDuration,
    now: () => databaseTime(db),
    onOrders: (page, { checkpoint, run, readAt }) =>
      db.transaction(async (tx) => {
        for (const order of page) await addOrder(tx, outletRef, order, readAt);
        await checkpoints.with(tx).save(run, checkpoint);
      }),
    onProgress: ({ records, fraction }) =>
      console.log(`${outletRef}: ${records} orders, ${Math.round(100 * fraction)} %`),
  });
  console.log(`${outletRef}: backfilled ${records} orders`);
}
