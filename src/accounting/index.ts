/**
 * The arithmetic of goods receipts.
 *
 * @packageDocumentation
 */
export type { GoodsReceipt, GoodsReceiptLine, GoodsReceiptStatus, Supplier } from '../entities/index.js';
export { InvalidRequestError } from '../errors/invalid-request-error.js';
export type { Issue } from '../errors/issue.js';
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
