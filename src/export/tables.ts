import type { GoodsReceipt, GoodsReceiptLine, Order, Payment } from '../entities/index.js';
import { assertValid } from '../errors/request-validation-error.js';
import { isRecord } from '../json.js';
import type { Table } from './table.js';

/**
 * Writes one row for each order. `appliedDiscounts`, `items` and `payments` are JSON. New versions only append columns.
 *
 * Personal data: `items` and `payments` contain all their fields, including `customerName`. No column contains the contact details
 * of a reservation. API specification: Resources › Order.
 * @example
 * ```ts
 * const anonymous = { ...orderTable, columns: orderTable.columns.filter(({ personal }) => !personal) };
 * const text = csvText(await outlet.orders.list({ from, to }).toArray(), anonymous);
 * ```
 */
export const orderTable: Table<Order> = {
  name: 'orders',
  rows: (order) => [order],
  columns: [
    { name: 'id', cell: ({ id }) => id },
    { name: 'status', cell: ({ status }) => status },
    { name: 'channelId', cell: ({ channelId }) => channelId },
    { name: 'guestCount', cell: ({ guestCount }) => guestCount },
    { name: 'partnerChannel', cell: ({ partnerInfo }) => partnerInfo?.partnerChannel },
    { name: 'partnerOrderId', cell: ({ partnerInfo }) => partnerInfo?.orderId },
    { name: 'partnerName', cell: ({ partnerReservationInfo }) => partnerReservationInfo?.partnerName },
    { name: 'reservationId', cell: ({ partnerReservationInfo }) => partnerReservationInfo?.reservationId },
    { name: 'appliedDiscounts', cell: ({ appliedDiscounts }) => appliedDiscounts },
    { name: 'items', cell: ({ items }) => items, personal: true },
    { name: 'payments', cell: ({ payments }) => payments, personal: true },
  ],
};

/** A payment and its order. */
export interface PaymentRow {
  /** The order of the payment. */
  readonly order: Order;
  /** The payment. */
  readonly payment: Payment;
  /** The position of the payment in the order, from 0. */
  readonly index: number;
}

/**
 * Writes one row for each payment of an order. `orderId` and `paymentIndex` identify a row. `amount` is in units of `currency`. New
 * versions only append columns.
 *
 * Personal data: `customerName`. API specification: Resources › Payment.
 */
export const paymentTable: Table<Order, PaymentRow> = {
  name: 'payments',
  rows: (order) => rowsOf(order, 'payments', order.payments, (payment, index) => ({ order, payment, index })),
  columns: [
    { name: 'orderId', cell: ({ order }) => order.id },
    { name: 'orderStatus', cell: ({ order }) => order.status },
    { name: 'paymentIndex', cell: ({ index }) => index },
    { name: 'offlineMethod', cell: ({ payment }) => payment.offlineMethod },
    { name: 'amount', cell: ({ payment }) => payment.amount },
    { name: 'currency', cell: ({ payment }) => payment.currency },
    { name: 'externalId', cell: ({ payment }) => payment.externalId },
    { name: 'created', cell: ({ payment }) => payment.created },
    { name: 'customerName', cell: ({ payment }) => payment.customerName, personal: true },
  ],
};

/**
 * Writes one row for each goods receipt, in the outlet's currency. `total` is the amount to pay. Older receipts can lack `tax` and
 * `total`. `totalPrice` is before all discounts. New versions only append columns.
 *
 * A row does not show whether its receipt is consistent. Post and pay what `billFromGoodsReceipt` of `outlet-open-api/accounting`
 * has checked.
 *
 * Personal data: none of guests. `supplierName` can be the name of a person.
 * API specification: Resources › Goods receipt, header fields.
 */
export const goodsReceiptTable: Table<GoodsReceipt> = {
  name: 'goodsReceipts',
  rows: (receipt) => [receipt],
  columns: [
    { name: 'id', cell: ({ id }) => id },
    { name: 'goodsReceiptNumber', cell: ({ goodsReceiptNumber }) => goodsReceiptNumber },
    { name: 'status', cell: ({ status }) => status },
    { name: 'created', cell: ({ created }) => created },
    { name: 'deliveryDate', cell: ({ deliveryDate }) => deliveryDate },
    { name: 'supplierId', cell: ({ supplier }) => supplier?.supplierId },
    { name: 'supplierName', cell: ({ supplier }) => supplier?.name },
    { name: 'isTaxInclusive', cell: ({ isTaxInclusive }) => isTaxInclusive },
    { name: 'totalPrice', cell: ({ totalPrice }) => totalPrice },
    { name: 'discount', cell: ({ discount }) => discount },
    { name: 'shippingFee', cell: ({ shippingFee }) => shippingFee },
    { name: 'tax', cell: ({ tax }) => tax },
    { name: 'total', cell: ({ total }) => total },
  ],
};

/** A line and its goods receipt. */
export interface GoodsReceiptLineRow {
  /** The receipt of the line. */
  readonly receipt: GoodsReceipt;
  /** The line. */
  readonly line: GoodsReceiptLine;
  /** The position of the line in the receipt, from 0. */
  readonly index: number;
}

/**
 * Writes one row for each line of a goods receipt, in the outlet's currency. `goodsReceiptId` and `lineIndex` identify a row.
 * `taxRate` is a fraction: 0.07 means 7 %. The header amounts `discount`, `shippingFee`, `tax` and `total` have no column, because
 * they do not belong to a line: see {@link goodsReceiptTable}. New versions only append columns.
 *
 * Personal data: none of guests. `supplierName` can be the name of a person.
 * API specification: Resources › Goods receipt, header and line item fields.
 */
export const goodsReceiptLineTable: Table<GoodsReceipt, GoodsReceiptLineRow> = {
  name: 'goodsReceiptLines',
  rows: (receipt) => rowsOf(receipt, 'items', receipt.items, (line, index) => ({ receipt, line, index })),
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

/** Returns a row for each entry of a list. Throws for other values, because ignoring them would lose rows silently. */
function rowsOf<Entry, Row>(
  { id }: { readonly id: string },
  field: string,
  list: readonly Entry[] | null | undefined,
  rowOf: (entry: Entry, index: number) => Row,
): Row[] {
  if (list === null || list === undefined) return [];
  const isList = Array.isArray(list) && list.every(isRecord);
  assertValid(`The record ${id} cannot be written`, { [field]: isList || 'must be a list of objects' });
  return list.map(rowOf);
}
