import type { OpenEnum, TimestampInput } from './field-types.js';
import type { OrderPaymentParams, Payment } from './payment.js';
import type { PartnerReservationInfo } from './reservation.js';

/** The status of an order. The final statuses are `complete` and `cancelled`. API specification: States › Order statuses. */
export type OrderStatus = OpenEnum<'open' | 'inKitchen' | 'readyForPickup' | 'complete' | 'cancelled'>;

/**
 * Returns whether an order has ended: its status is `complete` or `cancelled`. A comparison with a misspelled status compiles, because
 * the API can add statuses. API specification: States › Order statuses.
 * @example
 * ```ts
 * const ended = await outlet.orders.waitFor(id, { until: isEnded, signal: AbortSignal.timeout(60_000) });
 * ```
 */
export function isEnded({ status }: Pick<Order, 'status'>): boolean {
  return status === 'complete' || status === 'cancelled';
}

/**
 * An order in the POS. `orders.list` and `orders.get` return the same fields. Totals, tax, tips, the order number and the times of an
 * order are undocumented. Declare the fields that your outlet returns by interface merging. API specification: Resources › Order.
 */
export interface Order {
  /** The ID of the order. */
  id: string;
  /** The status of the order. A complete order can be cancelled, or reopened and completed again. */
  status?: OrderStatus | null | undefined;
  /** The ID of the channel that the order belongs to. */
  channelId?: string | null | undefined;
  /** The number of guests, only on reservation orders: an integer. */
  guestCount?: number | null | undefined;
  /** The reference of the ordering platform, only on orders of ordering platforms. */
  partnerInfo?: PartnerInfo | null | undefined;
  /** The reference of the booking system and the guest, only on reservation orders. */
  partnerReservationInfo?: PartnerReservationInfo | null | undefined;
  /** The lines of the order, without prices. */
  items?: OrderItem[] | null | undefined;
  /** The payments of the order. */
  payments?: Payment[] | null | undefined;
  /** The discounts on the whole order. */
  appliedDiscounts?: AppliedDiscount[] | null | undefined;
}

/** The reference of an order on the ordering platform. API specification: Resources › Order. */
export interface PartnerInfo {
  /** The name of the partner. */
  partnerChannel?: string | null | undefined;
  /** The partner's own ID of the order. */
  orderId?: string | null | undefined;
}

/** A line of an order. API specification: Resources › Order item. */
export interface OrderItem {
  /** The ID of the menu item. */
  menuItemId?: string | null | undefined;
  /** The number of units: an integer. */
  quantity?: number | null | undefined;
  /** The name of the customer. */
  customerName?: string | null | undefined;
  /** The options that the customer chose. */
  options?: OrderItemOption[] | null | undefined;
}

/** An option of a line. API specification: Resources › Order item. */
export interface OrderItemOption {
  /** The ID of the option on the menu. */
  optionId?: string | null | undefined;
  /** The number of units: an integer. */
  quantity?: number | null | undefined;
}

/**
 * A fixed discount on a whole order. The API specification does not define other fields than `name`. Declare the field of the amount by
 * interface merging.
 * API specification: Resources › Order; since version 2.196.0.
 */
export interface AppliedDiscount {
  /** The name of the discount. */
  name?: string | null | undefined;
}

/** An order to create, from an ordering platform. API specification: Endpoints › `POST /orders`. */
export interface OrderCreateParams {
  /** The ID of the partner's channel, from `outlet.channels.list()`. */
  channelId: string;
  /** Your reference of the order. */
  partnerInfo: PartnerInfoParams;
  /** The lines of the order. */
  items: OrderItemParams[];
  /** Payments that were made on your platform. */
  payments?: OrderPaymentParams[] | undefined;
  /** Fixed discounts on the whole order. The API rejects the order if their sum exceeds the bill total. */
  appliedDiscounts?: AppliedDiscountParams[] | undefined;
}

/** The reference of a new order on the ordering platform. API specification: Endpoints › `POST /orders`. */
export interface PartnerInfoParams {
  /** The name of the partner. */
  partnerChannel: string;
  /** Your own ID of the order. */
  orderId: string;
}

/** A line of a new order. API specification: Endpoints › `POST /orders`. */
export interface OrderItemParams {
  /** The ID of the menu item, from `outlet.menus.get()`. */
  menuItemId: string;
  /** The number of units: an integer. */
  quantity: number;
  /** The name of the customer. Redacted in errors. */
  customerName?: string | undefined;
  /** The options that the customer chose. */
  options?: OrderItemOptionParams[] | undefined;
}

/** An option of a line of a new order. API specification: Endpoints › `POST /orders`. */
export interface OrderItemOptionParams {
  /** The ID of the option, from `outlet.menus.get()`. */
  optionId: string;
  /** The number of units: an integer. */
  quantity: number;
}

/**
 * A fixed discount on a new order. The API specification does not define other fields than `name`. Declare the field of the amount by
 * interface merging, or send it in the option `extraBody`.
 * API specification: Endpoints › `POST /orders`; since version 2.196.0.
 */
export interface AppliedDiscountParams {
  /** The name of the discount. Default: `Open Discount`. */
  name?: string | undefined;
}

/** A change of an order. API specification: Endpoints › `PUT /orders/:id`. */
export interface OrderUpdateParams {
  /** `cancelled` is the only documented change. Pass other fields and values in the option `extraBody`. */
  status: 'cancelled';
}

/**
 * A historical order of another POS. The API creates it with the status `complete`. It does not print, send webhooks or check
 * the inventory. The API specification does not define other fields. Declare those that you send by interface merging, or pass them in the
 * option `extraBody`.
 * API specification: Endpoints › `POST /orders/import`; since version 2.206.0.
 */
export interface OrderImportParams {
  /** The name of the POS that the order comes from. */
  externalOrderSource: string;
  /** When the order was placed: a `Date`, or an ISO 8601 string with a time zone. */
  orderDate?: TimestampInput | undefined;
  /** When the order was paid: a `Date`, or an ISO 8601 string with a time zone. */
  paidAt?: TimestampInput | undefined;
  /** The number of the order. */
  number?: string | number | undefined;
  /** The number of the receipt. */
  receiptNumber?: string | number | undefined;
}

/** Filters of `outlet.orders.list()`. API specification: Endpoints › `GET /orders`; since version 2.227.0. */
export interface OrderListParams {
  /**
   * Start of the range: a `Date`, or an RFC 3339 string with a time zone. The API specification does not define which time of an
   * order the range applies to.
   */
  from: TimestampInput;
  /**
   * End of the range. The client splits a range over 31 days into several requests.
   * @defaultValue Now, or the end of the range of `resumeFrom`
   */
  to?: TimestampInput | undefined;
  /** The status of the orders. Pass undocumented values in the option `query`. Default: both statuses. */
  status?: 'complete' | 'cancelled' | undefined;
}
