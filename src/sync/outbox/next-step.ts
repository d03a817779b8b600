import { isEnded } from '../../entities/order.js';
import type { StoredEntry } from './stored-entry.js';

/** What to do for an entry. */
export type DueStep = 'expire' | 'send' | 'look-up' | 'cancel' | 'change' | 'read';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long an entry can be sent again. The API remembers an idempotency key for 24 hours. The last hour is for clocks that differ. */
const repeatWithin = 23 * hour;

/** Returns the step that is due. */
export function nextStep(entry: StoredEntry, now: number): DueStep | 'none' {
  const { state, stepAt, sendBy, cancel, changes } = entry;
  if (stepAt === null || stepAt > now) return 'none';
  if (state === 'waiting') return now < sendBy ? 'send' : 'expire';
  if (state === 'unknown') return canRepeat(entry, now) ? 'send' : 'look-up';
  if (state === 'unresolved') return 'look-up';
  if (state !== 'created') return 'none';
  if (cancel === 'requested') return 'cancel';
  return changes ? 'change' : 'read';
}

/** Returns whether the API still knows the idempotency key. */
export function canRepeat({ firstSentAt }: StoredEntry, now: number): boolean {
  return firstSentAt === undefined || now - firstSentAt < repeatWithin;
}

/** Returns when to repeat a step that failed: after 1 s, and then after pauses of up to a minute, and later of 10 minutes. */
export function retryAt(failures: number, now: number): number {
  const longest = failures > 12 ? 10 * minute : minute;
  return now + Math.round(Math.min(500 * 2 ** failures, longest) * (1 + Math.random() / 2));
}

/**
 * Returns when to read an order again, because webhooks can be lost. An order is read at the interval of the option for 2 hours, every hour
 * for a week, and every day for a month. The staff can cancel or reopen an order that has ended, which is read every day for a week.
 */
export function readAgainAt(
  { acceptedAt, order, endedAt, acceptBy, readInterval }: StoredEntry,
  now: number,
): number | null {
  if (order && isEnded(order)) return now - (endedAt ?? now) < 7 * day ? now + day : null;
  const age = now - acceptedAt;
  if (age > 31 * day) return null;
  const regular = now + (age < 2 * hour ? readInterval : age < 7 * day ? hour : day);
  return order?.status === 'open' && acceptBy !== null && acceptBy > now
    ? Math.min(regular, acceptBy)
    : regular;
}

/** Returns when to look up an unresolved order again. The action log can be late, but not for long. */
export function lookUpAgainAt({ firstSentAt = 0 }: StoredEntry, now: number): number | null {
  return now - firstSentAt < 2 * day ? now + hour : null;
}
