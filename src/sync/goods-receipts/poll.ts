import type { GoodsReceipt } from '../../entities/index.js';
import { parseInstant } from '../../instants.js';
import type { Page } from '../../lists/pages.js';
import { parseSpan, type Span } from '../../lists/windows.js';
import { canonicalJson } from '../../records.js';
import type { CheckpointedRun } from '../checkpoints/checkpointed-run.js';
import type { GoodsReceiptChange, PollInfo, PollOptions } from './poll-options.js';
import {
  canChange,
  checkpointOf,
  day,
  keyOf,
  type Lookback,
  type PollState,
  receiptOf,
  type SeenReceipt,
  windowStart,
} from './poll-state.js';

/** A checkpoint is saved if it holds at most this many receipts per change. Saving all after each page would take too long. */
const maxSavedPerChange = 10;

/** A warning names at most this many receipts. */
const maxNamed = 10;

/** The options of a poll, with defaults. */
export type PollSettings = PollOptions &
  Lookback & { readonly onWarning: NonNullable<PollOptions['onWarning']> };

/** One run: compares the listed receipts with those that were seen, and delivers those that are new or have changed. */
export class Poll {
  /** The range of `created` to list, in milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
  readonly counts = { receipts: 0, new: 0, changed: 0, notFound: 0 };
  readonly leftBehind: string[] = [];
  readonly #state: PollState;
  readonly #settings: PollSettings;
  readonly #run: CheckpointedRun;
  /** Created before this time, a receipt is too old to be watched. */
  readonly #oldest: number;
  /** Receipts that the list should contain and has not returned yet. */
  readonly #expected: Map<string, SeenReceipt>;
  #changesSinceSave = 0;

  constructor(state: PollState, settings: PollSettings, run: CheckpointedRun, to: number) {
    this.#state = state;
    this.#settings = settings;
    this.#run = run;
    this.to = to;
    this.from = windowStart(state, settings, to);
    this.#oldest = to - settings.maxLookbackDays * day;
    const isExpected = (seen: SeenReceipt) => this.from < seen.createdFrom && seen.createdTo < to;
    this.#expected = new Map([...state.seen].filter(([, seen]) => isExpected(seen)));
  }

  /** Delivers what is new or has changed on a page. */
  async take({ items, next, window, readAt }: Page<GoodsReceipt>): Promise<void> {
    const span = parseSpan(window) ?? this;
    for (const receipt of items) await this.#look(receipt, span, readAt);
    // A run that fails in a long range is not to read all of it again, except what can have changed since.
    const reached = Math.min(next === null ? span.to : span.from, this.#oldest);
    this.#state.through = Math.max(this.#state.through, reached);
    if (this.#changesSinceSave * maxSavedPerChange <= this.#state.seen.size) return;
    await this.#forget();
    await this.save();
  }

  /** Ends a run that has taken all pages. */
  async finish(): Promise<void> {
    await this.#reportMissing();
    this.#state.through = this.to;
    await this.#forget();
    await this.save();
  }

  async save(): Promise<void> {
    await this.#run.save(checkpointOf(this.#state));
    this.#changesSinceSave = 0;
  }

  async #look(receipt: GoodsReceipt, { from, to }: Span, readAt: Date): Promise<void> {
    const key = keyOf(receipt);
    const content = canonicalJson(receipt);
    const before = this.#state.seen.get(key);
    const isSame = before?.content === content && before.misses < 2;
    const created = parseInstant(receipt.created);
    // A time outside the window that lists the receipt cannot be right.
    const isDated = created !== undefined && from <= created && created <= to;
    const createdTo = isDated ? created : to;
    const now: SeenReceipt = {
      key,
      content,
      createdFrom: isDated ? created : from,
      createdTo,
      // A receipt that is already too old when it is first seen was not seen to change.
      changed: isSame ? before.changed : before || createdTo >= this.#oldest ? this.to : createdTo,
      isPending: receipt.status === 'draft' || receipt.status === 'partiallyReceived',
      isDelivered: before?.isDelivered || this.#isWanted(receipt),
      misses: 0,
    };
    this.counts.receipts += 1;
    this.#expected.delete(key);
    if (isSame && before.isDelivered === now.isDelivered) this.#state.seen.set(key, now);
    else await this.#change(now, () => now.isDelivered && this.#deliver(receipt, before, readAt));
  }

  async #deliver(receipt: GoodsReceipt, before: SeenReceipt | undefined, readAt: Date): Promise<void> {
    const previous = before && receiptOf(before);
    const info: PollInfo = { readAt, checkpoint: checkpointOf(this.#state) };
    const change: GoodsReceiptChange =
      previous && before.isDelivered
        ? { change: 'changed', previous, ...info }
        : { change: 'new', previous, ...info };
    await this.#settings.onChanged(receipt, change);
    this.counts[change.change] += 1;
  }

  #isWanted({ status }: GoodsReceipt): boolean {
    // A receipt with an undocumented status is delivered.
    return this.#settings.statuses?.some((wanted) => wanted === status) ?? status !== 'draft';
  }

  /** Counts the runs that did not list a receipt, and reports it after the second. */
  async #reportMissing(): Promise<void> {
    const { seen } = this.#state;
    for (const receipt of this.#expected.values()) {
      if (receipt.misses !== 1) continue;
      await this.#change({ ...receipt, misses: 2, changed: this.to }, () =>
        this.#deliverNotFound(receiptOf(receipt)),
      );
      this.counts.notFound += 1;
    }
    // Only now, because a run in which a callback throws is not successful.
    for (const receipt of this.#expected.values()) {
      if (receipt.misses === 0) seen.set(receipt.key, { ...receipt, misses: 1 });
    }
  }

  #deliverNotFound(receipt: GoodsReceipt): unknown {
    const { onNotFound } = this.#settings;
    if (!onNotFound)
      return this.#warn('A goods receipt is no longer listed', [receipt.id], 'Check its bill.');
    return onNotFound(receipt, { readAt: new Date(this.to), checkpoint: checkpointOf(this.#state) });
  }

  /** Replaces what is known of a receipt, unless the callback throws. */
  async #change(now: SeenReceipt, callback: () => unknown): Promise<void> {
    const { seen } = this.#state;
    const before = seen.get(now.key);
    try {
      await this.#run.deliver(() => {
        seen.set(now.key, now);
        return callback();
      });
    } catch (error) {
      if (before) seen.set(now.key, before);
      else seen.delete(now.key);
      throw error;
    }
    this.#changesSinceSave += 1;
  }

  /** Forgets receipts that the next run cannot meet, and warns about those that can still change. */
  async #forget(): Promise<void> {
    const { seen } = this.#state;
    const start = windowStart(this.#state, this.#settings, this.to);
    const ids: string[] = [];
    for (const receipt of seen.values()) {
      if (receipt.createdTo >= start) continue;
      seen.delete(receipt.key);
      this.#expected.delete(receipt.key);
      if (receipt.misses === 0 && canChange(receipt, this.#settings, this.to))
        ids.push(receiptOf(receipt).id);
    }
    this.leftBehind.push(...ids);
    const problem = `Goods receipts are no longer watched after ${this.#settings.maxLookbackDays} days, but can still change`;
    await this.#warn(problem, ids, 'Complete or cancel them at the outlet, and check their bills.');
  }

  /** Warns about receipts, unless there are none. */
  async #warn(problem: string, ids: readonly string[], advice: string): Promise<void> {
    if (ids.length === 0) return;
    const others = ids.length > maxNamed ? ` and ${ids.length - maxNamed} more` : '';
    try {
      await this.#settings.onWarning(`${problem}: ${ids.slice(0, maxNamed).join(', ')}${others}. ${advice}`);
    } catch {
      // A warning does not end the run.
    }
  }
}
