import type { OutletClient } from 'outlet-open-api';
import { backfillOrders } from 'outlet-open-api/sync';
import { type Database, outletId } from './database.js';
import { addOrder } from './orders.js';
import { StoredCheckpoint } from './stored-checkpoint.js';

/** Copies the orders of the past. Orders, their sales and the checkpoint are written in one transaction. */
export async function backfill(db: Database, outlet: OutletClient, from: string): Promise<void> {
  const position = await StoredCheckpoint.open(db, 'backfill');
  const { checkpoint, records } = await backfillOrders(outlet, {
    name: 'backfill',
    outlet: outletId,
    from,
    checkpoints: 'manual',
    resumeFrom: position.checkpoint,
    onOrders: (page, { checkpoint, readAt }) =>
      db.transaction(async (tx) => {
        for (const order of page) await addOrder(tx, order, readAt);
        await position.move(tx, checkpoint);
      }),
    onProgress: ({ records, fraction }) => console.log(`${records} orders, ${Math.round(100 * fraction)} %`),
  });
  // Marks the backfill as complete, even if the last page was empty.
  await db.transaction((tx) => position.move(tx, checkpoint));
  console.log(`backfilled: ${records} orders`);
}
