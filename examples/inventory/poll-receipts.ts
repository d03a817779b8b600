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
      const movement = movementOfReceipt(receipt);
      await stock.write(movement);
      const name = receipt.goodsReceiptNumber ?? receipt.id;
      console.log(`Receipt ${name} is ${receipt.status}: ${describeLines(movement.lines)}`);
    },
    onNotFound: (receipt) => console.log(`Receipt ${receipt.id} is no longer listed. Check its goods.`),
    signal,
  });
  console.log(`Polled: ${report.new} new receipts, ${report.changed} changed`);
}
