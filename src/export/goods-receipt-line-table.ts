import type { GoodsReceipt, GoodsReceiptLine } from '../entities/index.js';
import { numbered } from './numbered.js';
import type { Table } from './table.js';

/** A line, the goods receipt that it belongs to, and its place there, from 0 up. */
export interface GoodsReceiptLineRow {
  readonly receipt: GoodsReceipt;
  readonly line: GoodsReceiptLine;
  readonly index: number;
}

/**
 * One row for each line of a goods receipt, in the outlet's currency; none for a receipt without lines.
 *
 * Columns: of the receipt `goodsReceiptId`, `goodsReceiptNumber`, `status`, `created`, `deliveryDate`, `supplierId`, `supplierName`,
 * `isTaxInclusive`; then `lineIndex` (from 0 up; with `goodsReceiptId` it tells the row from all others), and of the line `totalPrice`,
 * `discountAmount`, `taxRateName`, `taxRate` (a decimal fraction: 0.07 means 7 %), `taxRateKind`, `taxAmount`, `pricePerUnit`,
 * `inventoryUom`. New versions only append. The header's own amounts (`discount`, `shippingFee`, `tax`, `total`) belong to no line and
 * are in no column.
 *
 * Personal data: none of guests; `supplierName` can be a person's.
 *
 * Specification: "Goods receipt", header and line item fields.
 *
 * @example
 * ```ts
 * const receipts = await outlet.goodsReceipts.list({ from, to }).toArray();
 * await writeFile('receipt-lines.csv', csvText(receipts, goodsReceiptLineTable));
 * ```
 */
export const goodsReceiptLineTable: Table<GoodsReceipt, GoodsReceiptLineRow> = {
  name: 'goodsReceiptLines',
  rows: (receipt) => numbered('items', receipt.items).map(([index, line]) => ({ receipt, line, index })),
  columns: [
    { name: 'goodsReceiptId', cell: ({ receipt }) => receipt.id },
    { name: 'goodsReceiptNumber', cell: ({ receipt }) => receipt.goodsReceiptNumber },
    { name: 'status', cell: ({ receipt }) => receipt.status },
    { name: 'created', cell: ({ receipt }) => receipt.created },
    { name: 'deliveryDate', cell: ({ receipt }) => receipt.deliveryDate },
    { name: 'supplierId', cell: ({ receipt }) => receipt.supplier?.supplierId },
    { name: 'supplierName', cell: ({ receipt }) => receipt.supplier?.name },
    { name: 'isTaxInclusive', cell: ({ receipt }) => receipt.isTaxInclusive },
    { name: 'lineIndex', cell: ({ index }) => index },
    { name: 'totalPrice', cell: ({ line }) => line.totalPrice },
    { name: 'discountAmount', cell: ({ line }) => line.discountAmount },
    { name: 'taxRateName', cell: ({ line }) => line.taxRateName },
    { name: 'taxRate', cell: ({ line }) => line.taxRate },
    { name: 'taxRateKind', cell: ({ line }) => line.taxRateKind },
    { name: 'taxAmount', cell: ({ line }) => line.taxAmount },
    { name: 'pricePerUnit', cell: ({ line }) => line.pricePerUnit },
    { name: 'inventoryUom', cell: ({ line }) => line.inventoryUom },
  ],
};
