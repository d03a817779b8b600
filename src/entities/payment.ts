import type { OpenEnum, TimestampInput } from './field-types.js';

/** The method of a payment that was made outside the POS. API specification: Resources › Payment. */
export type OfflineMethod = OpenEnum<'card'>;

/**
 * A payment of an order. Tips, refunds and change are undocumented, as are payment methods other than `card`.
 * API specification: Resources › Payment.
 */
export interface Payment {
  /** How the payment was made outside the POS. */
  offlineMethod?: OfflineMethod | null | undefined;
  /** The amount in units of `currency`: 12.5 means 12.50 EUR. */
  amount?: number | null | undefined;
  /** The currency code, such as `EUR`. */
  currency?: string | null | undefined;
  /** The ID of the payment in the system that took it, such as a payment provider. */
  externalId?: string | null | undefined;
  /** When the payment was made: ISO 8601 in UTC. */
  created?: string | null | undefined;
  /** The name of the customer who paid, only on orders of ordering platforms. */
  customerName?: string | null | undefined;
}

/** A payment that was made on the ordering platform. API specification: Endpoints › `POST /orders`. */
export interface OrderPaymentParams {
  /** How the payment was made outside the POS. */
  offlineMethod: OfflineMethod;
  /** The amount in units of `currency`: 12.5 means 12.50 EUR. */
  amount: number;
  /** The currency code, such as `EUR`. */
  currency?: string | undefined;
  /** Your reference of the payment. */
  externalId?: string | undefined;
  /** When the payment was made: a `Date`, or an ISO 8601 string with a time zone. */
  created?: TimestampInput | undefined;
  /** The name of the customer who paid. Redacted in errors. */
  customerName?: string | undefined;
}

/** A deposit that was paid for a reservation. API specification: Endpoints › `POST /orders/reservations`. */
export interface ReservationPaymentParams extends OrderPaymentParams {
  /** Must be absent: a deposit has no customer name. */
  customerName?: undefined;
}
