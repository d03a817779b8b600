import type { Order, OrderCreateParams } from '../../entities/order.js';
import type { ReservationCreateParams } from '../../entities/reservation.js';
import type { OutboxEntry, OutboxRef, OutboxState } from './entry.js';
import type { OutboxRow } from './outbox-store.js';
import { type ChangeAttempt, changesOf, type FieldValues } from './reservation-fields.js';

/** An entry with everything that it takes to continue after a crash. Times are milliseconds since the epoch. */
export type StoredEntry = OutboxRef & EntryContent & EntryState;

/** What to send. */
export type EntryContent = OrderPart | ReservationPart;

interface OrderPart {
  readonly kind: 'order';
  /** What to send. It is deleted when no request needs it any more. */
  readonly body?: OrderCreateParams | undefined;
}

interface ReservationPart {
  readonly kind: 'reservation';
  readonly body?: ReservationCreateParams | undefined;
}

interface EntryState {
  readonly state: OutboxState;
  /** Identifies what the guest asked for, after the body is deleted. */
  readonly requestHash: string;
  readonly idempotencyKey: string;
  readonly acceptedAt: number;
  readonly sendBy: number;
  /** An order that is still open at this time is cancelled. */
  readonly acceptBy: number | null;
  /** How often a new order is read. */
  readonly readInterval: number;
  readonly attempts: number;
  readonly failures: number;
  readonly error?: string | undefined;
  readonly fieldErrors?: OutboxEntry['fieldErrors'] | undefined;
  /** When the order was sent first, and by which API key. Missing while the API cannot have the order. */
  readonly firstSentAt?: number | undefined;
  readonly keyHash?: string | undefined;
  readonly orderId?: string | undefined;
  /** Another order with the reference, which was reported. */
  readonly secondOrderId?: string | undefined;
  readonly order?: Order | undefined;
  readonly readAt?: number | undefined;
  /** When the order was first seen complete or cancelled since it was last active. */
  readonly endedAt?: number | undefined;
  /** Whether the outlet got the order when the guest no longer waited. */
  readonly isLate?: boolean | undefined;
  readonly cancel?: OutboxEntry['cancel'];
  /** The fields of a reservation to change. */
  readonly changes?: FieldValues | undefined;
  /** The last attempt to change them, while its outcome is unknown. */
  readonly changeAttempt?: ChangeAttempt | undefined;
  /** The trace context of the request that added the entry. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** When the next step is due. During a step, this is when another process may repeat it. */
  readonly stepAt: number | null;
  /** When `onChange` has to be called. */
  readonly notifyAt: number | null;
  /** The number of calls of `onChange` in a row that failed. */
  readonly notifyFailures?: number | undefined;
  /** The public version. */
  readonly revision: number;
}

/** Returns whether nothing is sent for an entry any more. */
export function hasEnded({ state }: StoredEntry): boolean {
  return state === 'rejected' || state === 'expired' || state === 'cancelled';
}

export function toRow(entry: StoredEntry, version: number): OutboxRow {
  const { keyRef, partner, reference, state, orderId } = entry;
  const columns = { keyRef, partner, reference, state, orderId, dueAt: dueAt(entry), version };
  return { ...columns, entry: JSON.stringify(entry) };
}

export function fromRow(row: OutboxRow): StoredEntry {
  // The text comes from `toRow`.
  return JSON.parse(row.entry) as StoredEntry;
}

/** Returns an entry as callers see it. */
export function shown(entry: StoredEntry): OutboxEntry {
  const { keyRef, partner, reference, kind, state, orderId, order, cancel, error } = entry;
  const {
    attempts,
    failures,
    notifyFailures = 0,
    revision: version,
    readAt,
    changes,
    fieldErrors = {},
  } = entry;
  return {
    ...{ keyRef, partner, reference, kind, state, orderId, order },
    readAt: readAt === undefined ? undefined : new Date(readAt),
    cancel,
    changes: changes && changesOf(changes),
    error,
    fieldErrors,
    acceptedAt: new Date(entry.acceptedAt),
    sendBy: new Date(entry.sendBy),
    dueAt: dueAt(entry),
    ...{ attempts, failures: Math.max(failures, notifyFailures), version },
  };
}

function dueAt({ stepAt, notifyAt }: StoredEntry): Date | null {
  const due = Math.min(stepAt ?? Number.POSITIVE_INFINITY, notifyAt ?? Number.POSITIVE_INFINITY);
  return Number.isFinite(due) ? new Date(due) : null;
}
