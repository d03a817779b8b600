import * as z from 'zod/mini';
import {
  array,
  closedEnum,
  documented,
  looseObject,
  number,
  object,
  openEnum,
  string,
  timestampInput,
} from './fields.js';
import { orderPaymentParamsSchema, paymentSchema } from './payment.js';
import { partnerReservationInfoSchema } from './reservation.js';

/** Specification: "Order statuses". */
export const orderStatusSchema = openEnum(['open', 'inKitchen', 'readyForPickup', 'complete', 'cancelled']);

/** Specification: "Resources and their fields", Order. */
export const partnerInfoSchema = looseObject({
  partnerChannel: documented(string),
  orderId: documented(string),
});

/** Specification: "Order item". */
export const orderItemOptionSchema = looseObject({
  optionId: documented(string),
  quantity: documented(number),
});

/** Specification: "Order item". */
export const orderItemSchema = looseObject({
  menuItemId: documented(string),
  quantity: documented(number),
  customerName: documented(string),
  options: documented(array(orderItemOptionSchema)),
});

/** Specification: "Resources and their fields", Order. */
export const appliedDiscountSchema = looseObject({ name: documented(string) });

/** Specification: "Resources and their fields", Order. */
export const orderSchema = looseObject({
  id: string,
  status: documented(orderStatusSchema),
  channelId: documented(string),
  guestCount: documented(number),
  partnerInfo: documented(partnerInfoSchema),
  partnerReservationInfo: documented(partnerReservationInfoSchema),
  items: documented(array(orderItemSchema)),
  payments: documented(array(paymentSchema)),
  appliedDiscounts: documented(array(appliedDiscountSchema)),
});

/** Specification: "POST /orders". */
export const partnerInfoParamsSchema = object({ partnerChannel: string, orderId: string });

/** Specification: "POST /orders". */
export const orderItemOptionParamsSchema = object({ optionId: string, quantity: number });

/** Specification: "POST /orders". */
export const orderItemParamsSchema = object({
  menuItemId: string,
  quantity: number,
  customerName: z.optional(string),
  options: z.optional(array(orderItemOptionParamsSchema)),
});

/** Specification: "POST /orders". */
export const orderCreateParamsSchema = object({
  channelId: string,
  partnerInfo: partnerInfoParamsSchema,
  items: array(orderItemParamsSchema),
  payments: z.optional(array(orderPaymentParamsSchema)),
  appliedDiscounts: z.optional(array(appliedDiscountSchema)),
});

/** Specification: "PUT /orders/:id". */
export const orderUpdateParamsSchema = object({ status: closedEnum(['cancelled']) });

const textOrNumber = z.union([string, number], 'must be a string or a number');

/** Specification: "POST /orders/import". */
export const orderImportParamsSchema = looseObject({
  externalOrderSource: string,
  orderDate: z.optional(timestampInput),
  paidAt: z.optional(timestampInput),
  number: z.optional(textOrNumber),
  receiptNumber: z.optional(textOrNumber),
});

/** Specification: "GET /orders". */
export const orderListParamsSchema = object({
  from: timestampInput,
  to: timestampInput,
  status: z.optional(closedEnum(['complete', 'cancelled'])),
});
