import type { PollMemory } from './poll-memory.js';

const day = 24 * 60 * 60 * 1_000;

/** How far a poll looks back, in days. */
export interface LookingBack {
  readonly trailingDays: number;
  readonly maxLookbackDays: number;
}

/**
 * From where on receipts are looked at, in milliseconds since the epoch: some days before what was looked at last, or from the
 * oldest receipt on that waits for another status, if that is older.
 *
 * @param to - now
 */
export function pollFrom(
  memory: PollMemory,
  { trailingDays, maxLookbackDays }: LookingBack,
  to: number,
): number {
  const { since = Number.NEGATIVE_INFINITY, through, seen } = memory;
  const trailing = trailingDays * day;
  if (through === undefined) return Math.min(memory.since ?? to - trailing, to);
  // Whether the bound is inclusive is not documented.
  const oldest = (seen.oldestPending(to - maxLookbackDays * day) ?? to) - 1;
  // A clock that was ahead must leave nothing out.
  const last = Math.min(through, to) - trailing;
  return Math.min(Math.max(since, Math.min(last, oldest)), to);
}
