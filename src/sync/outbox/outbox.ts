import type { OrderCreateParams } from '../../entities/order.js';
import type { ReservationChanges, ReservationCreateParams } from '../../entities/reservation.js';
import type { OrderFeed } from '../order-feed/create-order-feed.js';
import type { OutboxEntry, OutboxRef } from './entry.js';
import type { OutboxAddOptions, OutboxFilter } from './options.js';

/** Sends the orders of guests to outlets, each once. You can pass its functions without their object. */
export interface Outbox<Transaction = never> {
  /**
   * Adds an order. Resolves after the store has it, so you can then confirm it to the guest. `run` sends it.
   *
   * Platform and number come from `partnerInfo`. A repeat returns the stored entry with its current state, and adds nothing. A number must
   * never be used for another order of the same API key and platform, not even on another day.
   * @param keyRef - your ID of the API key
   * @throws {@link RequestValidationError} if `keyRef`, the platform or the number is missing, the client would not send the order, or
   *   `outlets.get` rejects with one because there is no such key or token
   * @throws {@link OutboxError} `conflict` if the number has another order, `closed` if the outbox is closed
   * @throws the error of the store. The order may be stored, so let the guest repeat the request.
   */
  readonly addOrder: (
    keyRef: string,
    order: OrderCreateParams,
    options?: OutboxAddOptions<Transaction>,
  ) => Promise<OutboxEntry>;
  /**
   * Adds a reservation whose guests have arrived, in the same way. Platform and number come from `partnerReservationInfo`.
   * @throws as `addOrder`
   */
  readonly addReservation: (
    keyRef: string,
    reservation: ReservationCreateParams,
    options?: OutboxAddOptions<Transaction, ReservationCreateParams>,
  ) => Promise<OutboxEntry>;
  /** Returns an entry. @throws {@link RequestValidationError} if `ref` is invalid, or the error of the store */
  readonly get: (ref: OutboxRef) => Promise<OutboxEntry | undefined>;
  /**
   * Lists entries, such as those that need a person: `outbox.entries({ state: 'unresolved' })`. Each entry is read when you get to it, so an
   * entry whose state has changed meanwhile is left out.
   * @throws {@link RequestValidationError} if the filter is invalid, or the error of the store
   */
  readonly entries: (filter?: OutboxFilter) => AsyncIterableIterator<OutboxEntry>;
  /**
   * Cancels an order in any state. An order that the API may have is first found, and then cancelled. `cancel` of the entry says what became
   * of it. An entry that is `rejected`, `expired` or `cancelled` stays as it is.
   * @throws {@link OutboxError} `not-found`
   */
  readonly cancel: (ref: OutboxRef) => Promise<OutboxEntry>;
  /**
   * Changes a reservation. The changes are merged with those that wait, and sent after the create. If the staff changes a field while the
   * outcome of a request is unknown, the change of the staff stays.
   * @param changes - only the fields that change, without `status`
   * @throws {@link RequestValidationError} if there are no changes, other fields or values that the client would not send, or the entry is
   *   an order
   * @throws {@link OutboxError} `not-found`, or `ended` if the order has ended or a cancellation was requested
   */
  readonly update: (ref: OutboxRef, changes: ReservationChanges) => Promise<OutboxEntry>;
  /**
   * Ends the state `unresolved` with what a person found in the POS.
   * @param orderId - the API's ID of the order, which is read and then followed; `null` if the POS has no such order
   * @throws {@link OutboxError} `not-found`, `not-unresolved`, or `other-order` if the order has another platform or number
   * @throws the error of the call that reads the order
   */
  readonly settle: (ref: OutboxRef, orderId: string | null) => Promise<OutboxEntry>;
  /**
   * Does what is due for an entry. `run` calls it, and so can a queue of your own: `dueAt` of the result says when to call it again. It is safe
   * to call at any time.
   * @throws the error of the step, which is repeated when it is due again, or of `onChange`
   * @throws {@link OutboxError} `not-found`
   */
  readonly process: (ref: OutboxRef) => Promise<OutboxEntry>;
  /**
   * Sends, reads and cancels orders until the signal aborts or the outbox is closed. Resolves when the running steps have ended. Call it once
   * in each process.
   */
  readonly run: (options?: { readonly signal?: AbortSignal | undefined }) => Promise<void>;
  /** Reads the order of an event: `createWebhookHandler({ verify, resolve, consumers: [outbox] })`. Events without an entry are ignored. */
  readonly receive: OrderFeed['receive'];
  /**
   * Ends `run`, rejects new orders and pending events, which the API repeats, and resolves when the running steps have ended. It does not
   * close the store.
   */
  readonly close: () => Promise<void>;
  /** Calls `close` at the end of a block: `await using outbox = createOutbox({ store, outlets })`. */
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}
