import { isText } from '../../checks.js';
import type { GoodsReceipt } from '../../entities/index.js';
import { day, parseInstant } from '../../instants.js';
import { canonicalJson, isRecord } from '../../records.js';
import type { CheckpointOptions } from '../checkpoints/checkpoint-options.js';
import type { PollCheckpoint } from '../checkpoints/checkpoint-store.js';
import { readCheckpoint } from '../checkpoints/saved-checkpoint.js';

/** A receipt as last seen. It is never changed in place, so that checkpoints can share it. Times are milliseconds since the epoch. */
export interface SeenReceipt {
  /** Identifies the receipt: its id, or its content if the service leaves the id out. */
  readonly key: string;
  /** The receipt as canonical JSON: equal content is equal text. */
  readonly content: string;
  /** The earliest and the latest time at which the receipt can have been created. Both are `created` if that is valid. */
  readonly createdFrom: number;
  readonly createdTo: number;
  /** When a run last saw the receipt change. */
  readonly changed: number;
  readonly hasChanged: boolean;
  /** Whether the receipt is a draft or partially received. */
  readonly isPending: boolean;
  readonly isDelivered: boolean;
  /** How many successful runs in a row should have listed the receipt but did not. After the second, it is reported. */
  readonly misses: number;
}

export type PollState = PollCheckpoint & {
  /** Receipts created before this time are never delivered. */
  readonly since: number | null;
  /** The end of the last successful run. Before the first success: the time up to which the run has read old receipts. */
  through: number;
  /** Every receipt that the next run can list, by key. */
  readonly seen: Map<string, SeenReceipt>;
};

type SavedState = Omit<PollState, 'seen'> & { readonly seen: readonly SeenReceipt[] };

/** How far a poll looks back, in days. */
export type Lookback = Readonly<Record<'trailingDays' | 'maxLookbackDays', number>>;

/** Returns the start of the range that a run at `now` must list. */
export function rangeStart({ since, through, seen }: PollState, lookback: Lookback, now: number): number {
  // A clock that was ahead must not cause gaps.
  const end = Math.min(through, now);
  const oldest = end - lookback.maxLookbackDays * day;
  let start = end - lookback.trailingDays * day;
  for (const receipt of seen.values()) {
    // One more run must check whether a receipt is no longer listed, even if it is old.
    const isWatched = receipt.createdFrom >= oldest && canChange(receipt, lookback, end);
    // The API specification does not define whether bounds are inclusive.
    if (isWatched || receipt.misses === 1) start = Math.min(start, receipt.createdFrom - 1);
  }
  return Math.min(Math.max(start, since ?? start), now);
}

/** Returns whether a receipt should be watched, unless it is too old. */
export function canChange(receipt: SeenReceipt, { trailingDays }: Lookback, end: number): boolean {
  return receipt.isPending || receipt.changed >= end - trailingDays * day;
}

export function keyOf(receipt: GoodsReceipt): string {
  const { id }: { readonly id: unknown } = receipt;
  return isText(id) ? `id ${id}` : `content ${canonicalJson(receipt)}`;
}

export function receiptOf({ content }: SeenReceipt): GoodsReceipt {
  return JSON.parse(content);
}

/** Returns a checkpoint. It shares the text of each receipt, so it takes little time. */
export function checkpointOf(state: PollState): SavedState {
  return { ...state, seen: [...state.seen.values()] };
}

/** Returns the state that an earlier run saved, or that of a first run, which starts at `since`. */
export function readPollState(
  saved: unknown,
  since: number | undefined,
  options: CheckpointOptions,
): PollState {
  const { outletRef } = options;
  const { seen, ...others } = readCheckpoint(saved, 'poll', options, isSavedState) ?? {
    ...({ version: 2, task: 'poll', outletRef } as const),
    ...{ since: since ?? null, through: since ?? Date.now(), seen: [] },
  };
  return { ...others, seen: new Map(seen.map((receipt) => [receipt.key, receipt])) };
}

function isSavedState(found: Record<string, unknown>): found is SavedState {
  const { since, through, seen } = found;
  return (
    (since === null || isTime(since)) &&
    isTime(through) &&
    Array.isArray(seen) &&
    [...seen].every(isSeenReceipt)
  );
}

function isSeenReceipt(entry: unknown): entry is SeenReceipt {
  if (!isRecord(entry)) return false;
  const { key, content, createdFrom, createdTo, changed } = entry;
  return isText(key) && isText(content) && [createdFrom, createdTo, changed].every(isTime);
}

function isTime(value: unknown): boolean {
  return typeof value === 'number' && parseInstant(new Date(value)) !== undefined;
}
