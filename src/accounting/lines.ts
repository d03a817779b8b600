import { allocate } from './allocate.js';
import type { BillTax } from './bill.js';
import { amountText, type Decimal, one, placesOf, shortest, zero } from './decimal.js';
import type { ReadLine, ReadReceipt } from './read-receipt.js';

/** A line with all that follows from it and its receipt. */
export interface ReckonedLine extends ReadLine {
  readonly net: Decimal;
  readonly share: Decimal;
  readonly taxBase: Decimal;
  readonly taxableAmount: Decimal;
  /** What the line states, or else what its rate gives. */
  readonly tax: Decimal;
  /** What its rate gives; `null` without a rate. */
  readonly taxAtRate: Decimal | null;
  readonly taxComputed: boolean;
}

/** Specification: "Goods receipt", rules 3 and 4. */
export function reckonLines({ lines, discount, isTaxInclusive }: ReadReceipt): ReckonedLine[] {
  const nets = lines.map((line) => line.amount.minus(line.discount));
  // In units of the receipt's own, no share is more than its net.
  const places = placesOf([discount, ...lines.flatMap((line) => [line.amount, line.discount])]);
  const shares = allocate(discount, nets, places);
  return lines.map((line, position) => {
    const net = nets[position] ?? zero;
    const share = shares[position] ?? zero;
    const taxBase = net.minus(share);
    const taxAtRate = line.taxRate && taxOn(taxBase, line.taxRate, isTaxInclusive === true).round(places);
    const tax = line.tax ?? taxAtRate ?? zero;
    const taxableAmount = isTaxInclusive ? taxBase.minus(tax) : taxBase;
    return { ...line, net, share, taxBase, taxableAmount, tax, taxAtRate, taxComputed: line.tax === null };
  });
}

/** An inclusive base contains its tax already. */
function taxOn(base: Decimal, rate: Decimal, isInclusive: boolean): Decimal {
  const tax = base.times(rate);
  return isInclusive ? tax.div(one.plus(rate)) : tax;
}

/** The lines' tax by rate. */
export function taxesOf(lines: readonly ReckonedLine[]): BillTax[] {
  const rates = new Map<string, TaxSums>();
  for (const line of lines) {
    const key = JSON.stringify([rateText(line), line.taxRateName, line.taxRateKind]);
    const sums = rates.get(key) ?? { first: line, taxableAmount: zero, tax: zero };
    const taxableAmount = sums.taxableAmount.plus(line.taxableAmount);
    rates.set(key, { ...sums, taxableAmount, tax: sums.tax.plus(line.tax) });
  }
  return [...rates.values()].map(({ first, taxableAmount, tax }) => ({
    taxRateName: first.taxRateName,
    taxRate: rateText(first),
    taxRateKind: first.taxRateKind,
    taxableAmount: amountText(taxableAmount),
    tax: amountText(tax),
  }));
}

interface TaxSums extends Pick<ReckonedLine, 'taxableAmount' | 'tax'> {
  readonly first: ReadLine;
}

/** The rate of a line as text. */
export function rateText({ taxRate }: ReadLine): string | null {
  return taxRate && shortest(taxRate);
}
