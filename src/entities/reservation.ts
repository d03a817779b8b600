import type { ReservationPaymentParams } from './payment.js';

/** The reference of an order in the booking system, and the guest. API specification: Resources › Reservation info. */
export interface PartnerReservationInfo {
  /** The name of the booking system. It is fixed after creation. */
  partnerName?: string | null | undefined;
  /** The booking system's own ID of the reservation. It is fixed after creation. */
  reservationId?: string | null | undefined;
  /** The first name of the guest. */
  firstName?: string | null | undefined;
  /** The last name of the guest. */
  lastName?: string | null | undefined;
  /** The email address of the guest. */
  email?: string | null | undefined;
  /** The phone number of the guest in international format. */
  phoneNumber?: string | null | undefined;
  /** A note, as free text. */
  note?: string | null | undefined;
}

/**
 * An order to create for guests who have arrived, with a reservation or as a walk-in.
 * API specification: Endpoints › `POST /orders/reservations`.
 */
export interface ReservationCreateParams {
  /** The table: a channel of type `dine-in`. */
  channelId: string;
  /** The number of guests: an integer. */
  guestCount: number;
  /** Your reference of the reservation, and the guest. */
  partnerReservationInfo: PartnerReservationInfoParams;
  /** The deposit, if one was paid. */
  payments?: ReservationPaymentParams[] | undefined;
}

/** The reference of a new order in the booking system, and the guest. API specification: Endpoints › `POST /orders/reservations`. */
export interface PartnerReservationInfoParams {
  /** The name of the booking system. You cannot change it later. */
  partnerName: string;
  /** Your own id of the reservation. You cannot change it later. */
  reservationId: string;
  /** The first name of the guest. Redacted in errors. */
  firstName?: string | undefined;
  /** The last name of the guest. Redacted in errors. */
  lastName?: string | undefined;
  /** The email address of the guest. Redacted in errors. */
  email?: string | undefined;
  /** The phone number of the guest in international format. Redacted in errors. */
  phoneNumber?: string | undefined;
}

/**
 * A change of a reservation order: either the fields to change, or the cancellation alone.
 * API specification: Endpoints › `PUT /orders/reservations/{id}`.
 */
export type ReservationUpdateParams = ReservationChanges | ReservationCancellation;

/** The fields to change. Other fields keep their values. API specification: Endpoints › `PUT /orders/reservations/{id}`. */
export interface ReservationChanges {
  /** The new table: a channel of type `dine-in`. */
  channelId?: string | undefined;
  /** The new number of guests: an integer. */
  guestCount?: number | undefined;
  /** The new contact data of the guest. */
  partnerReservationInfo?: ReservationInfoChanges | undefined;
  /** Must be absent: a cancellation cannot be combined with other changes. */
  status?: undefined;
}

/** The contact data to change. API specification: Endpoints › `PUT /orders/reservations/{id}`, rule 2. */
export interface ReservationInfoChanges {
  /** The first name of the guest. Redacted in errors. */
  firstName?: string | undefined;
  /** The last name of the guest. Redacted in errors. */
  lastName?: string | undefined;
  /** The email address of the guest. Redacted in errors. */
  email?: string | undefined;
  /** The phone number of the guest in international format. Redacted in errors. */
  phoneNumber?: string | undefined;
  /** A note, as free text. Redacted in errors. */
  note?: string | undefined;
  /** Must be absent: it is fixed after creation. */
  partnerName?: undefined;
  /** Must be absent: it is fixed after creation. */
  reservationId?: undefined;
}

/** The cancellation of an order, without other changes. API specification: Endpoints › `PUT /orders/reservations/{id}`, rule 1. */
export interface ReservationCancellation {
  /** Cancels the order, which closes it. */
  status: 'cancelled';
  /** Must be absent: a cancellation cannot be combined with other changes. */
  channelId?: undefined;
  /** Must be absent: a cancellation cannot be combined with other changes. */
  guestCount?: undefined;
  /** Must be absent: a cancellation cannot be combined with other changes. */
  partnerReservationInfo?: undefined;
}
