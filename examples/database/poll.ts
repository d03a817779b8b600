import type { GoodsReceipt, OutletClient } from 'outlet-open-api';
import { createPostgresCheckpointStore } from 'outlet-open-api/postgres';
import { type PollInfo, pollGoodsReceipts } from 'outlet-open-api/sync';
import { type Database, leaseDuration } from './database.js';
import { writeReceipt } from './receipts.js';

/** Polls the goods receipts of an outlet. Writes each receipt, the change of what is owed for it and the checkpoint in one transaction. */
export async function poll(
  db: Database,
  outlet: OutletClient,
  outletRef: string,
  since: string,
): Promise<void> {
  const checkpoints = createPostgresCheckpointStore({ pool: db });
  const report = await pollGoodsReceipts(outlet, {
    name: `goods-receipts/${outletRef}`,
    outletRef,
    since,
    checkpoints,
    leaseDuration,
    onChanged: write,
    // Takes back what is owed. If the receipt is listed again, onChanged gets it.
    onNotFound: (receipt, info) => write({ ...receipt, status: 'cancelled' }, info),
  });
  console.log(
    `${outletRef}: polled ${report.receipts} goods receipts, ${report.new} new, ${report.changed} changed, ${report.notFound} not found`,
  );

  function write(receipt: GoodsReceipt, { checkpoint, run }: PollInfo): Promise<void> {
    return db.transaction(async (tx) => {
      await writeReceipt(tx, outletRef, receipt);
      await checkpoints.with(tx).save(run, checkpoint);
    });
  }
}
