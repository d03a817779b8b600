import type { OutletClient } from 'outlet-open-api';
import { backfillOrders } from 'outlet-open-api/sync';
import { CheckpointedRun } from './bookmark.js';
import type { Database } from './database.js';
import { addOrder } from './orders.js';

/** Brings the orders of the past, each once: orders, their sales and the checkpoint are written together or not at all. */
export async function backfill(db: Database, outlet: OutletClient, from: string): Promise<void> {
  const bookmark = await CheckpointedRun.open(db, 'backfill');
  const { checkpoint, records } = await backfillOrders(outlet, {
    from,
    checkpoints: 'manual',
    resumeFrom: bookmark.checkpoint,
    onOrders: (page, { checkpoint }) =>
      db.transaction(async (tx) => {
        for (const order of page) await addOrder(tx, order);
        await bookmark.move(tx, checkpoint);
      }),
    onProgress: ({ records, fraction }) => console.log(`${records} orders, ${Math.round(100 * fraction)} %`),
  });
  // Says that all is done, also where the last page was empty.
  await db.transaction((tx) => bookmark.move(tx, checkpoint));
  console.log(`backfilled: ${records} orders`);
}
