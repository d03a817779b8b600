import * as z from 'zod/mini';
import { array, documented, leftOut, looseObject, number, object, string } from './fields.js';
import { reservationPaymentParamsSchema } from './payment.js';

/** Specification: "Reservation info (partnerReservationInfo)". */
export const partnerReservationInfoSchema = looseObject({
  partnerName: documented(string),
  reservationId: documented(string),
  firstName: documented(string),
  lastName: documented(string),
  email: documented(string),
  phoneNumber: documented(string),
  note: documented(string),
});

/** Specification: "POST /orders/reservations". */
export const partnerReservationInfoParamsSchema = object({
  partnerName: string,
  reservationId: string,
  firstName: z.optional(string),
  lastName: z.optional(string),
  email: z.optional(string),
  phoneNumber: z.optional(string),
});

/** Specification: "POST /orders/reservations". */
export const reservationCreateParamsSchema = object({
  channelId: string,
  guestCount: number,
  partnerReservationInfo: partnerReservationInfoParamsSchema,
  payments: z.optional(array(reservationPaymentParamsSchema)),
});

/** Specification: "PUT /orders/reservations/{id}". */
export const reservationInfoChangesSchema = object({
  firstName: z.optional(string),
  lastName: z.optional(string),
  email: z.optional(string),
  phoneNumber: z.optional(string),
  note: z.optional(string),
  partnerName: leftOut,
  reservationId: leftOut,
});

/** Specification: "PUT /orders/reservations/{id}". */
export const reservationChangesSchema = object({
  channelId: z.optional(string),
  guestCount: z.optional(number),
  partnerReservationInfo: z.optional(reservationInfoChangesSchema),
  status: leftOut,
});

/** Specification: "PUT /orders/reservations/{id}", rule 1. */
export const reservationCancellationSchema = object({
  status: z.literal('cancelled', "must be 'cancelled'"),
  channelId: leftOut,
  guestCount: leftOut,
  partnerReservationInfo: leftOut,
});

/** Specification: "PUT /orders/reservations/{id}". */
export const reservationUpdateParamsSchema = z.union(
  [reservationCancellationSchema, reservationChangesSchema],
  "must be { status: 'cancelled' } alone, or changes without a status",
);
