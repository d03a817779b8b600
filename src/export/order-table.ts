import type { Order } from '../entities/index.js';
import type { Table } from './table.js';

/**
 * One row for each order.
 *
 * Columns: `id`, `status`, `channelId`, `guestCount`, `partnerChannel` and `partnerOrderId` (of `partnerInfo`), `partnerName` and
 * `reservationId` (of `partnerReservationInfo`), and as JSON `appliedDiscounts`, `items`, `payments`. New versions only append.
 *
 * Personal data: `items` and `payments` hold what they came with, the guests' `customerName` too. How to reach the guest of a
 * reservation is in no column.
 *
 * Specification: "Resources and their fields", Order.
 *
 * @example
 * ```ts
 * const anonymous = { ...orderTable, columns: orderTable.columns.filter(({ personal }) => !personal) };
 * const text = csvText(orders, anonymous);
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
