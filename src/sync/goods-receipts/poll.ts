import type { GoodsReceipt } from '../../entities/index.js';
import { day, parseInstant } from '../../instants.js';
import type { Page } from '../../lists/pages.js';
import { parseSpan, type Span } from '../../lists/time-range.js';
import { canonicalJson } from '../../records.js';
import type { RunContext } from '../checkpoints/checkpointed-run.js';
import { isSliceEnd } from '../resumable-list/list-checkpoint.js';
import type { GoodsReceiptChange, PollInfo, PollOptions } from './poll-options.js';
import {
  canChange,
  checkpointOf,
  keyOf,
  type Lookback,
  type PollState,
  rangeStart,
  receiptOf,
  type SeenReceipt,
} from './poll-state.js';

/** A checkpoint is saved if it has at most this many receipts per change, because saving after each page would take too long. */
const maxSavedPerChange = 10;

/** A warning names at most this many receipts. */
const maxNamed = 10;

export type PollSettings = PollOptions &
  Lookback & { readonly onWarning: NonNullable<PollOptions['onWarning']> };

/**
 * Creates a run that compares the listed receipts with those seen before, and delivers new and changed receipts.
 * @param to - the end of the range of `created` to list, in milliseconds since the epoch
 */
export function createPoll(state: PollState, settings: PollSettings, context: RunContext, to: number) {
  const { seen } = state;
  const { maxLookbackDays } = settings;
  const from = rangeStart(state, settings, to);
  /** Receipts that were created before this time are too old to be watched. */
  const oldest = to - maxLookbackDays * day;
  const isExpected = ({ createdFrom, createdTo }: SeenReceipt) => from < createdFrom && createdTo < to;
  /** Receipts that the list should contain and has not returned yet. */
  const expected = new Map([...seen].filter(([, receipt]) => isExpected(receipt)));
  const counts = { receipts: 0, new: 0, changed: 0, notFound: 0 };
  const leftBehind: string[] = [];
  let changesSinceSave = 0;

  /** Delivers the new and changed receipts of a page. */
  async function take({ items, slice, position, readAt }: Page<GoodsReceipt>): Promise<void> {
    const span = parseSpan(slice) ?? { from, to };
    for (const receipt of items) await look(receipt, span, readAt);
    // If a run fails in a long range, the next run must not read all of it again, except receipts that can have changed.
    const reached = Math.min(isSliceEnd(position) ? span.to : span.from, oldest);
    state.through = Math.max(state.through, reached);
    if (changesSinceSave * maxSavedPerChange <= seen.size) return;
    await forget();
    await save();
  }

  async function finish(): Promise<void> {
    await reportMissing();
    state.through = to;
    await forget();
    await save();
  }

  async function save(): Promise<void> {
    await context.save(checkpointOf(state));
    changesSinceSave = 0;
  }

  async function look(receipt: GoodsReceipt, span: Span, readAt: Date): Promise<void> {
    const key = keyOf(receipt);
    const content = canonicalJson(receipt);
    const before = seen.get(key);
    const isSame = before?.content === content && before.misses < 2;
    const created = parseInstant(receipt.created);
    // A creation time outside the slice that lists the receipt is wrong.
    const isDated = created !== undefined && span.from <= created && created <= span.to;
    const createdTo = isDated ? created : span.to;
    const now: SeenReceipt = {
      key,
      content,
      createdFrom: isDated ? created : span.from,
      createdTo,
      // A receipt that is too old when first seen does not count as changed now.
      changed: isSame ? before.changed : before || createdTo >= oldest ? to : createdTo,
      hasChanged: isSame ? before.hasChanged : before !== undefined,
      isPending: receipt.status === 'draft' || receipt.status === 'partiallyReceived',
      isDelivered: before?.isDelivered || isWanted(receipt),
      misses: 0,
    };
    counts.receipts += 1;
    expected.delete(key);
    if (isSame && before.isDelivered === now.isDelivered) seen.set(key, now);
    else await replaceSeen(now, () => now.isDelivered && deliver(receipt, before, readAt));
  }

  async function deliver(
    receipt: GoodsReceipt,
    before: SeenReceipt | undefined,
    readAt: Date,
  ): Promise<void> {
    const previous = before && receiptOf(before);
    const info: PollInfo = { readAt, checkpoint: checkpointOf(state), run: context.run };
    const change: GoodsReceiptChange =
      previous && before.isDelivered
        ? { change: 'changed', previous, ...info }
        : { change: 'new', previous, ...info };
    await settings.onChanged(receipt, change);
    counts[change.change] += 1;
  }

  function isWanted({ status }: GoodsReceipt): boolean {
    // A receipt with an undocumented status is delivered.
    return settings.statuses?.some((wanted) => wanted === status) ?? status !== 'draft';
  }

  /** Counts the runs that did not list a receipt, and reports it after the second. */
  async function reportMissing(): Promise<void> {
    for (const receipt of expected.values()) {
      if (receipt.misses !== 1) continue;
      await replaceSeen({ ...receipt, misses: 2, changed: to }, () => deliverNotFound(receiptOf(receipt)));
      counts.notFound += 1;
    }
    // Count only now, because a run is not successful if a callback throws.
    for (const receipt of expected.values()) {
      if (receipt.misses === 0) seen.set(receipt.key, { ...receipt, misses: 1 });
    }
  }

  function deliverNotFound(receipt: GoodsReceipt): unknown {
    const { onNotFound } = settings;
    if (!onNotFound) return warn('A goods receipt is no longer listed', [receipt.id], 'Check its bill.');
    return onNotFound(receipt, { readAt: new Date(to), checkpoint: checkpointOf(state), run: context.run });
  }

  /** Replaces the state of a receipt, unless the callback throws. */
  async function replaceSeen(now: SeenReceipt, callback: () => unknown): Promise<void> {
    const before = seen.get(now.key);
    try {
      await context.deliver(() => {
        seen.set(now.key, now);
        return callback();
      });
    } catch (error) {
      if (before) seen.set(now.key, before);
      else seen.delete(now.key);
      throw error;
    }
    changesSinceSave += 1;
  }

  /** Forgets receipts that the next run cannot list, and warns about receipts that are likely to change. */
  async function forget(): Promise<void> {
    const start = rangeStart(state, settings, to);
    const ids: string[] = [];
    for (const receipt of seen.values()) {
      if (receipt.createdTo >= start) continue;
      seen.delete(receipt.key);
      expected.delete(receipt.key);
      const isOpen = receipt.isPending || (receipt.hasChanged && canChange(receipt, settings, to));
      if (receipt.misses === 0 && isOpen) ids.push(receiptOf(receipt).id);
    }
    leftBehind.push(...ids);
    const problem = `Goods receipts are no longer watched after ${maxLookbackDays} days, but can still change`;
    await warn(problem, ids, 'Complete or cancel them at the outlet, and check their bills.');
  }

  /** Warns about receipts, unless there are none. */
  async function warn(problem: string, ids: readonly string[], advice: string): Promise<void> {
    if (ids.length === 0) return;
    const others = ids.length > maxNamed ? ` and ${ids.length - maxNamed} more` : '';
    try {
      await settings.onWarning(`${problem}: ${ids.slice(0, maxNamed).join(', ')}${others}. ${advice}`);
    } catch {
      // A warning does not end the run.
    }
  }

  return { from, counts, leftBehind, take, finish, save };
}
