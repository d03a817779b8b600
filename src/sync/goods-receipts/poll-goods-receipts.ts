import {
  checkCallback,
  checkEach,
  checkFunction,
  checkOptional,
  checkRecord,
  hasMethods,
  type Verdict,
} from '../../checks.js';
import type { OutletClient } from '../../client.js';
import { goodsReceiptStatuses } from '../../entities/goods-receipt.js';
import { assertValid } from '../../errors/request-validation-error.js';
import { formatInstant, parseInstant } from '../../instants.js';
import { isRecord } from '../../records.js';
import { checkDuration } from '../../transport/call-options.js';
import { checkCheckpointOptions } from '../checkpoints/checkpoint-options.js';
import { runWithCheckpoints } from '../checkpoints/checkpointed-run.js';
import { notStarted } from '../checkpoints/saved-checkpoint.js';
import { deliverChanges } from './deliver-changes.js';
import type { PollOptions, PollReport } from './poll-options.js';
import { readWatchlist, Watchlist } from './watchlist.js';

/**
 * Lists goods receipts once and delivers those that are new or have changed, oldest first. Goods receipts have no webhooks: run it
 * on a schedule, such as every hour. Its requests have background priority.
 *
 * Every receipt is delivered at least once. Only a `completed` receipt is a bill. A `cancelled` receipt voids the
 * bill with its id. Guide: Inventory and menus › Goods receipts.
 * API specification: Endpoints › `GET /inventory/goods-receipts`, recommended client behaviour; States › Goods
 * receipt statuses.
 * @param outlet - the `OutletClient`
 * @throws RequestValidationError if an option is invalid, or the checkpoint belongs to another outlet or task
 * @throws LeaseError if another run with this name is active, or takes over
 * @throws any error of a callback, of the checkpoint store, or of a request
 * @example
 * ```ts
 * await pollGoodsReceipts(outlet, {
 *   name: 'receipts',
 *   outletRef: 'bistro',
 *   since: '2026-11-01T00:00:00Z',
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
  const settings = settingsFrom(options);
  const { since, statuses, query, now, onChanged, onNotFound, onWarning } = settings;
  const start = parseInstant(since);
  assertValid(notStarted.poll, {
    outlet: hasMethods(outlet?.goodsReceipts, 'list') || 'must be an OutletClient',
    ...checkCheckpointOptions(settings),
    since: since === undefined || start !== undefined || 'must be a Date or RFC 3339 text with a time zone',
    trailingDays: checkDays(settings.trailingDays),
    maxLookbackDays: checkDays(settings.maxLookbackDays),
    notFoundAfter: checkDuration(settings.notFoundAfter),
    query: checkOptional(query, checkQuery),
    statuses: isStatuses(statuses) || `must be a non-empty list of ${goodsReceiptStatuses.join(', ')}`,
    onChanged: checkFunction(onChanged),
    ...checkEach({ onNotFound, now }, checkCallback),
    onWarning: checkFunction(onWarning),
  });
  return runWithCheckpoints('poll', settings, async (context) => {
    const startedAt = await now?.();
    const to = startedAt?.getTime() ?? Date.now();
    const watchlist = new Watchlist(readWatchlist(context.saved, start, settings), settings, to);
    const range = { from: formatInstant(watchlist.from), to: formatInstant(to) };
    // `query` accepts what the types of a list do not.
    const list = outlet.goodsReceipts.list(
      { ...range, status: goodsReceiptStatuses },
      { query, signal: context.signal, priority: 'background', missingNext: 'error' },
    );
    // If the first run fails, the next one starts at the same time.
    if (!context.saved) await context.save(watchlist.checkpoint());
    try {
      const counts = await deliverChanges(list, watchlist, context, { ...settings, startedAt });
      return { ...range, ...counts, checkpoint: watchlist.checkpoint() };
    } catch (error) {
      // The error is more useful than that of a failed save. Receipts that are not saved are delivered again.
      await context.saveAfterError(watchlist.checkpoint()).catch(() => {});
      throw error;
    }
  });
}

function settingsFrom(options: PollOptions) {
  const { trailingDays = 7, maxLookbackDays = 90, notFoundAfter = 3_600_000, ...others } = options;
  const { onWarning = console.warn } = others;
  return { ...others, trailingDays, maxLookbackDays, notFoundAfter, onWarning };
}

function checkDays(value: unknown): Verdict {
  const isValid = typeof value === 'number' && value > 0 && value <= 10_000;
  return isValid || 'must be a number of days over 0, at most 10,000';
}

function checkQuery(value: unknown): Verdict {
  const own = ['from', 'to', 'status', 'cursor'].find((name) => isRecord(value) && name in value);
  return own === undefined ? checkRecord(value) : `must not contain ${own}, which the poll sets`;
}

function isStatuses(value: unknown): boolean {
  const isStatus = (status: unknown) => goodsReceiptStatuses.some((known) => known === status);
  return value === undefined || (Array.isArray(value) && value.length > 0 && value.every(isStatus));
}
