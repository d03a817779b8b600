import { day } from '../../instants.js';
import type { CheckpointOptions } from '../checkpoints/checkpoint-options.js';
import type { PollCheckpoint } from '../checkpoints/checkpoint-store.js';
import { readCheckpoint } from '../checkpoints/saved-checkpoint.js';
import { isSeenReceipt, isTime, keyOf, type ListedReceipt, type SeenReceipt } from './seen-receipt.js';

type SavedWatchlist = PollCheckpoint & {
  /** Receipts created before this time are never listed. */
  readonly since: number | null;
  /** The end of the last complete run. Before the first one: the time up to which old receipts have been read. */
  readonly through: number;
  readonly seen: readonly SeenReceipt[];
};

/** For how long a receipt is watched, and when it counts as not found. */
export type WatchRules = Readonly<Record<'trailingDays' | 'maxLookbackDays' | 'notFoundAfter', number>>;

/**
 * The receipts that a poll watches, by the time at which they were created. A run lists all receipts from `from` to `to`:
 *
 * ```text
 *      watched receipts          ┌──── trailingDays ────┐
 * ────────┬──────────┬───────────┴──────────────────────┴───────────┬────▶ created
 *       from                               end of the last complete run   to (now)
 * ```
 *
 * A receipt is watched while it is pending, and for `trailingDays` after its last change, but at most for `maxLookbackDays` after
 * its creation. The oldest watched receipt sets `from`.
 */
export class Watchlist {
  /** The start of the range of `created` that this run lists. Milliseconds since the epoch, as are all times here. */
  readonly from: number;
  /** The end of this range. */
  readonly to: number;
  readonly #rules: WatchRules;
  readonly #saved: SavedWatchlist;
  readonly #seen: Map<string, SeenReceipt>;
  /** Receipts that this run should list and has not listed yet. */
  readonly #expected: Map<string, SeenReceipt>;
  #through: number;

  /** @param to - the time at which the run started */
  constructor(saved: SavedWatchlist, rules: WatchRules, to: number) {
    this.to = to;
    this.#rules = rules;
    this.#saved = saved;
    this.#through = saved.through;
    this.#seen = new Map(saved.seen.map((seen) => [keyOf(seen), seen]));
    this.from = this.#start();
    const isExpected = ({ createdFrom, createdTo }: SeenReceipt) => this.from < createdFrom && createdTo < to;
    this.#expected = new Map([...this.#seen].filter(([, seen]) => isExpected(seen)));
  }

  get size(): number {
    return this.#seen.size;
  }

  /** Compares a receipt with what the poll remembers. Returns what to remember, and how it differs if it must be delivered. */
  compare(
    listed: ListedReceipt,
    isWanted: boolean,
  ): { now: SeenReceipt; change: 'new' | 'changed' | undefined } {
    const before = this.#seen.get(keyOf(listed));
    const isSame = before?.hash === listed.hash && !before.isNotFound;
    // A receipt that is too old when first seen does not count as changed now.
    const isOld = before === undefined && listed.createdTo < this.#oldest;
    const now = {
      ...listed,
      changed: isSame ? before.changed : isOld ? listed.createdTo : this.to,
      hasChanged: isSame ? before.hasChanged : before !== undefined,
      isDelivered: before?.isDelivered || isWanted,
      missedSince: null,
      isNotFound: false,
    };
    if (!before?.isDelivered) return { now, change: isWanted ? 'new' : undefined };
    return { now, change: isSame ? undefined : 'changed' };
  }

  /** Remembers a receipt. */
  set(seen: SeenReceipt): void {
    this.#seen.set(keyOf(seen), seen);
    this.#expected.delete(keyOf(seen));
  }

  /**
   * Notes that this run has listed everything up to a time. If it fails in a long range, the next run does not read all of it
   * again, except receipts that can have changed.
   */
  advance(reached: number): void {
    this.#through = Math.max(this.#through, Math.min(reached, this.#oldest));
  }

  /** Returns the receipts that are not found, as they are to be remembered. */
  notFound(): SeenReceipt[] {
    const isDue = ({ missedSince, isNotFound }: SeenReceipt) =>
      missedSince !== null && !isNotFound && this.to - missedSince >= this.#rules.notFoundAfter;
    return [...this.#expected.values()]
      .filter(isDue)
      .map((seen) => ({ ...seen, isNotFound: true, changed: this.to }));
  }

  /** Notes that the run is complete. Only then do the receipts count that it has not listed. */
  complete(): void {
    for (const seen of this.#expected.values())
      if (seen.missedSince === null) this.set({ ...seen, missedSince: this.to });
    this.#through = this.to;
  }

  /** Forgets receipts that the next run cannot list. Returns those that are still likely to change. */
  forget(): SeenReceipt[] {
    const start = this.#start();
    const past = [...this.#seen.values()].filter(({ createdTo }) => createdTo < start);
    for (const seen of past) {
      this.#seen.delete(keyOf(seen));
      this.#expected.delete(keyOf(seen));
    }
    return past.filter(
      (seen) =>
        seen.missedSince === null && (seen.isPending || (seen.hasChanged && this.#canChange(seen, this.to))),
    );
  }

  /** Returns the checkpoint after a receipt, if given. */
  checkpoint(after?: SeenReceipt): PollCheckpoint {
    const seen = after ? new Map(this.#seen).set(keyOf(after), after) : this.#seen;
    const saved: SavedWatchlist = { ...this.#saved, through: this.#through, seen: [...seen.values()] };
    return saved;
  }

  /** Receipts that were created before this time are too old to be watched. */
  get #oldest(): number {
    return this.to - this.#rules.maxLookbackDays * day;
  }

  #start(): number {
    // A clock that was ahead must not cause gaps.
    const end = Math.min(this.#through, this.to);
    const oldest = end - this.#rules.maxLookbackDays * day;
    let start = end - this.#rules.trailingDays * day;
    for (const seen of this.#seen.values()) {
      const isWatched = seen.createdFrom >= oldest && this.#canChange(seen, end);
      // Even if it is too old, further runs must check whether it is not found.
      const isMissed = seen.missedSince !== null && !seen.isNotFound;
      // The API specification does not define whether bounds are inclusive.
      if (isWatched || isMissed) start = Math.min(start, seen.createdFrom - 1);
    }
    return Math.min(Math.max(start, this.#saved.since ?? start), this.to);
  }

  #canChange({ isPending, changed }: SeenReceipt, end: number): boolean {
    return isPending || changed >= end - this.#rules.trailingDays * day;
  }
}

/** Returns what an earlier run saved, or what a first run starts with. It lists receipts from `since` on. */
export function readWatchlist(
  saved: unknown,
  since: number | undefined,
  options: CheckpointOptions,
): SavedWatchlist {
  const { outletRef } = options;
  return (
    readCheckpoint(saved, 'poll', options, isSavedWatchlist) ?? {
      ...({ version: 2, task: 'poll', outletRef } as const),
      ...{ since: since ?? null, through: since ?? Date.now(), seen: [] },
    }
  );
}

function isSavedWatchlist(found: Record<string, unknown>): found is SavedWatchlist {
  const { since, through, seen } = found;
  return (
    (since === null || isTime(since)) && isTime(through) && Array.isArray(seen) && seen.every(isSeenReceipt)
  );
}
