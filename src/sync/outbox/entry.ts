import type { Order } from '../../entities/order.js';
import type { ReservationChanges } from '../../entities/reservation.js';

/** Identifies an entry. Two API keys, or two platforms of one key, can use the same reference. */
export interface OutboxRef {
  /** Your ID of the API key that sends the order. */
  readonly keyRef: string;
  /** The name of the platform: `partnerChannel` of an order, or `partnerName` of a reservation. */
  readonly partner: string;
  /** Your number of the order: `orderId` of an order, or `reservationId` of a reservation. */
  readonly reference: string;
}

/**
 * The state of an entry.
 *
 * - `waiting`: The outlet cannot have the order yet.
 * - `unknown`: The order is being sent, or the response was lost. The outlet may have the order.
 * - `created`: The outlet has the order. `order.status` is its status.
 * - `rejected`: The API rejected the order, which is never sent again. `error` and `fieldErrors` say why.
 * - `expired`: The outlet did not get the order in time, so it is never sent.
 * - `cancelled`: The order was cancelled before it was sent.
 * - `unresolved`: The outlet may have the order, but the outbox cannot find it. A person looks for it in the POS, and then `settle`
 *   is called.
 */
export type OutboxState =
  | 'waiting'
  | 'unknown'
  | 'created'
  | 'rejected'
  | 'expired'
  | 'cancelled'
  | 'unresolved';

/** An order or a reservation in the outbox. */
export interface OutboxEntry extends OutboxRef {
  /** Whether the entry is an order of a platform or of a reservation. */
  readonly kind: 'order' | 'reservation';
  /** What is known about the order. */
  readonly state: OutboxState;
  /** The API's ID of the order, once it is known. */
  readonly orderId: string | undefined;
  /** The order as it was last read. It contains personal data. `undefined` until the first read. */
  readonly order: Order | undefined;
  /** When `order` was requested, on the clock of the store. */
  readonly readAt: Date | undefined;
  /** What became of a cancellation: `too-late` if the outlet has begun or completed the order. `undefined` if there is none. */
  readonly cancel: 'requested' | 'done' | 'too-late' | undefined;
  /** Changes of a reservation that the outlet does not have yet. */
  readonly changes: ReservationChanges | undefined;
  /** Why the last step failed, or why the API rejected the order or a change. It contains no personal data. */
  readonly error: string | undefined;
  /**
   * What the API said about each field when it rejected the order, as in `fieldErrors` of an `ApiError`: messages by path, such as
   * `items[0].menuItemId`. Empty in other states.
   */
  readonly fieldErrors: Readonly<Record<string, readonly string[]>>;
  /** When the entry was added. */
  readonly acceptedAt: Date;
  /** When the order expires if the outlet cannot have it. */
  readonly sendBy: Date;
  /** When the next step is due. `null` if nothing is left to do. */
  readonly dueAt: Date | null;
  /** The number of times that the order was sent. */
  readonly attempts: number;
  /** The number of steps, or of calls of `onChange`, that failed in a row. */
  readonly failures: number;
  /** Grows when `state`, `orderId`, `order`, `cancel` or `changes` changes. With the reference, it is an idempotency key for `onChange`. */
  readonly version: number;
}
