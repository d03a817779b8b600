import type { Order, Payment } from '../entities/index.js';
import { numbered } from './numbered.js';
import type { Table } from './table.js';

/** A payment, the order that it belongs to, and its place there, from 0 up. */
export interface PaymentRow {
  readonly order: Order;
  readonly payment: Payment;
  readonly index: number;
}

/**
 * One row for each payment of an order; none for an order without payments.
 *
 * Columns: `orderId`, `orderStatus`, `paymentIndex` (from 0 up; with `orderId` it tells the row from all others), `offlineMethod`,
 * `amount` (in units of `currency`), `currency`, `externalId`, `created` (ISO 8601), `customerName`. New versions only append.
 *
 * Personal data: `customerName`.
 *
 * Specification: "Resources and their fields", Payment.
 *
 * @example
 * ```ts
 * const payments = streamOf(outlet.orders.list({ from, to })).pipeThrough(csv(paymentTable));
 * await writeFile('payments.csv', payments);
 * ```
 */
export const paymentTable: Table<Order, PaymentRow> = {
  name: 'payments',
  rows: (order) =>
    numbered('payments', order.payments).map(([index, payment]) => ({ order, payment, index })),
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
