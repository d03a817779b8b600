import type { BillHeaderField, BillTax } from './bill.js';
import { allocate, amountText, type Decimal, isNear, placesOf, sum, zero } from './decimal.js';
import type { ParsedLine, ParsedReceipt } from './parse-receipt.js';

interface TaxableLine extends ParsedLine {
  readonly net: Decimal;
  readonly documentDiscountShare: Decimal;
  readonly taxBase: Decimal;
  /** The unrounded tax at the line's rate. `null` without a rate. */
  readonly exactTax: Decimal | null;
}

export interface CalculatedLine extends TaxableLine {
  readonly taxableAmount: Decimal;
  readonly tax: Decimal;
  /** `exactTax`, rounded half up. */
  readonly taxAtRate: Decimal | null;
}

/** Calculates the lines of a bill. API specification: Resources › Goods receipt, rules 3 and 4. */
export function calculateLines({ lines, discount, isTaxInclusive, header }: ParsedReceipt): CalculatedLine[] {
  // In the receipt's smallest unit, no share is more than the net amount of its line.
  const places = placesOf([discount, ...lines.flatMap((line) => [line.amount, line.discount])]);
  const nets = lines.map((line) => line.amount.minus(line.discount));
  const shares = allocate(discount, nets, places);
  const taxable = lines.map((line, index): TaxableLine => {
    const [net = zero, documentDiscountShare = zero] = [nets[index], shares[index]];
    const taxBase = net.minus(documentDiscountShare);
    const exactTax = line.taxRate && taxAt(line.taxRate, taxBase, isTaxInclusive === true);
    return { ...line, net, documentDiscountShare, taxBase, exactTax };
  });
  const taxes = calculateTaxes(taxable, header.tax, places);
  return taxable.map((line, index) => {
    const tax = taxes[index] ?? zero;
    const taxableAmount = isTaxInclusive ? line.taxBase.minus(tax) : line.taxBase;
    return { ...line, taxableAmount, tax, taxAtRate: line.exactTax?.round(places) ?? null };
  });
}

function taxAt(rate: Decimal, taxBase: Decimal, isTaxInclusive: boolean): Decimal {
  return isTaxInclusive ? taxBase.times(rate).div(rate.plus(1)) : taxBase.times(rate);
}

/**
 * Returns the tax of each line. Lines without a `taxAmount` share the rest of the header's tax if it agrees with their exact tax.
 * Otherwise the tax of each line is rounded half up.
 */
function calculateTaxes(lines: readonly TaxableLine[], headerTax: Decimal | null, places: number): Decimal[] {
  const exact = lines.map(({ statedTax, exactTax }) => (statedTax ? zero : (exactTax ?? zero)));
  const rest = headerTax?.minus(sum(lines.map(({ statedTax }) => statedTax ?? zero)));
  const taxes =
    rest && isNear(rest, sum(exact))
      ? allocate(rest.lt(0) ? zero : rest, exact, Math.max(places, placesOf([rest])))
      : exact.map((tax) => tax.round(places));
  return lines.map(({ statedTax }, index) => statedTax ?? taxes[index] ?? zero);
}

export interface Totals {
  readonly goods: Decimal;
  readonly lineDiscounts: Decimal;
  readonly taxableAmount: Decimal;
  readonly tax: Decimal;
  readonly totalExclusive: Decimal;
  readonly total: Decimal;
  /** The header's amounts minus the calculated ones. */
  readonly differences: Readonly<Record<BillHeaderField, Decimal | null>>;
}

/** Calculates the totals of a bill. API specification: Resources › Goods receipt, rules 3, 5 and 6. */
export function calculateTotals(receipt: ParsedReceipt, lines: readonly CalculatedLine[]): Totals {
  const { header, discount, shipping, isTaxInclusive } = receipt;
  const goods = sum(lines.map((line) => line.amount));
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

export function sumByRate(lines: readonly CalculatedLine[]): BillTax[] {
  const groups = new Map<string, Pick<CalculatedLine, keyof BillTax>>();
  for (const { taxRateName, taxRate, taxRateKind, taxableAmount, tax } of lines) {
    const key = JSON.stringify([taxRateName, taxRate, taxRateKind]);
    const { taxableAmount: base, tax: taxSoFar } = groups.get(key) ?? { taxableAmount: zero, tax: zero };
    const sums = { taxableAmount: base.plus(taxableAmount), tax: taxSoFar.plus(tax) };
    groups.set(key, { taxRateName, taxRate, taxRateKind, ...sums });
  }
  return [...groups.values()].map((group) => ({
    ...group,
    taxRate: group.taxRate?.toFixed() ?? null,
    taxableAmount: amountText(group.taxableAmount),
    tax: amountText(group.tax),
  }));
}
