import type { BillHeaderField } from './bill.js';
import { type Decimal, sum } from './decimal.js';
import type { ReckonedLine } from './lines.js';
import type { ReadReceipt } from './read-receipt.js';

/** What the lines of a receipt come to. */
export interface Totals {
  readonly goods: Decimal;
  readonly lineDiscounts: Decimal;
  readonly taxableAmount: Decimal;
  readonly tax: Decimal;
  readonly totalExclusive: Decimal;
  readonly total: Decimal;
  /** What the header states, less what the lines come to; `null` where it states nothing. */
  readonly differences: Readonly<Record<BillHeaderField, Decimal | null>>;
}

/** Specification: "Goods receipt", rules 3, 5 and 6. */
export function totalsOf(receipt: ReadReceipt, lines: readonly ReckonedLine[]): Totals {
  const { header, discount, shipping, isTaxInclusive } = receipt;
  const goods = sum(lines.map(({ amount }) => amount));
  const lineDiscounts = sum(lines.map((line) => line.discount));
  const tax = sum(lines.map((line) => line.tax));
  const discounted = goods.minus(lineDiscounts).minus(discount);
  const taxableAmount = isTaxInclusive ? discounted.minus(tax) : discounted;
  const totalExclusive = taxableAmount.plus(shipping);
  const total = totalExclusive.plus(tax);
  const differences = {
    totalPrice: header.totalPrice?.minus(goods) ?? null,
    tax: header.tax?.minus(tax) ?? null,
    total: header.total?.minus(total) ?? null,
  };
  return { goods, lineDiscounts, taxableAmount, tax, totalExclusive, total, differences };
}
