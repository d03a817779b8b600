import type { GoodsReceipt } from '../entities/index.js';
import { RequestValidationError } from '../errors/request-validation-error.js';
import { isRecord } from '../records.js';
import type { Bill, BillHeaderField, BillLine } from './bill.js';
import { checkReceipt } from './check-receipt.js';
import { amountText, type Decimal } from './decimal.js';
import { type ReckonedLine, rateText, reckonLines, taxesOf } from './lines.js';
import { Problems } from './problems.js';
import { type ReadReceipt, readReceipt } from './read-receipt.js';
import { totalsOf } from './totals.js';

const refused = 'The bill cannot be made';
const headerFields = ['totalPrice', 'tax', 'total'] as const satisfies readonly BillHeaderField[];

/**
 * Makes a supplier's bill of a goods receipt, in exact decimals. The lines decide: their `totalPrice`, `discountAmount` and
 * `taxAmount`, and the document's `discount` and `shippingFee`. `pricePerUnit` is never used. What the header says besides is held
 * against them.
 *
 * - The discount on the document falls on the lines by their net, in whole cents (or in the receipt's own last decimal place),
 *   rounded so that the shares add up to it: what is left over goes to those that lost most by rounding down.
 * - A line without `taxAmount` is taxed at its `taxRate`, rounded half up, and marked as `taxComputed`.
 * - Shipping is neither discounted nor taxed.
 *
 * Amounts are taken with 6 decimal places at most. `null` and an absent field are the same. What makes no sense never throws and is
 * never `NaN`: the bill is not `balanced`, and its `problems` say why.
 *
 * Specification: "Goods receipt", rules 1 to 6, and "Goods receipt statuses".
 *
 * @param receipt - as `outlet.goodsReceipts.list` gives it, of any status; it is not changed
 * @throws RequestValidationError for what is no object, or throws when it is looked at
 *
 * @example
 * ```ts
 * for await (const receipt of outlet.goodsReceipts.list({ from, to, status: ['completed', 'cancelled'] })) {
 *   const bill = billFromGoodsReceipt(receipt);
 *   if (bill.action === 'post') await ledger.upsert(bill.receiptId, bill);
 *   else if (bill.action === 'void') await ledger.void(bill.receiptId);
 *   else console.warn(`${bill.number} is not posted`, bill.problems);
 * }
 * ```
 */
export function billFromGoodsReceipt(receipt: GoodsReceipt): Bill {
  const problems = new Problems();
  return billOf(take(receipt, problems), problems);
}

function take(receipt: unknown, problems: Problems): ReadReceipt {
  if (isRecord(receipt)) return readReceipt(receipt, problems);
  const message = 'the receipt must be an object, as goodsReceipts.list gives it';
  throw new RequestValidationError(refused, [{ path: '', message }]);
}

function billOf(receipt: ReadReceipt, problems: Problems): Bill {
  const lines = reckonLines(receipt);
  const totals = totalsOf(receipt, lines);
  checkReceipt(receipt, lines, totals, problems);
  const { header, status } = receipt;
  return {
    receiptId: receipt.id,
    action: problems.actionFor(status),
    status,
    number: receipt.number,
    billDate: receipt.billDate,
    created: receipt.created,
    supplier: receipt.supplier,
    isTaxInclusive: receipt.isTaxInclusive === true,
    lines: lines.map(billLineOf),
    goods: amountText(totals.goods),
    lineDiscounts: amountText(totals.lineDiscounts),
    documentDiscount: amountText(receipt.discount),
    taxableAmount: amountText(totals.taxableAmount),
    tax: amountText(totals.tax),
    shipping: amountText(receipt.shipping),
    totalExclusive: amountText(totals.totalExclusive),
    total: amountText(totals.total),
    taxes: taxesOf(lines),
    headerTotal: textOf(header.total),
    difference: textOf(totals.differences.total),
    headerTax: textOf(header.tax),
    taxDifference: textOf(totals.differences.tax),
    headerGoods: textOf(header.totalPrice),
    goodsDifference: textOf(totals.differences.totalPrice),
    computed: headerFields.filter((field) => header[field] === null),
    balanced: problems.areOfNoAmount,
    problems: problems.list,
  };
}

function billLineOf(line: ReckonedLine): BillLine {
  return {
    index: line.index,
    amount: amountText(line.amount),
    discount: amountText(line.discount),
    net: amountText(line.net),
    documentDiscountShare: amountText(line.share),
    taxBase: amountText(line.taxBase),
    taxableAmount: amountText(line.taxableAmount),
    tax: amountText(line.tax),
    taxComputed: line.taxComputed,
    taxRateName: line.taxRateName,
    taxRate: rateText(line),
    taxRateKind: line.taxRateKind,
  };
}

function textOf(amount: Decimal | null): string | null {
  return amount && amountText(amount);
}
