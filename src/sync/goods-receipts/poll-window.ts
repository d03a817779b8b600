import type { PollState } from './poll-state.js';

const day = 24 * 60 * 60 * 1_000;

/** How far a poll looks back, in days. */
export interface LookingBack {
  readonly trailingDays: number;
  readonly maxLookbackDays: number;
}

/**
 * From where on receipts are looked at, in milliseconds since the epoch: some days before the end of the last run that succeeded, or
 * from the oldest receipt on that waits for another status, if that is older.
 *
 * @param to - now
 */
export function pollFrom(memory: PollState, looking: LookingBack, to: number): number {
  const { since = Number.NEGATIVE_INFINITY, through, seen } = memory;
  const { trailingDays, maxLookbackDays } = looking;
  // Whether the bound is inclusive is not documented.
  const oldest = (seen.oldestPending(to - maxLookbackDays * day) ?? to) - 1;
  if (through === undefined) return Math.min(firstFrom(memory, trailingDays * day, oldest, to), to);
  // A clock that was ahead must leave nothing out.
  const last = Math.min(through, to) - trailingDays * day;
  return Math.min(Math.max(since, Math.min(last, oldest)), to);
}

/** While no run has succeeded, the next one goes on some days before where the last one came to: its range can be years. */
function firstFrom(
  { since, begun, reached }: PollState,
  trailing: number,
  oldest: number,
  to: number,
): number {
  // One that began by a clock that was ahead begins anew.
  const beginning = since ?? Math.min(begun ?? to - trailing, to - trailing);
  return reached === undefined ? beginning : Math.max(beginning, Math.min(reached - trailing, oldest));
}
