import type { OpenEnum, TimestampInput } from './field-types.js';

/** How a payment was made outside the POS. Specification: "Payment". */
export type OfflineMethod = OpenEnum<'card'>;

/**
 * A payment of an order.
 *
 * Specification: "Resources and their fields", Payment.
 */
export interface Payment {
  offlineMethod?: OfflineMethod | null | undefined;
  /** In units of `currency`, not in cents. */
  amount?: number | null | undefined;
  /** Currency code. */
  currency?: string | null | undefined;
  /** The payer system's reference of the payment. */
  externalId?: string | null | undefined;
  /** ISO 8601. */
  created?: string | null | undefined;
  /** Used in digital ordering. */
  customerName?: string | null | undefined;
}

/**
 * A deposit that was paid for a reservation.
 *
 * Specification: "POST /orders/reservations".
 */
export interface ReservationPaymentParams {
  offlineMethod: OfflineMethod;
  /** In units of `currency`, not in cents. */
  amount: number;
  /** Currency code. */
  currency?: string | undefined;
  /** Your reference of the payment. */
  externalId?: string | undefined;
  /** When it was paid. */
  created?: TimestampInput | undefined;
}

/**
 * A payment that was made on the ordering platform.
 *
 * Specification: "POST /orders".
 */
export interface OrderPaymentParams extends ReservationPaymentParams {
  /** Name of the guest who paid. */
  customerName?: string | undefined;
}
