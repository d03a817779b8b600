import type { ReservationPaymentParams } from './payment.js';

/**
 * The booking system's side of an order.
 *
 * Specification: "Reservation info (partnerReservationInfo)".
 */
export interface PartnerReservationInfo {
  /** Never changes after creation. */
  partnerName?: string | null | undefined;
  /** Never changes after creation. */
  reservationId?: string | null | undefined;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  email?: string | null | undefined;
  /** International format. */
  phoneNumber?: string | null | undefined;
  note?: string | null | undefined;
}

/**
 * A reservation, or a walk-in, whose guests have arrived.
 *
 * Specification: "POST /orders/reservations".
 */
export interface ReservationCreateParams {
  /** The table: a channel of type `dine-in`. */
  channelId: string;
  guestCount: number;
  partnerReservationInfo: PartnerReservationInfoParams;
  /** The deposit, where one was paid. */
  payments?: ReservationPaymentParams[] | undefined;
}

/** Specification: "POST /orders/reservations". */
export interface PartnerReservationInfoParams {
  /** Name of the booking system. Cannot be changed later. */
  partnerName: string;
  /** Your own reference of the reservation. Cannot be changed later. */
  reservationId: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
  email?: string | undefined;
  /** International format. */
  phoneNumber?: string | undefined;
}

/**
 * A change of a reservation: either a cancellation and nothing else, or the fields that change.
 *
 * Specification: "PUT /orders/reservations/{id}".
 */
export type ReservationUpdateParams = ReservationChanges | ReservationCancellation;

/** The fields that change; those left out stay as they are. Specification: "PUT /orders/reservations/{id}". */
export interface ReservationChanges {
  /** Moves the guests to another table. */
  channelId?: string | undefined;
  guestCount?: number | undefined;
  partnerReservationInfo?: ReservationInfoChanges | undefined;
  /** A cancellation stands alone. */
  status?: undefined;
}

/** Specification: "PUT /orders/reservations/{id}". */
export interface ReservationInfoChanges {
  firstName?: string | undefined;
  lastName?: string | undefined;
  email?: string | undefined;
  /** International format. */
  phoneNumber?: string | undefined;
  note?: string | undefined;
  /** Cannot be changed after creation. */
  partnerName?: undefined;
  /** Cannot be changed after creation. */
  reservationId?: undefined;
}

/** Closes the order. No other field can go with it. Specification: "PUT /orders/reservations/{id}", rule 1. */
export interface ReservationCancellation {
  status: 'cancelled';
  channelId?: undefined;
  guestCount?: undefined;
  partnerReservationInfo?: undefined;
}
