import type { OutletClient } from 'outlet-open-api';
import { pollGoodsReceipts } from 'outlet-open-api/sync';
import { CheckpointedRun } from './bookmark.js';
import type { Database } from './database.js';
import { writeReceipt } from './receipts.js';

/** Looks for goods receipts that are new or have changed: a receipt, what is owed for it and the checkpoint are written together. */
export async function poll(db: Database, outlet: OutletClient, since: string): Promise<void> {
  const bookmark = await CheckpointedRun.open(db, 'goods-receipts');
  const report = await pollGoodsReceipts(outlet, {
    since,
    checkpoints: 'manual',
    resumeFrom: bookmark.checkpoint,
    onChanged: (receipt, { checkpoint }) =>
      db.transaction(async (tx) => {
        await writeReceipt(tx, receipt);
        await bookmark.move(tx, checkpoint);
      }),
  });
  // The next poll's window follows from it, also where nothing has changed.
  await db.transaction((tx) => bookmark.move(tx, report.checkpoint));
  console.log(`polled: ${report.receipts} goods receipts, ${report.new} new, ${report.changed} changed`);
}
