import type { GoodsReceipt } from 'outlet-open-api';
import { type Bill, billFromGoodsReceipt } from 'outlet-open-api/accounting';

/** A receipt of 100.00 and 20 % tax on top, that agrees with itself. */
export const sound = {
  id: 'gr-1',
  status: 'completed',
  isTaxInclusive: false,
  items: [{ totalPrice: 100, discountAmount: 0, taxRate: 0.2, taxAmount: 20 }],
  totalPrice: 100,
  discount: 0,
  shippingFee: 0,
  tax: 20,
  total: 120,
} satisfies GoodsReceipt;

/** The bill of a receipt as a service that keeps to no documentation may send it. */
export function billOf(receipt: object): Bill {
  return Reflect.apply(billFromGoodsReceipt, undefined, [receipt]);
}

/** The bill of lines alone: a completed receipt without a header. */
export function billOfLines(items: readonly object[], header: object = {}): Bill {
  return billOf({ id: 'gr-1', status: 'completed', isTaxInclusive: false, items, ...header });
}

/** What is wrong with a receipt, as `code path`. */
export function problemsOf(receipt: object): string[] {
  return billOf(receipt).problems.map(({ code, path }) => `${code} ${path}`);
}
