import { amountText, type Decimal, zero } from './decimal.js';
import type { ReckonedLine } from './lines.js';
import type { Problems } from './problems.js';
import type { ReadReceipt } from './read-receipt.js';
import type { Totals } from './totals.js';

/** By how much an amount may differ, as headers are rounded. Specification: "Goods receipt", rule 1. */
const tolerance = '0.01';

/** Notes what in a receipt does not agree with the rest of it. */
export function checkReceipt(
  receipt: ReadReceipt,
  lines: readonly ReckonedLine[],
  totals: Totals,
  problems: Problems,
): void {
  checkDocumentDiscount(receipt, totals, problems);
  checkHeader(receipt, totals, problems);
  checkTaxMode(receipt, totals, problems);
  for (const line of lines) {
    checkLineTax(line, problems);
    checkIncludedTax(line, problems);
  }
}

function checkDocumentDiscount({ discount }: ReadReceipt, totals: Totals, problems: Problems): void {
  if (discount.lte(totals.goods.minus(totals.lineDiscounts))) return;
  problems.note('discount-too-large', 'discount', 'is more than the goods that it comes off');
}

function checkHeader({ header }: ReadReceipt, totals: Totals, problems: Problems): void {
  const computed = { totalPrice: totals.goods, tax: totals.tax, total: totals.total };
  for (const field of ['totalPrice', 'tax', 'total'] as const) {
    const stated = header[field];
    if (stated === null || isNear(stated, computed[field])) continue;
    problems.note('header-differs', field, differs(stated, computed[field], 'the lines come to'));
  }
}

function checkTaxMode({ isTaxInclusive, header }: ReadReceipt, totals: Totals, problems: Problems): void {
  if (isTaxInclusive !== null || totals.tax.eq(0)) return;
  if (header.total && isNear(header.total, totals.total)) return;
  const message = 'is neither true nor false, and no total shows that tax comes on top';
  problems.note('tax-mode-unknown', 'isTaxInclusive', message);
}

function checkLineTax({ index, tax, taxAtRate }: ReckonedLine, problems: Problems): void {
  if (taxAtRate === null || isNear(tax, taxAtRate)) return;
  problems.note('line-tax-differs', `items[${index}].taxAmount`, differs(tax, taxAtRate, 'its rate gives'));
}

function checkIncludedTax({ index, taxBase, taxableAmount }: ReckonedLine, problems: Problems): void {
  if (taxBase.lt(0) || taxableAmount.gte(0) || isNear(taxableAmount, zero)) return;
  problems.note('tax-too-large', `items[${index}].taxAmount`, 'is more than the line that includes it');
}

function isNear(one: Decimal, other: Decimal): boolean {
  return one.minus(other).abs().lte(tolerance);
}

function differs(stated: Decimal, computed: Decimal, source: string): string {
  return `is ${amountText(stated)}, and ${source} ${amountText(computed)}`;
}
