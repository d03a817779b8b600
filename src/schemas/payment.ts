import * as z from 'zod/mini';
import { documented, looseObject, number, object, openEnum, string, timestampInput } from './fields.js';

/** Specification: "Resources and their fields", Payment. */
export const offlineMethodSchema = openEnum(['card']);

/** Specification: "Resources and their fields", Payment. */
export const paymentSchema = looseObject({
  offlineMethod: documented(offlineMethodSchema),
  amount: documented(number),
  currency: documented(string),
  externalId: documented(string),
  created: documented(string),
  customerName: documented(string),
});

/** Specification: "POST /orders/reservations". */
export const reservationPaymentParamsSchema = object({
  offlineMethod: offlineMethodSchema,
  amount: number,
  currency: z.optional(string),
  externalId: z.optional(string),
  created: z.optional(timestampInput),
});

/** Specification: "POST /orders". */
export const orderPaymentParamsSchema = z.extend(reservationPaymentParamsSchema, {
  customerName: z.optional(string),
});
