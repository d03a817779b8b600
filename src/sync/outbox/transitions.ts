import { isEnded, type Order } from '../../entities/order.js';
import type { OutboxRef } from './entry.js';
import { canRepeat, lookUpAgainAt, readAgainAt, retryAt } from './next-step.js';
import { type EntryContent, hasEnded, type StoredEntry } from './stored-entry.js';

// The changes of an entry, as pure functions. `undefined` means that the entry stays as it is.

/** How long another process waits before it repeats a step. It is longer than a call. */
export const claimDuration = 20_000;

type Changed = StoredEntry | undefined;

/** The first state of an entry. */
export function added(
  ref: OutboxRef,
  content: EntryContent,
  options: Pick<StoredEntry, 'requestHash' | 'sendBy' | 'acceptBy' | 'readInterval'>,
  now: number,
): StoredEntry {
  return {
    ...ref,
    ...content,
    ...options,
    ...{ state: 'waiting', idempotencyKey: crypto.randomUUID(), acceptedAt: now },
    ...{ attempts: 0, failures: 0, revision: 1, stepAt: now, notifyAt: null },
  };
}

/** Stores that the API may have the order, before it is sent. Another API key may not know the idempotency key. */
export function sending(entry: StoredEntry, keyHash: string, now: number): Changed {
  if (entry.keyHash !== undefined && entry.keyHash !== keyHash) return undefined;
  const { attempts, firstSentAt = now } = entry;
  const stepAt = now + claimDuration;
  return { ...entry, state: 'unknown', firstSentAt, keyHash, attempts: attempts + 1, stepAt };
}

/** The API surely has no order. This undoes only the attempt itself, and not one that began later. */
export function unsent(entry: StoredEntry, attempts: number): Changed {
  if (entry.state !== 'unknown' || entry.attempts !== attempts) return undefined;
  const waiting = { ...entry, state: 'waiting', firstSentAt: undefined, keyHash: undefined } as const;
  return entry.cancel ? cancelledUnsent(waiting) : waiting;
}

export function rejected(entry: StoredEntry, why: Pick<StoredEntry, 'error' | 'fieldErrors'>): Changed {
  if (entry.state !== 'unknown') return undefined;
  return { ...ended(entry, 'rejected'), ...why };
}

/** The API has created the order, now or before. Its response can be old, so only the ID counts. */
export function created(entry: StoredEntry, orderId: string, now: number): Changed {
  if (entry.orderId !== undefined) return withSecond(entry, orderId);
  const isLate = hasEnded(entry) || now > entry.sendBy;
  // It was cancelled because it seemed not to have arrived.
  const cancel = entry.cancel && 'requested';
  return { ...found(entry, orderId), cancel, isLate, stepAt: now };
}

/** The order was read. A read that began earlier never replaces a later one. */
export function read(entry: StoredEntry, order: Order, readAt: number, now: number): Changed {
  const orderId = String(order.id);
  if (entry.orderId !== undefined && entry.orderId !== orderId) return withSecond(entry, orderId);
  // A time in the future is from before the clock was set back, and says nothing.
  const isOvertaken = entry.readAt !== undefined && entry.readAt > readAt && entry.readAt <= now;
  if (isOvertaken) return undefined;
  const known = entry.orderId === undefined ? created(entry, orderId, now) : entry;
  const next = { ...found(known ?? entry, orderId), order, readAt };
  const endedAt = isEnded(order) ? (entry.endedAt ?? now) : undefined;
  const cancel = cancellationOf(next, order, now);
  const changes = isEnded(order) || cancel === 'requested' ? undefined : next.changes;
  // A cancellation that the API rejects is tried again after pauses that get longer.
  const { failures, error } = entry.cancel === 'requested' && cancel === 'requested' ? entry : next;
  const result = { ...next, endedAt, cancel, changes, failures, error };
  const isDue = cancel === 'requested' || changes !== undefined;
  return { ...result, stepAt: isDue ? now : readAgainAt(result, now) };
}

/** If the guest no longer waits, an order that is still open is cancelled. A table stays open until the guests leave. */
function cancellationOf(entry: StoredEntry, { status }: Order, now: number): StoredEntry['cancel'] {
  const { cancel, kind, isLate = false, acceptBy } = entry;
  if (status === 'cancelled') return cancel && 'done';
  if (cancel) return status === 'complete' ? 'too-late' : cancel;
  if (kind === 'reservation') return undefined;
  if (status === 'open') return isLate || (acceptBy !== null && now >= acceptBy) ? 'requested' : undefined;
  return isLate ? 'too-late' : undefined;
}

export function expired(entry: StoredEntry): StoredEntry {
  return ended(entry, 'expired');
}

function cancelledUnsent(entry: StoredEntry): StoredEntry {
  return ended({ ...entry, cancel: 'done' }, 'cancelled');
}

/** Stores that the guest wants to cancel. An order that the API may have is found first. */
export function cancelRequested(entry: StoredEntry, now: number): Changed {
  if (hasEnded(entry) || entry.cancel === 'requested') return undefined;
  if (entry.state === 'waiting') return cancelledUnsent(entry);
  const requested = { ...entry, cancel: 'requested', changes: undefined, changeAttempt: undefined } as const;
  const { state, order, stepAt } = entry;
  if (order && isEnded(order)) return { ...requested, cancel: cancellationOf(requested, order, now) };
  return { ...requested, stepAt: state === 'created' ? now : stepAt };
}

/** The order was found neither by a repeat nor in the action log. A later look-up keeps the reason. */
export function unresolved(entry: StoredEntry, reason: string, now: number): Changed {
  if (entry.state !== 'unknown' && entry.state !== 'unresolved') return undefined;
  const error = entry.state === 'unknown' ? reason : entry.error;
  return { ...entry, state: 'unresolved', error, failures: 0, stepAt: lookUpAgainAt(entry, now) };
}

/** A person did not find the order in the POS. */
export function settledAsMissing(entry: StoredEntry): StoredEntry {
  return entry.cancel ? cancelledUnsent(entry) : expired(entry);
}

/** A step failed, and is repeated. When the API no longer knows the idempotency key, a person has to look for the order. */
export function failed(entry: StoredEntry, error: string, now: number): Changed {
  const { state, sendBy } = entry;
  if (hasEnded(entry)) return undefined;
  const isForgotten = state === 'unknown' && !canRepeat(entry, now);
  if (state === 'unresolved' || isForgotten) return unresolved(entry, error, now);
  const failures = entry.failures + 1;
  const retry = retryAt(failures, now);
  const expiresFirst = state === 'waiting' && sendBy > now && sendBy < retry;
  return { ...entry, failures, error, stepAt: expiresFirst ? sendBy : retry };
}

/** `onChange` failed, and is called again after pauses that get longer. */
export function notNotified(entry: StoredEntry, now: number): Changed {
  const notifyFailures = (entry.notifyFailures ?? 0) + 1;
  return { ...entry, notifyFailures, notifyAt: retryAt(notifyFailures + 2, now) };
}

/** The outlet has another order with the reference, because the API has forgotten the idempotency key. */
function withSecond(entry: StoredEntry, orderId: string): Changed {
  const isKnown = orderId === entry.orderId || orderId === entry.secondOrderId;
  return isKnown ? undefined : { ...entry, secondOrderId: orderId };
}

function found(entry: StoredEntry, orderId: string): StoredEntry {
  return { ...entry, state: 'created', orderId, body: undefined, failures: 0, error: undefined };
}

function ended(entry: StoredEntry, state: 'rejected' | 'expired' | 'cancelled'): StoredEntry {
  return { ...entry, state, body: undefined, changes: undefined, failures: 0, stepAt: null };
}
