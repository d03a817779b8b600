import type { GoodsReceipt, OutletClient } from 'outlet-open-api';
import type { PollClient } from 'outlet-open-api/sync';

/** A client whose lists have other receipts on their pages. */
export function changePages(
  outlet: OutletClient,
  change: (items: GoodsReceipt[]) => GoodsReceipt[],
): PollClient {
  return {
    goodsReceipts: {
      list: (...input) => ({
        async *pages() {
          for await (const page of outlet.goodsReceipts.list(...input).pages()) {
            yield { ...page, items: change(page.items) };
          }
        },
      }),
    },
  };
}
