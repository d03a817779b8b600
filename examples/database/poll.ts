import type { OutletClient } from 'outlet-open-api';
import { createPostgresCheckpointStore } from 'outlet-open-api/postgres';
import { pollGoodsReceipts } from 'outlet-open-api/sync';
import { type Database, databaseTime, leaseDuration } from './database.js';
import { outletIdOf } from './keys.js';
import { parkedReceipts, parkUnlisted, retryParked, takeReceipt } from './receipts.js';

/** Polls the goods receipts of an outlet, and prints those that a person must look at. */
export async function poll(
  db: Database,
  outlet: OutletClient,
  outletRef: string,
  since: string,
): Promise<void> {
  await retryParked(db, outletRef);
  const report = await pollGoodsReceipts(outlet, {
    name: `goods-receipts/${outletRef}`,
    outletRef,
    from: since,
    // How late a merchant corrects or cancels a receipt. A later change is not seen.
    trailingDays: 60,
    // The checkpoint is saved every 5 seconds, because a receipt that is delivered again changes nothing.
    checkpoints: createPostgresCheckpointStore({ pool: db }),
    leaseDuration,
    now: () => databaseTime(db),
    // The API rejects the key of another outlet.
    outletId: await outletIdOf(db, outletRef),
    onChanged: (receipt, { readAt }) => takeReceipt(db, outletRef, receipt, readAt),
    onNotFound: ({ id }, { readAt }) => parkUnlisted(db, outletRef, id, readAt),
  });
  const counts = `${report.new} new, ${report.changed} changed, ${report.notFound.length} not found`;
  console.log(`${outletRef}: polled ${report.records} goods receipts, ${counts}`);
  for (const { id, parked } of await parkedReceipts(db, outletRef))
    console.log(`${outletRef}: parked ${id}: ${parked}`);
}
