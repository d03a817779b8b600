import type { Order, ReservationCreateParams, ReservationUpdateParams } from '../../entities/index.js';
import { createReservation, updateReservation } from '../../operations/index.js';
import type { PostOptions, WriteOptions } from '../../transport/call-options.js';
import type { OutletPromise } from '../../transport/outlet-promise.js';
import type { Transport } from '../../transport/transport.js';
import { confirmCancellation, confirmUpdate } from './confirm-update.js';

/** Creates, updates and cancels orders that are linked to reservations and walk-ins. A client has it as `outlet.reservations`. */
export class Reservations {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Creates an order for guests who have arrived. API specification: Endpoints › `POST /orders/reservations`.
   * @example
   * ```ts
   * const { id } = await outlet.reservations.create({
   *   channelId: 'table-4',
   *   guestCount: 4,
   *   partnerReservationInfo: { partnerName: 'bookable', reservationId: 'R-77' },
   * });
   * ```
   * @throws {@link BadRequestError} if the channel is not of type dine-in
   * @throws {@link ConflictError} if the idempotency key was used before: with another body, or by a request that still runs
   */
  create(reservation: ReservationCreateParams, options?: PostOptions): OutletPromise<Order> {
    return this.#transport.call(createReservation, { body: reservation }, options);
  }

  /**
   * Updates the fields that you pass: the table, the number of guests, or the guest's contact data. Only the API key that created
   * the order can update it. If the response has no usable body, the client reads the order once, and returns that order. API specification: Endpoints › `PUT /orders/reservations/{id}`.
   * @throws {@link RequestValidationError} if `status: 'cancelled'` is combined with other fields, or `partnerName` or `reservationId` is
   * passed
   * @throws {@link PermissionDeniedError} if another key created the order (assumed: the API specification does not define the status)
   */
  update(orderId: string, changes: ReservationUpdateParams, options?: WriteOptions): OutletPromise<Order> {
    const update = this.#update(orderId, changes, options);
    return confirmUpdate(this.#transport, orderId, update, options);
  }

  #update(orderId: string, body: ReservationUpdateParams, options?: WriteOptions): OutletPromise<Order> {
    return this.#transport.call(updateReservation, { params: { orderId }, body }, options);
  }

  /**
   * Cancels the order. If the outcome is unknown, the client reads the order once. The call succeeds if that order is cancelled,
   * and `withResponse()` then returns the response to that read. API specification: Endpoints › `PUT /orders/reservations/{id}`, rule 1.
   * @throws {@link PermissionDeniedError} if another key created the order (assumed: the API specification does not define the status)
   */
  cancel(orderId: string, options?: WriteOptions): OutletPromise<Order> {
    const update = this.#update(orderId, { status: 'cancelled' }, options);
    return confirmCancellation(this.#transport, orderId, update, options);
  }
}
