import type { OutletClient } from 'outlet-open-api';
import { type CheckpointStore, pollGoodsReceipts } from 'outlet-open-api/sync';
import type { Stock } from './stock.js';
import { describeLines, linesOfReceipt } from './stock-lines.js';

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
      const lines = linesOfReceipt(receipt);
      await stock.write(`receipt/${receipt.id}`, lines);
      console.log(
        `Receipt ${receipt.goodsReceiptNumber ?? receipt.id} is ${receipt.status}: ${describeLines(lines)}`,
      );
    },
    onNotFound: (receipt) => console.log(`Receipt ${receipt.id} is no longer listed. Check its goods.`),
    signal,
  });
  console.log(`Polled: ${report.new} new receipts, ${report.changed} changed`);
}
