import type { OpenEnum, TimestampInput } from './field-types.js';
import type { OrderPaymentParams, Payment } from './payment.js';
import type { PartnerReservationInfo } from './reservation.js';

/** State of an order. Orders are expected to end in `complete` or `cancelled`. Specification: "Order statuses". */
export type OrderStatus = OpenEnum<'open' | 'inKitchen' | 'readyForPickup' | 'complete' | 'cancelled'>;

/**
 * An order of the POS. The list and the single-order endpoint answer with the same shape.
 *
 * Specification: "Resources and their fields", Order.
 */
export interface Order {
  id: string;
  status?: OrderStatus | null | undefined;
  /** The channel that the order belongs to. */
  channelId?: string | null | undefined;
  /** Reservation orders. */
  guestCount?: number | null | undefined;
  /** Digital ordering. */
  partnerInfo?: PartnerInfo | null | undefined;
  /** Reservation orders. */
  partnerReservationInfo?: PartnerReservationInfo | null | undefined;
  items?: OrderItem[] | null | undefined;
  payments?: Payment[] | null | undefined;
  appliedDiscounts?: AppliedDiscount[] | null | undefined;
}

/** The ordering platform's side of an order. Specification: "Resources and their fields", Order. */
export interface PartnerInfo {
  /** Name of the partner. */
  partnerChannel?: string | null | undefined;
  /** The partner's own reference of the order. */
  orderId?: string | null | undefined;
}

/** A line of an order. Specification: "Order item". */
export interface OrderItem {
  menuItemId?: string | null | undefined;
  quantity?: number | null | undefined;
  /** Name of the guest. */
  customerName?: string | null | undefined;
  options?: OrderItemOption[] | null | undefined;
}

/** A choice that goes with a line. Specification: "Order item". */
export interface OrderItemOption {
  optionId?: string | null | undefined;
  quantity?: number | null | undefined;
}

/**
 * A fixed discount on the whole order. Fields other than `name` are not documented. The sum of the discounts must not
 * exceed the total of the bill.
 *
 * Specification: "Resources and their fields", Order; since version 2.196.0.
 */
export interface AppliedDiscount {
  /** `Open Discount` where none is given. */
  name?: string | null | undefined;
  [field: string]: unknown;
}

/**
 * An order as an ordering platform forwards it.
 *
 * Specification: "POST /orders".
 */
export interface OrderCreateParams {
  /** The partner's channel, from `outlet.channels.list()`. */
  channelId: string;
  partnerInfo: PartnerInfoParams;
  items: OrderItemParams[];
  payments?: OrderPaymentParams[] | undefined;
  /** Their sum must not exceed the total of the bill; the service refuses the order otherwise. */
  appliedDiscounts?: AppliedDiscount[] | undefined;
}

/** Specification: "POST /orders". */
export interface PartnerInfoParams {
  /** Name of the partner. */
  partnerChannel: string;
  /** Your own reference of the order. */
  orderId: string;
}

/** Specification: "POST /orders". */
export interface OrderItemParams {
  menuItemId: string;
  quantity: number;
  /** Name of the guest. */
  customerName?: string | undefined;
  options?: OrderItemOptionParams[] | undefined;
}

/** Specification: "POST /orders". */
export interface OrderItemOptionParams {
  optionId: string;
  quantity: number;
}

/**
 * A change of an order. `cancelled` is the only documented value, and no other field is.
 *
 * Specification: "PUT /orders/:id".
 */
export interface OrderUpdateParams {
  status: 'cancelled';
}

/**
 * A historical order of another POS, created directly as complete and without side effects: nothing is printed, no
 * webhook is sent, no stock is checked. Fields other than these are not documented and are sent as they are given.
 *
 * Specification: "POST /orders/import"; since version 2.206.0.
 */
export interface OrderImportParams {
  /** Names the POS that the order comes from. */
  externalOrderSource: string;
  orderDate?: TimestampInput | undefined;
  paidAt?: TimestampInput | undefined;
  number?: string | number | undefined;
  receiptNumber?: string | number | undefined;
  [field: string]: unknown;
}

/**
 * Which orders to list.
 *
 * Specification: "GET /orders"; since version 2.227.0.
 */
export interface OrderListParams {
  /** Start of the range: a `Date`, or RFC 3339 text with its offset. */
  from: TimestampInput;
  /** End of the range. A range of over 31 days is split into as many requests as it needs. */
  to: TimestampInput;
  /** Both `complete` and `cancelled` where none is given. */
  status?: 'complete' | 'cancelled' | undefined;
}
