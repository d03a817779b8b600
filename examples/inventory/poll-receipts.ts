import type { OutletClient } from 'outlet-open-api';
import { type CheckpointStore, pollGoodsReceipts } from 'outlet-open-api/sync';
import { describeLines, movementOfReceipt } from './movements.js';
import type { Stock } from './stock.js';

/** Polls goods receipts, which send no webhooks. Needs a key of the use case Order Data. */
export async function pollReceipts(
  outlet: OutletClient,
  stock: Stock,
  outletRef: string,
  checkpoints: CheckpointStore,
  signal?: AbortSignal,
): Promise<void> {
  const report = await pollGoodsReceipts(outlet, {
    name: 'receipts',
    outletRef,
    checkpoints,
    async onChanged(receipt) {
      const { id, goodsReceiptNumber, status } = receipt;
      const movement = movementOfReceipt(receipt);
      // If a completed receipt is partially received again, what was recorded stays until it is completed or cancelled.
      if (status === 'completed' || status === 'cancelled') await stock.write(movement);
      const effect = status === 'cancelled' ? 'its goods do not count' : describeLines(movement.lines);
      console.log(`Receipt ${goodsReceiptNumber ?? id} is ${status}: ${effect}`);
    },
    onNotFound: (receipt) => console.log(`Receipt ${receipt.id} is no longer listed. Check its goods.`),
    signal,
  });
  console.log(`Polled: ${report.new} new receipts, ${report.changed} changed`);
}
