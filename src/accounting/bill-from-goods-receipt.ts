import type { GoodsReceipt } from '../entities/index.js';
import { RequestValidationError } from '../errors/request-validation-error.js';
import { isRecord } from '../json.js';
import type { Bill, BillAction, BillHeaderField, BillLine, BillProblemCode } from './bill.js';
import { type CalculatedLine, calculateLines, calculateTotals, sumByRate } from './calculate.js';
import { checkReceipt } from './check-receipt.js';
import { amountText } from './decimal.js';
import { parseReceipt } from './parse-receipt.js';

const headerFields = ['totalPrice', 'tax', 'total'] as const satisfies readonly BillHeaderField[];

/**
 * Calculates a supplier's bill from a goods receipt, in exact decimals. It uses `totalPrice`, `discountAmount` and `taxAmount` of
 * the lines, and `discount` and `shippingFee` of the receipt. It never calculates with `pricePerUnit`. The header's `totalPrice`,
 * `tax` and `total` are compared with the result, within 0.01. A `total` may also agree with the header's own `totalPrice` and `tax`.
 *
 * - The document discount is split over the lines by their net amount. The shares add up to the discount.
 * - If lines have no `taxAmount`, and their unrounded tax agrees with the header's tax within 0.01, they share the header's tax.
 *   Otherwise the tax of each line is its tax base times its `taxRate`, rounded half up.
 * - Shipping is never discounted or taxed.
 *
 * Amounts have at most 6 decimals. Tax rates are exact. A missing field has the same effect as `null`. An inconsistent receipt does
 * not throw: `isBalanced` of its bill is `false`, and `problems` lists the reasons.
 * API specification: Resources › Goods receipt, rules 1 to 6, and States › Goods receipt statuses.
 * @param receipt - as returned by `outlet.goodsReceipts.list`, with any status
 * @throws {@link RequestValidationError} if `receipt` is not an object
 * @example
 * ```ts
 * for await (const receipt of outlet.goodsReceipts.list({ from, to, status: ['completed', 'cancelled'] })) {
 *   const bill = billFromGoodsReceipt(receipt);
 *   if (bill.action === 'post') await ledger.upsert(bill.receiptId, bill);
 *   else if (bill.action === 'void') await ledger.void(bill.receiptId);
 *   else console.warn(`${bill.number} is on hold`, bill.problems);
 * }
 * ```
 */
export function billFromGoodsReceipt(receipt: GoodsReceipt): Bill {
  if (!isRecord(receipt)) {
    const message = 'the receipt must be an object, as returned by goodsReceipts.list';
    throw new RequestValidationError('The bill was not calculated', [{ path: '', message }]);
  }
  const parsed = parseReceipt(receipt);
  const lines = calculateLines(parsed);
  const totals = calculateTotals(parsed, lines);
  const problems = [...parsed.problems, ...checkReceipt(parsed, lines, totals)];
  const codes = problems.map(({ code }) => code);
  const { header, status } = parsed;
  return {
    receiptId: parsed.id,
    action: actionFor(status, codes),
    status,
    number: parsed.number,
    billDate: parsed.billDate,
    created: parsed.created,
    supplier: parsed.supplier,
    isTaxInclusive: parsed.isTaxInclusive === true,
    lines: lines.map(billLine),
    goods: amountText(totals.goods),
    lineDiscounts: amountText(totals.lineDiscounts),
    documentDiscount: amountText(parsed.discount),
    taxableAmount: amountText(totals.taxableAmount),
    tax: amountText(totals.tax),
    shipping: amountText(parsed.shipping),
    totalExclusive: amountText(totals.totalExclusive),
    total: amountText(totals.total),
    taxes: sumByRate(lines),
    headerTotal: amountText(header.total),
    difference: amountText(totals.differences.total),
    headerTax: amountText(header.tax),
    taxDifference: amountText(totals.differences.tax),
    headerGoods: amountText(header.totalPrice),
    goodsDifference: amountText(totals.differences.totalPrice),
    computed: headerFields.filter((field) => header[field] === null),
    isBalanced: codes.every((code) => code === 'unknown-status' || code === 'line-tax-differs'),
    problems,
  };
}

/** A cancelled receipt voids its bill, even if it has problems. API specification: States › Goods receipt statuses. */
function actionFor(status: string | null, codes: readonly BillProblemCode[]): BillAction {
  if (status === 'cancelled' && !codes.includes('no-id')) return 'void';
  const isSound = codes.every((code) => code === 'line-tax-differs');
  return status === 'completed' && isSound ? 'post' : 'hold';
}

function billLine(line: CalculatedLine): BillLine {
  return {
    index: line.index,
    quantity: line.quantity?.toFixed() ?? null,
    unit: line.unit,
    unitPrice: amountText(line.unitPrice),
    amount: amountText(line.amount),
    discount: amountText(line.discount),
    net: amountText(line.net),
    documentDiscountShare: amountText(line.documentDiscountShare),
    taxBase: amountText(line.taxBase),
    taxableAmount: amountText(line.taxableAmount),
    tax: amountText(line.tax),
    isTaxComputed: line.statedTax === null,
    taxRateName: line.taxRateName,
    taxRate: line.taxRate?.toFixed() ?? null,
    taxRateKind: line.taxRateKind,
  };
}
