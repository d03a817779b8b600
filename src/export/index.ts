/**
 * Writes orders, payments and goods receipts as CSV and NDJSON.
 *
 * @packageDocumentation
 */
export type { Issue } from '../errors/issue.js';
export { RequestValidationError } from '../errors/request-validation-error.js';
export { type CsvOptions, csv, csvText } from './csv.js';
export { ndjson, ndjsonText } from './ndjson.js';
export { streamOf, type Utf8 } from './streams.js';
export type { Column, Table } from './table.js';
export {
  type GoodsReceiptLineRow,
  goodsReceiptLineTable,
  goodsReceiptTable,
  orderTable,
  type PaymentRow,
  paymentTable,
} from './tables.js';
