/**
 * Calculates bills from goods receipts, and takings from orders.
 *
 * @packageDocumentation
 */
export type { DayRangeOptions } from '../day-range.js';
export type { GoodsReceipt, GoodsReceiptLine, GoodsReceiptStatus, Supplier } from '../entities/index.js';
export type { Issue } from '../errors/issue.js';
export { RequestValidationError } from '../errors/request-validation-error.js';
export type {
  Bill,
  BillAction,
  BillHeaderField,
  BillLine,
  BillProblem,
  BillProblemCode,
  BillTax,
} from './bill.js';
export { billFromGoodsReceipt } from './bill-from-goods-receipt.js';
export { currencyDecimals, inMinorUnits } from './minor-units.js';
export { type Taking, type TakingsOptions, takingsOf } from './takings.js';
