import type { GoodsReceipt } from 'outlet-open-api';
import { type Bill, billFromGoodsReceipt } from 'outlet-open-api/accounting';

/** A consistent receipt of 100.00 plus 20 % tax. */
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

/** Calculates the bill of a receipt of any shape. */
export function billOf(receipt: object): Bill {
  return Reflect.apply(billFromGoodsReceipt, undefined, [receipt]);
}

/** Calculates the bill of lines, in a completed receipt without header amounts. */
export function billOfLines(items: readonly object[], header: object = {}): Bill {
  return billOf({ id: 'gr-1', status: 'completed', isTaxInclusive: false, items, ...header });
}

/** Returns the problems of a receipt, as `code path`. */
export function problemsOf(receipt: object): string[] {
  return billOf(receipt).problems.map(({ code, path }) => `${code} ${path}`);
}
