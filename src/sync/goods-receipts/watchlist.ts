import type { GoodsReceipt } from '../../entities/index.js';
import { sha256Of } from '../../hash.js';
import { day, isTime, parseInstant } from '../../instants.js';
import { isRecord } from '../../json.js';
import type { TimeRange } from '../../lists/time-range.js';
import { isText } from '../../options/checks.js';
import type { CheckpointOptions } from '../checkpoints/checkpoint-options.js';
import type { SyncCheckpoint } from '../checkpoints/checkpoint-store.js';
import { headerOf, readCheckpoint } from '../checkpoints/saved-checkpoint.js';
import type { NotFoundReceipt } from './poll-options.js';

/** What a poll remembers of a receipt. */
export interface SeenReceipt {
  readonly receipt: NotFoundReceipt;
  /** Equal for equal content. */
  readonly hash: string;
  /** The earliest and the latest time at which the receipt can have been created. Both are `created` if that is valid. */
  readonly createdFrom: number;
  readonly createdTo: number;
  /** When a run last saw the receipt change. */
  readonly changed: number;
  readonly hasChanged: boolean;
  /** Whether the receipt is a draft or partially received. */
  readonly isPending: boolean;
  readonly isDelivered: boolean;
  /** How often its handling has failed since it was last handled. */
  readonly failures: number;
  /** The start of the first of the complete runs in a row that should have listed the receipt but did not. */
  readonly missedSince: number | null;
  readonly isNotFound: boolean;
}

type SavedWatchlist = SyncCheckpoint<'poll'> & {
  /** Receipts created before this time are never listed. */
  readonly since: number | null;
  /** The end of the last complete run. Before the first one: the time up to which old receipts have been read. */
  readonly through: number;
  readonly seen: readonly SeenReceipt[];
};

type Change = 'new' | 'changed' | undefined;

/** For how long a receipt is watched, and when it counts as not found. */
type WatchRules = Readonly<Record<'trailingDays' | 'maxLookbackDays' | 'notFoundAfter', number>>;

/**
 * The receipts that a poll watches, by the time at which they were created. All times are milliseconds since the epoch. A run lists
 * all receipts from `from` to `to`:
 *
 * ```text
 *    oldest watched receipt     ┌──── trailingDays ────┐
 * ─────────────┬────────────────┴──────────────────────┴───────────┬────▶ created
 *            from                                 end of the       to
 *                                             last complete run  (now)
 * ```
 *
 * A receipt is watched while it is pending, and for `trailingDays` after its last change, but at most for `maxLookbackDays` after
 * its creation. One whose handling failed is watched until it is handled. The oldest watched receipt sets `from`.
 */
export class Watchlist {
  readonly from: number;
  readonly #to: number;
  readonly #rules: WatchRules;
  readonly #saved: SavedWatchlist;
  readonly #seen: Map<string, SeenReceipt>;
  /** Receipts that this run should list and has not listed yet. */
  readonly #expected: Map<string, SeenReceipt>;
  #through: number;

  /** @param to - the time at which the run started */
  constructor(saved: SavedWatchlist, rules: WatchRules, to: number) {
    this.#to = to;
    this.#rules = rules;
    this.#saved = saved;
    this.#through = saved.through;
    this.#seen = new Map(saved.seen.map((seen) => [keyOf(seen), seen]));
    this.from = this.#start();
    const isExpected = ({ createdFrom, createdTo }: SeenReceipt) => this.from < createdFrom && createdTo < to;
    this.#expected = new Map([...this.#seen].filter(([, seen]) => isExpected(seen)));
  }

  /**
   * Compares a receipt of the list with what the poll remembers. Returns what to remember once it is handled, the change to deliver, if
   * any, and how often its handling has failed.
   */
  async compare(
    listed: GoodsReceipt,
    slice: TimeRange,
  ): Promise<{ seen: SeenReceipt; change: Change; failures: number }> {
    const { id, goodsReceiptNumber, deliveryDate, created, status } = listed;
    const receipt = { id, goodsReceiptNumber, deliveryDate, created };
    const hash = await sha256Of(withoutSignatures(listed));
    const before = this.#seen.get(keyOf({ receipt, hash }));
    const failures = before?.failures ?? 0;
    const isSame = before?.hash === hash && !before.isNotFound && failures === 0;
    const { from, to } = createdRange(created, slice);
    // A receipt that is too old when first seen does not count as changed now.
    const isOld = before === undefined && to < this.#oldest;
    const wasDelivered = before?.isDelivered === true;
    const isDelivered = wasDelivered || status !== 'draft';
    const seen = {
      ...{ receipt, hash, createdFrom: from, createdTo: to },
      changed: isSame ? before.changed : isOld ? to : this.#to,
      hasChanged: isSame ? before.hasChanged : before !== undefined,
      isPending: status === 'draft' || status === 'partiallyReceived',
      ...{ isDelivered, failures: 0, missedSince: null, isNotFound: false },
    };
    if (!wasDelivered) return { seen, change: isDelivered ? 'new' : undefined, failures };
    return { seen, change: isSame ? undefined : 'changed', failures };
  }

  /** Remembers a receipt. */
  set(seen: SeenReceipt): void {
    this.#seen.set(keyOf(seen), seen);
    this.#expected.delete(keyOf(seen));
  }

  /** Remembers a receipt whose handling failed, so that each further run delivers it until it is handled. */
  setFailed(seen: SeenReceipt, failures: number): void {
    const isDelivered = this.#seen.get(keyOf(seen))?.isDelivered === true;
    this.set({ ...seen, isDelivered, failures });
  }

  /**
   * Notes that this run has listed everything up to a time. If it fails in a long range, the next run does not read all of it
   * again, except receipts that can have changed.
   */
  advance(reached: string): void {
    this.#through = Math.max(this.#through, Math.min(Date.parse(reached), this.#oldest));
  }

  /** Returns the receipts that were passed to the caller and are not found, as they are to be remembered. */
  notFound(): SeenReceipt[] {
    const isDue = ({ missedSince, ...seen }: SeenReceipt) =>
      isTracked(seen) && this.#to - (missedSince ?? this.#to) >= this.#rules.notFoundAfter;
    return [...this.#expected.values()]
      .filter(isDue)
      .map((seen) => ({ ...seen, isNotFound: true, changed: this.#to }));
  }

  /** Notes that the run is complete. Only then do the receipts count that it has not listed. */
  complete(): void {
    for (const seen of this.#expected.values())
      this.set({ ...seen, missedSince: seen.missedSince ?? this.#to });
    this.#through = this.#to;
  }

  /** Forgets receipts that the next run cannot list. Returns those that are still likely to change. */
  forget(): NotFoundReceipt[] {
    const start = this.#start();
    const past = [...this.#seen.values()].filter(({ createdTo }) => createdTo < start);
    for (const seen of past) {
      this.#seen.delete(keyOf(seen));
      this.#expected.delete(keyOf(seen));
    }
    const isOpen = (seen: SeenReceipt) =>
      seen.isPending || (seen.hasChanged && this.#canChange(seen, this.#to));
    return past.filter((seen) => seen.missedSince === null && isOpen(seen)).map(({ receipt }) => receipt);
  }

  checkpoint(): SavedWatchlist {
    return { ...this.#saved, through: this.#through, seen: [...this.#seen.values()] };
  }

  /** Receipts that were created before this time are too old to be watched. */
  get #oldest(): number {
    return this.#to - this.#rules.maxLookbackDays * day;
  }

  #start(): number {
    // A clock that was ahead must not cause gaps.
    const end = Math.min(this.#through, this.#to);
    const oldest = end - this.#rules.maxLookbackDays * day;
    let start = end - this.#rules.trailingDays * day;
    for (const seen of this.#seen.values()) {
      const isWatched = seen.createdFrom >= oldest && this.#canChange(seen, end);
      // Even if it is too old, further runs must check whether it is not found, or deliver it again.
      const isUnsettled = isTracked(seen) && (seen.missedSince !== null || seen.failures > 0);
      // The API specification does not define whether bounds are inclusive.
      if (isWatched || isUnsettled) start = Math.min(start, seen.createdFrom - 1);
    }
    return Math.min(Math.max(start, this.#saved.since ?? start), this.#to);
  }

  #canChange({ isPending, changed }: SeenReceipt, end: number): boolean {
    return isPending || changed >= end - this.#rules.trailingDays * day;
  }
}

/** Whether the caller knows the receipt, and expects it to be listed. */
function isTracked({ isDelivered, failures, isNotFound }: Omit<SeenReceipt, 'missedSince'>): boolean {
  return (isDelivered || failures > 0) && !isNotFound;
}

/** Returns a receipt without the queries of its URLs, because a signature in one differs in each response. */
function withoutSignatures(receipt: GoodsReceipt): unknown {
  const text = JSON.stringify(receipt, (_name, value: unknown) =>
    typeof value === 'string' ? value.replace(/^(https?:\/\/[^?#\s]*)[?#]\S*$/, '$1') : value,
  );
  return JSON.parse(text);
}

/** Returns what an earlier run saved, or what a first run starts with. It lists receipts from its `from` on. */
export function readWatchlist(
  saved: unknown,
  since: number | undefined,
  to: number,
  options: CheckpointOptions,
): SavedWatchlist {
  const first = { since: since ?? null, through: since ?? to, seen: [] };
  return (
    readCheckpoint(saved, 'poll', options, isSavedWatchlist) ?? { ...headerOf('poll', options), ...first }
  );
}

function isSavedWatchlist(found: Record<string, unknown>): found is SavedWatchlist {
  const { since, through, seen } = found;
  return [since ?? through, through].every(isTime) && Array.isArray(seen) && [...seen].every(isSeenReceipt);
}

function isSeenReceipt(entry: unknown): entry is SeenReceipt {
  if (!isRecord(entry) || !isRecord(entry.receipt) || !isText(entry.hash)) return false;
  const { createdFrom, createdTo, changed, missedSince, failures } = entry;
  return (
    Number.isInteger(failures) && [createdFrom, createdTo, changed, missedSince ?? changed].every(isTime)
  );
}

/** Identifies a receipt by its id, or by its content if the service leaves the id out. */
function keyOf({ receipt, hash }: Pick<SeenReceipt, 'receipt' | 'hash'>): string {
  const { id }: { readonly id: unknown } = receipt;
  return isText(id) ? id : hash;
}

/** Returns when a receipt can have been created. A creation time outside the slice that lists it is wrong. */
function createdRange(created: unknown, slice: TimeRange): { from: number; to: number } {
  const [instant, from, to] = [parseInstant(created), Date.parse(slice.from), Date.parse(slice.to)];
  return instant !== undefined && from <= instant && instant <= to
    ? { from: instant, to: instant }
    : { from, to };
}
