import type { OutletClient } from '../../client/client.js';
import { goodsReceiptStatuses } from '../../entities/goods-receipt.js';
import type { GoodsReceipt } from '../../entities/index.js';
import type { Verdict } from '../../errors/issue.js';
import { formatInstant, parseInstant } from '../../instants.js';
import { isSliceEnd } from '../../lists/list-position.js';
import type { Page } from '../../lists/pages.js';
import { callSafely, writeLog } from '../../logger.js';
import { checkDuration, checkFunction, checkText, hasMethods } from '../../options/checks.js';
import { type OptionReader, readOptions } from '../../options/read-options.js';
import { runOptions } from '../checkpoints/checkpoint-options.js';
import { runWithCheckpoints } from '../checkpoints/checkpointed-run.js';
import { notStarted } from '../checkpoints/saved-checkpoint.js';
import type { GoodsReceiptChange, NotFoundReceipt, PollOptions, PollReport } from './poll-options.js';
import { readWatchlist, Watchlist } from './watchlist.js';

/** Milliseconds between two saves, because a checkpoint contains all watched receipts. */
const saveInterval = 5_000;

/** A warning names at most this many receipts. */
const maxNamed = 10;

/**
 * Lists goods receipts once and delivers those that are new or have changed, oldest first. Goods receipts have no webhooks: run it
 * on a schedule, such as every hour. Its requests have background priority.
 *
 * Every receipt except drafts is delivered at least once. Only a `completed` receipt is a bill. A `cancelled` receipt voids the
 * bill with its id. Guide: Inventory and menus › Goods receipts.
 * API specification: Endpoints › `GET /inventory/goods-receipts`, recommended client behaviour; States › Goods
 * receipt statuses.
 * @param outlet - the `OutletClient`
 * @throws {@link RequestValidationError} if an option is invalid, or the checkpoint belongs to another outlet or task
 * @throws {@link LeaseError} if another run with this name is active, or takes over
 * @throws any error of a callback, of the checkpoint store, or of a request
 * @example
 * ```ts
 * await pollGoodsReceipts(outlet, {
 *   name: 'receipts',
 *   outletRef: 'bistro',
 *   from: '2026-11-01T00:00:00Z',
 *   checkpoints: createFileCheckpointStore('./checkpoints'),
 *   onChanged: async (receipt) => {
 *     const bill = billFromGoodsReceipt(receipt);
 *     if (bill.action === 'post') await bills.put(bill.receiptId, bill);
 *     if (bill.action === 'void') await bills.void(bill.receiptId);
 *   },
 *   onNotFound: async (receipt) => bills.review(receipt.id),
 * });
 * ```
 */
export async function pollGoodsReceipts(outlet: OutletClient, options: PollOptions): Promise<PollReport> {
  const reportUnlisted = ({ id }: NotFoundReceipt) =>
    warn('A goods receipt is no longer listed', [id], 'Check its bill.');
  const settings = readOptions(
    notStarted.poll,
    options,
    (option: OptionReader<PollOptions>) => ({
      ...runOptions(option),
      from: option('from', checkInstant, undefined),
      trailingDays: option('trailingDays', checkDays, 7),
      maxLookbackDays: option('maxLookbackDays', checkDays, 90),
      notFoundAfter: option('notFoundAfter', checkDuration, 3_600_000),
      outletId: option('outletId', checkText, undefined),
      onChanged: option('onChanged', checkFunction),
      onError: option('onError', checkFunction, () => false),
      onNotFound: option('onNotFound', checkFunction, reportUnlisted),
      onWarning: option('onWarning', checkFunction, undefined),
    }),
    { outlet: hasMethods(outlet?.goodsReceipts, 'list') || 'must be an OutletClient' },
  );
  const { trailingDays, maxLookbackDays, notFoundAfter, outletId, onChanged, onError, onNotFound, logger } =
    settings;
  const { onWarning = (message) => writeLog(logger, 'warn', message) } = settings;
  const start = parseInstant(settings.from);
  return runWithCheckpoints('poll', settings, async (context) => {
    const to = context.startedAt.getTime();
    const rules = { trailingDays, maxLookbackDays, notFoundAfter };
    const watchlist = new Watchlist(readWatchlist(context.saved, start, to, settings), rules, to);
    const range = { from: formatInstant(watchlist.from), to: formatInstant(to) };
    const counts = { records: 0, new: 0, changed: 0 };
    const failed: string[] = [];
    const notFound: string[] = [];
    const noLongerWatched: string[] = [];
    let savedAt = Number.NEGATIVE_INFINITY;

    // If the first run fails, the next one starts at the same time.
    if (!context.saved) await context.save(watchlist.checkpoint());
    try {
      const list = outlet.goodsReceipts.list(
        { ...range, outletId, status: goodsReceiptStatuses },
        { signal: context.signal, priority: 'background', missingNext: 'error' },
      );
      for await (const page of list.pages()) await take(page);
      for (const seen of watchlist.notFound()) {
        await context.deliver(() => onNotFound(seen.receipt, { readAt: context.startedAt }));
        watchlist.set(seen);
        notFound.push(seen.receipt.id);
      }
      watchlist.complete();
      await save();
    } catch (error) {
      // The error is more useful than that of a failed save. Receipts that are not saved are delivered again.
      await context.save(watchlist.checkpoint()).catch(() => {});
      throw error;
    }
    return { ...range, ...counts, failed, notFound, noLongerWatched };

    async function take(page: Page<GoodsReceipt>): Promise<void> {
      const { items, slice, position } = page;
      const readAt = context.readAtOf(page);
      for (const receipt of items) {
        const { seen, change, failures: before } = await watchlist.compare(receipt, slice);
        counts.records += 1;
        const failures = change ? await deliver(receipt, { change, readAt }, before) : 0;
        if (failures > 0) {
          failed.push(receipt.id);
          watchlist.setFailed(seen, failures);
        } else {
          if (change) counts[change] += 1;
          watchlist.set(seen);
        }
      }
      watchlist.advance(isSliceEnd(position) ? slice.to : slice.from);
      if (Date.now() - savedAt >= saveInterval) await save();
    }

    /** Delivers a receipt, and a second time if that fails and `onError` lets the run continue. Returns how many deliveries have failed. */
    async function deliver(
      receipt: GoodsReceipt,
      change: GoodsReceiptChange,
      before: number,
    ): Promise<number> {
      for (const failures of [before + 1, before + 2]) {
        const failure = await context.deliver(async () => {
          try {
            await onChanged(receipt, change);
            return undefined;
          } catch (error) {
            return { error };
          }
        });
        if (!failure) return 0;
        context.signal.throwIfAborted();
        const canContinue = await onError(failure.error, receipt, { readAt: change.readAt, failures });
        if (canContinue !== true) throw failure.error;
      }
      return before + 2;
    }

    async function save(): Promise<void> {
      const forgotten = watchlist.forget().map(({ id }) => id);
      noLongerWatched.push(...forgotten);
      const problem = 'Goods receipts are too old to be watched, but can still change';
      if (forgotten.length > 0)
        warn(problem, forgotten, 'Complete or cancel them at the outlet, and check their bills.');
      await context.save(watchlist.checkpoint());
      savedAt = Date.now();
    }
  });

  function warn(problem: string, ids: readonly string[], advice: string): void {
    const others = ids.length > maxNamed ? ` and ${ids.length - maxNamed} more` : '';
    callSafely(() => onWarning(`${problem}: ${ids.slice(0, maxNamed).join(', ')}${others}. ${advice}`));
  }
}

function checkInstant(value: unknown): Verdict {
  return parseInstant(value) !== undefined || 'must be a Date or RFC 3339 text with a time zone';
}

function checkDays(value: unknown): Verdict {
  const isValid = typeof value === 'number' && value > 0 && value <= 10_000;
  return isValid || 'must be a number of days over 0, at most 10,000';
}
