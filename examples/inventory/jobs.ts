import type { OutletClient } from 'outlet-open-api';
import { type CheckpointStore, pollGoodsReceipts, reconcileOrders } from 'outlet-open-api/sync';
import type { Stock } from './stock.js';
import { describeLines, linesOfOrder, linesOfReceipt } from './stock-lines.js';

const oneDay = 24 * 60 * 60 * 1_000;

/**
 * Reads the orders of the last 31 days, because webhooks can be lost, and those since the last run that was complete. Writes those
 * whose movement differs.
 */
export async function reconcileSales(
  outlet: OutletClient,
  stock: Stock,
  outletRef: string,
  checkpoints: CheckpointStore,
  signal?: AbortSignal,
): Promise<void> {
  const { checked, missing } = await reconcileOrders(outlet, {
    name: 'sales',
    outletRef,
    checkpoints,
    from: new Date(Date.now() - 31 * oneDay),
    compare: (order, { readAt }) => stock.isCurrent(`order/${order.id}`, linesOfOrder(order), readAt),
    onMissing: (order, { readAt }) => stock.write(`order/${order.id}`, linesOfOrder(order), readAt),
    signal,
  });
  console.log(`Reconciled: ${checked} orders, ${missing} written`);
}

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
    async onChanged(receipt, { readAt }) {
      const lines = linesOfReceipt(receipt);
      await stock.write(`receipt/${receipt.id}`, lines, readAt);
      console.log(
        `Receipt ${receipt.goodsReceiptNumber ?? receipt.id} is ${receipt.status}: ${describeLines(lines)}`,
      );
    },
    onNotFound: (receipt) => console.log(`Receipt ${receipt.id} is no longer listed. Check its goods.`),
    signal,
  });
  console.log(`Polled: ${report.new} new receipts, ${report.changed} changed`);
}
