import * as z from 'zod';
import { documented } from './fields.js';
import { reservationPaymentParamsSchema } from './payment.js';

/** Specification: "Reservation info (partnerReservationInfo)". */
export const partnerReservationInfoSchema = z.looseObject({
  partnerName: documented(z.string()),
  reservationId: documented(z.string()),
  firstName: documented(z.string()),
  lastName: documented(z.string()),
  email: documented(z.string()),
  phoneNumber: documented(z.string()),
  note: documented(z.string()),
});

/** Specification: "POST /orders/reservations". */
export const partnerReservationInfoParamsSchema = z.object({
  partnerName: z.string(),
  reservationId: z.string(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  email: z.string().optional(),
  phoneNumber: z.string().optional(),
});

/** Specification: "POST /orders/reservations". */
export const reservationCreateParamsSchema = z.object({
  channelId: z.string(),
  guestCount: z.number(),
  partnerReservationInfo: partnerReservationInfoParamsSchema,
  payments: z.array(reservationPaymentParamsSchema).optional(),
});

/** Specification: "PUT /orders/reservations/{id}". */
export const reservationInfoChangesSchema = z.object({
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  email: z.string().optional(),
  phoneNumber: z.string().optional(),
  note: z.string().optional(),
  partnerName: z.never().optional(),
  reservationId: z.never().optional(),
});

/** Specification: "PUT /orders/reservations/{id}". */
export const reservationChangesSchema = z.object({
  channelId: z.string().optional(),
  guestCount: z.number().optional(),
  partnerReservationInfo: reservationInfoChangesSchema.optional(),
  status: z.never().optional(),
});

/** Specification: "PUT /orders/reservations/{id}", rule 1. */
export const reservationCancellationSchema = z.object({
  status: z.literal('cancelled'),
  channelId: z.never().optional(),
  guestCount: z.never().optional(),
  partnerReservationInfo: z.never().optional(),
});

/** Specification: "PUT /orders/reservations/{id}". */
export const reservationUpdateParamsSchema = z.union([
  reservationCancellationSchema,
  reservationChangesSchema,
]);
