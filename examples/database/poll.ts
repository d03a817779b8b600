import type { GoodsReceipt, OutletClient } from 'outlet-open-api';
import { pollGoodsReceipts } from 'outlet-open-api/sync';
import { type Database, outletId } from './database.js';
import { writeReceipt } from './receipts.js';
import { StoredCheckpoint } from './stored-checkpoint.js';

/** Polls goods receipts. Writes each receipt, the change of what is owed for it and the checkpoint in one transaction. */
export async function poll(db: Database, outlet: OutletClient, since: string): Promise<void> {
  const position = await StoredCheckpoint.open(db, 'goods-receipts');
  const report = await pollGoodsReceipts(outlet, {
    name: 'goods-receipts',
    outlet: outletId,
    since,
    checkpoints: 'manual',
    resumeFrom: position.checkpoint,
    onChanged: (receipt, { checkpoint }) => write(receipt, checkpoint),
    // Takes back what is owed. If the receipt is listed again, onChanged gets it.
    onNotFound: (receipt, { checkpoint }) => write({ ...receipt, status: 'cancelled' }, checkpoint),
  });
  // The next poll's range depends on this checkpoint, even if nothing has changed.
  await db.transaction((tx) => position.move(tx, report.checkpoint));
  console.log(
    `polled: ${report.receipts} goods receipts, ${report.new} new, ${report.changed} changed, ${report.notFound} not found`,
  );

  function write(receipt: GoodsReceipt, checkpoint: unknown): Promise<void> {
    return db.transaction(async (tx) => {
      await writeReceipt(tx, receipt);
      await position.move(tx, checkpoint);
    });
  }
}
