import type { BillProblem, BillProblemCode } from './bill.js';
import type { CalculatedLine, Totals } from './calculate.js';
import { amountText, type Decimal, isNear, zero } from './decimal.js';
import type { ParsedReceipt } from './parse-receipt.js';

export function checkReceipt(
  receipt: ParsedReceipt,
  lines: readonly CalculatedLine[],
  totals: Totals,
): BillProblem[] {
  const { discount, header, isTaxInclusive } = receipt;
  const problems: BillProblem[] = [];
  const report = (code: BillProblemCode, path: string, message: string) =>
    problems.push({ code, path, message });
  if (discount.gt(totals.goods.minus(totals.lineDiscounts))) {
    report('discount-too-large', 'discount', 'is more than the sum of the lines after their discounts');
  }
  for (const [field, calculated] of [
    ['totalPrice', totals.goods],
    ['tax', totals.tax],
    ['total', totals.total],
  ] as const) {
    const stated = header[field];
    const isOfHeader = field === 'total' && isTotalOfHeader(receipt, totals);
    if (stated && !isNear(stated, calculated) && !isOfHeader) {
      report('header-differs', field, comparison(stated, 'the lines add up to', calculated));
    }
  }
  const isTaxOnTop = header.total && (isNear(header.total, totals.total) || isTotalOfHeader(receipt, totals));
  if (isTaxInclusive === null && !totals.tax.eq(0) && !isTaxOnTop) {
    report('tax-mode-unknown', 'isTaxInclusive', 'must be true or false, because total does not show it');
  }
  for (const { index, statedTax, taxAtRate, taxBase, taxableAmount } of lines) {
    const path = `items[${index}].taxAmount`;
    if (statedTax && taxAtRate && !isNear(statedTax, taxAtRate)) {
      report('line-tax-differs', path, comparison(statedTax, 'its rate results in', taxAtRate));
    }
    if (taxBase.gte(0) && taxableAmount.lt(0) && !isNear(taxableAmount, zero)) {
      report('tax-too-large', path, 'is more than the line amount that includes it');
    }
  }
  return problems;
}

/**
 * Returns whether `total` is what the header's own `totalPrice` and `tax` add up to. Header amounts are rounded one by one, so a
 * total can differ from the lines by more than each of the others. API specification: Resources › Goods receipt, rules 1, 5 and 6.
 */
function isTotalOfHeader(
  { header, discount, shipping, isTaxInclusive }: ParsedReceipt,
  totals: Totals,
): boolean {
  const { totalPrice, total } = header;
  const tax = isTaxInclusive ? zero : header.tax;
  if (!totalPrice || !tax || !total) return false;
  return isNear(total, totalPrice.minus(totals.lineDiscounts).minus(discount).plus(tax).plus(shipping));
}

function comparison(stated: Decimal, source: string, calculated: Decimal): string {
  return `is ${amountText(stated)}, but ${source} ${amountText(calculated)}`;
}
