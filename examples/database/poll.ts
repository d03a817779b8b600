import type { GoodsReceipt, OutletClient } from 'outlet-open-api';
import { pollGoodsReceipts } from 'outlet-open-api/sync';
import { CheckpointedRun } from './bookmark.js';
import { type Database, outletId } from './database.js';
import { writeReceipt } from './receipts.js';

/** Polls goods receipts. Writes each receipt, the change of what is owed for it and the checkpoint in one transaction. */
export async function poll(db: Database, outlet: OutletClient, since: string): Promise<void> {
  const bookmark = await CheckpointedRun.open(db, 'goods-receipts');
  const report = await pollGoodsReceipts(outlet, {
    name: 'goods-receipts',
    outlet: outletId,
    since,
    checkpoints: 'manual',
    resumeFrom: bookmark.checkpoint,
    onChanged: (receipt, { checkpoint }) => write(receipt, checkpoint),
    // Takes back what is owed. If the receipt is listed again, onChanged gets it.
    onNotFound: (receipt, { checkpoint }) => write({ ...receipt, status: 'cancelled' }, checkpoint),
  });
  // The next poll's range depends on this checkpoint, even if nothing has changed.
  await db.transaction((tx) => bookmark.move(tx, report.checkpoint));
  console.log(`polled: ${report.receipts} goods receipts, ${report.new} new, ${report.changed} changed`);

  function write(receipt: GoodsReceipt, checkpoint: unknown): Promise<void> {
    return db.transaction(async (tx) => {
      await writeReceipt(tx, receipt);
      await bookmark.move(tx, checkpoint);
    });
  }
}
