import * as z from 'zod';
import { documented, open, timestampInput } from './fields.js';

export const offlineMethodSchema = open(['card']);

/** Specification: "Resources and their fields", Payment. */
export const paymentSchema = z.looseObject({
  offlineMethod: documented(offlineMethodSchema),
  amount: documented(z.number()),
  currency: documented(z.string()),
  externalId: documented(z.string()),
  created: documented(z.string()),
  customerName: documented(z.string()),
});

/** Specification: "POST /orders/reservations". */
export const reservationPaymentParamsSchema = z.object({
  offlineMethod: offlineMethodSchema,
  amount: z.number(),
  currency: z.string().optional(),
  externalId: z.string().optional(),
  created: timestampInput.optional(),
});

/** Specification: "POST /orders". */
export const orderPaymentParamsSchema = reservationPaymentParamsSchema.extend({
  customerName: z.string().optional(),
});
