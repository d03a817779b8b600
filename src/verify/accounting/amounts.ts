import type { FakeGoodsReceipt } from '../../testing/index.js';

/** Amounts in cents that a bill can have. The specification allows several if header amounts are rounded, or missing. */
interface BillAmounts {
  readonly totals: ReadonlySet<number>;
  readonly taxes: ReadonlySet<number>;
}

/**
 * Returns what the bill of a receipt can contain. API specification: Resources › Goods receipt, rules 1 to 6. A header amount can differ from
 * the sum of its lines by 0.01, and both are stated, so both are right. Without a `tax` in the header, a job may also calculate the tax from
 * the rates, whose rounding is not defined.
 */
export function amountsOf(receipt: FakeGoodsReceipt): BillAmounts {
  const { discount, shippingFee, isTaxInclusive, totalPrice, tax, total } = receipt;
  const lines = linesOf(receipt);
  const net = sum(lines.map((line) => line.net));
  const prices = sum(lines.map(({ price }) => price));
  const goods = net - cents(discount);
  const shared = net === 0 ? 0 : goods / net;
  const exactTaxes = lines.map(({ net, rate }) => taxOn(net * shared, rate, isTaxInclusive));
  const taxes = new Set([sum(lines.map((line) => line.tax))]);
  if (typeof tax === 'number') taxes.add(cents(tax));
  else {
    taxes.add(Math.round(sum(exactTaxes)));
    taxes.add(sum(exactTaxes.map(Math.round)));
    const rates = [...new Set(lines.map(({ rate }) => rate))];
    const ofRate = (wanted: number) => sum(exactTaxes.filter((_, index) => lines[index]?.rate === wanted));
    taxes.add(sum(rates.map((rate) => Math.round(ofRate(rate)))));
  }
  const bases = [goods, goods - prices + cents(totalPrice ?? prices / 100)];
  const totals = new Set(typeof total === 'number' ? [cents(total)] : []);
  for (const base of bases) {
    for (const added of isTaxInclusive ? [0] : taxes) totals.add(base + added + cents(shippingFee));
  }
  return { totals, taxes };
}

/** Returns the lines of a receipt in cents. */
export function linesOf({ items }: FakeGoodsReceipt) {
  return (items ?? []).map((line) => ({
    price: cents(line.totalPrice),
    net: cents(line.totalPrice) - cents(line.discountAmount),
    tax: cents(line.taxAmount),
    rate: line.taxRate ?? 0,
  }));
}

/** Returns the exact tax that an amount contains, or that it leads to. */
export function taxOn(base: number, rate: number, isTaxInclusive: boolean | null | undefined): number {
  return isTaxInclusive ? base - base / (1 + rate) : base * rate;
}

export function cents(amount: number | null | undefined): number {
  return Math.round((amount ?? 0) * 100);
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, next) => total + next, 0);
}
