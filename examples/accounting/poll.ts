import type { GoodsReceipt, OutletClient } from 'outlet-open-api';

const days = 24 * 60 * 60 * 1_000;
const trailingDays = 30;

/**
 * The receipts that may have changed. No webhook tells of them, and a list shows completed ones alone unless it is asked for others: a later
 * cancellation would just be missing. So each run reads the last days again, of every status.
 */
export function pollReceipts(outlet: OutletClient): AsyncIterable<GoodsReceipt> {
  const to = new Date();
  const from = new Date(to.getTime() - trailingDays * days);
  return outlet.goodsReceipts.list({
    from,
    to,
    status: ['draft', 'partiallyReceived', 'completed', 'cancelled'],
  });
}
