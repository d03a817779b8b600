import type { GoodsReceipt, GoodsReceiptListParams, ListOptions, OutletClient } from 'outlet-open-api';

/** A client whose lists have other receipts on their pages. */
export function changePages(
  outlet: OutletClient,
  change: (items: GoodsReceipt[]) => GoodsReceipt[],
): OutletClient {
  const changed = outlet.withOptions();
  Object.assign(changed.goodsReceipts, {
    list: (...input: [GoodsReceiptListParams, ListOptions?]) => ({
      async *pages() {
        for await (const page of outlet.goodsReceipts.list(...input).pages()) {
          yield { ...page, items: change(page.items) };
        }
      },
    }),
  });
  return changed;
}
