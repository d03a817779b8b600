import * as z from 'zod';
import { documented, open, timestampInput } from './fields.js';
import { orderPaymentParamsSchema, paymentSchema } from './payment.js';
import { partnerReservationInfoSchema } from './reservation.js';

export const orderStatusSchema = open(['open', 'inKitchen', 'readyForPickup', 'complete', 'cancelled']);

/** Specification: "Resources and their fields", Order. */
export const partnerInfoSchema = z.looseObject({
  partnerChannel: documented(z.string()),
  orderId: documented(z.string()),
});

/** Specification: "Order item". */
export const orderItemOptionSchema = z.looseObject({
  optionId: documented(z.string()),
  quantity: documented(z.number()),
});

/** Specification: "Order item". */
export const orderItemSchema = z.looseObject({
  menuItemId: documented(z.string()),
  quantity: documented(z.number()),
  customerName: documented(z.string()),
  options: documented(z.array(orderItemOptionSchema)),
});

/** Specification: "Resources and their fields", Order. */
export const appliedDiscountSchema = z.looseObject({ name: documented(z.string()) });

/** Specification: "Resources and their fields", Order. */
export const orderSchema = z.looseObject({
  id: z.string(),
  status: documented(orderStatusSchema),
  channelId: documented(z.string()),
  guestCount: documented(z.number()),
  partnerInfo: documented(partnerInfoSchema),
  partnerReservationInfo: documented(partnerReservationInfoSchema),
  items: documented(z.array(orderItemSchema)),
  payments: documented(z.array(paymentSchema)),
  appliedDiscounts: documented(z.array(appliedDiscountSchema)),
});

/** Specification: "POST /orders". */
export const partnerInfoParamsSchema = z.object({ partnerChannel: z.string(), orderId: z.string() });

/** Specification: "POST /orders". */
export const orderItemOptionParamsSchema = z.object({ optionId: z.string(), quantity: z.number() });

/** Specification: "POST /orders". */
export const orderItemParamsSchema = z.object({
  menuItemId: z.string(),
  quantity: z.number(),
  customerName: z.string().optional(),
  options: z.array(orderItemOptionParamsSchema).optional(),
});

/** Specification: "POST /orders". */
export const orderCreateParamsSchema = z.object({
  channelId: z.string(),
  partnerInfo: partnerInfoParamsSchema,
  items: z.array(orderItemParamsSchema),
  payments: z.array(orderPaymentParamsSchema).optional(),
  appliedDiscounts: z.array(appliedDiscountSchema).optional(),
});

/** Specification: "PUT /orders/:id". */
export const orderUpdateParamsSchema = z.object({ status: open(['cancelled']) });

/** Specification: "POST /orders/import". */
export const orderImportParamsSchema = z.looseObject({
  externalOrderSource: z.string(),
  orderDate: timestampInput.optional(),
  paidAt: timestampInput.optional(),
  number: z.union([z.string(), z.number()]).optional(),
  receiptNumber: z.union([z.string(), z.number()]).optional(),
});

/** Specification: "GET /orders". */
export const orderListParamsSchema = z.object({
  from: timestampInput,
  to: timestampInput,
  status: open(['complete', 'cancelled']).optional(),
});
