import type { CreateReservation, Order, UpdateReservation } from '../entities/index.js';
import type { Call } from '../http/call.js';
import type { PostOptions, RequestOptions } from '../http/options.js';
import type { Transport } from '../http/transport.js';
import { createReservation, updateReservation } from '../operations/reservations.js';
import { cancelledAfterAll } from './cancelled-after-all.js';

/** Orders that are linked to reservations and walk-ins. */
export class Reservations {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Opens an order for guests who have arrived. Specification: "POST /orders/reservations".
   *
   * @example
   * ```ts
   * const seated = await outlet.reservations.create({
   *   channelId: table.id,
   *   guestCount: 4,
   *   partnerReservationInfo: { partnerName: 'bookable', reservationId: 'R-77' },
   * });
   * ```
   * @throws BadRequestError where the channel is no table
   * @throws ConflictError where the idempotency key was used with another body
   */
  create(reservation: CreateReservation, options?: PostOptions): Call<Order> {
    return this.#transport.call(createReservation, { body: reservation }, options);
  }

  /**
   * Changes the fields that are given: moves the table, resizes the party, edits the contact. Only the key that created the
   * order can change it. Specification: "PUT /orders/reservations/{id}".
   *
   * @example
   * ```ts
   * await outlet.reservations.update(seated.id, { channelId: otherTable.id, guestCount: 5 });
   * ```
   * @throws InvalidRequestError where a cancellation is mixed with other fields, or `partnerName` or `reservationId` is given
   * @throws PermissionDeniedError where another key created it (assumed; the specification shows no status)
   */
  update(orderId: string, changes: UpdateReservation, options?: RequestOptions): Call<Order> {
    return this.#transport.call(updateReservation, { params: { orderId }, body: changes }, options);
  }

  /**
   * Closes the order. Where it stays unknown whether that was performed, the order is read once, and the call succeeds if it
   * is cancelled; `withResponse()` then gives the answer of that read. Specification: "PUT /orders/reservations/{id}", rule 1.
   */
  cancel(orderId: string, options?: RequestOptions): Call<Order> {
    const update = this.update(orderId, { status: 'cancelled' }, options);
    return cancelledAfterAll(this.#transport, orderId, update, options);
  }
}
