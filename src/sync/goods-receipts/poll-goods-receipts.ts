import { checkCallback, checkEach, hasMethods, type Verdict } from '../../checks.js';
import { goodsReceiptStatuses } from '../../entities/goods-receipt.js';
import { assertValid } from '../../errors/request-validation-error.js';
import { formatInstant, parseInstant } from '../../instants.js';
import { checkCheckpointOptions } from '../checkpoints/checkpoint-options.js';
import { runWithCheckpoints } from '../checkpoints/checkpointed-run.js';
import { Poll, type PollRules } from './poll.js';
import type { PollClient, PollOptions, PollReport } from './poll-options.js';
import { checkpointOf, type PollState, readPollState } from './poll-state.js';

const invalid = 'The poll did not start';
const maxNamed = 10;

/**
 * Lists goods receipts once and delivers those that are new or have changed, oldest first. Goods receipts have no webhooks: run it
 * on a schedule, such as every hour. Its requests have background priority.
 *
 * It lists receipts of all statuses that were created after the end of the last successful run, or up to `trailingDays` before. It
 * starts earlier if an older receipt is `draft`, `partiallyReceived`, or has changed within `trailingDays`. Delivery is at least once:
 * after a crash, a receipt can be delivered again.
 *
 * Only a `completed` receipt is a bill. A `cancelled` one voids the bill with its id. A `partiallyReceived` one is not a bill yet.
 *
 * Specification: "GET /inventory/goods-receipts", recommended client behaviour; "Goods receipt statuses".
 *
 * @param client - the `OutletClient`
 * @throws RequestValidationError if an option is invalid, or the checkpoint belongs to another outlet or task
 * @throws LeaseError if another run with this name is active, or takes over
 * @throws what a callback throws, and the error of a page that cannot be fetched
 *
 * @example
 * ```ts
 * await pollGoodsReceipts(outlet, {
 *   name: 'receipts',
 *   outlet: 'bistro',
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
export async function pollGoodsReceipts(client: PollClient, options: PollOptions): Promise<PollReport> {
  const { goodsReceipts, keeping, since, rules } = settingsFrom(client, options);
  return runWithCheckpoints(keeping, async (run) => {
    const to = Date.now();
    const first: PollState = {
      ...{ version: 2, task: 'poll', outlet: keeping.outlet },
      ...{ since: since ?? null, through: since ?? to, seen: new Map() },
    };
    const state = readPollState(run.saved, first, keeping, invalid);
    const poll = new Poll(state, rules, run, to);
    const range = { from: formatInstant(poll.from), to: formatInstant(to) };
    const list = goodsReceipts.list(
      { ...range, status: goodsReceiptStatuses },
      { signal: run.signal, priority: 'background', missingNext: 'error' },
    );
    // If the first run fails, the next one starts at the same time.
    if (state === first) await poll.save();
    try {
      for await (const page of list.pages()) await poll.take(page);
      await poll.finish();
    } catch (error) {
      // The error says more than a failed save. What is not saved is delivered again.
      await poll.save().catch(() => {});
      throw error;
    }
    return { ...range, ...poll.counts, leftBehind: poll.leftBehind, checkpoint: checkpointOf(state) };
  });
}

function settingsFrom(client: PollClient, options: PollOptions) {
  const goodsReceipts = client?.goodsReceipts;
  const { onChanged, onNotFound, since, statuses, ...others } = { ...options };
  const { trailingDays = 7, maxLookbackDays = 90, onWarning = console.warn, ...keeping } = others;
  const start = parseInstant(since);
  const isStatus = (status: unknown) => goodsReceiptStatuses.some((known) => known === status);
  assertValid(invalid, {
    client: hasMethods(goodsReceipts, 'list') || 'must be an OutletClient',
    onChanged: typeof onChanged === 'function' || 'must be a function',
    ...checkCheckpointOptions(keeping),
    since: since === undefined || start !== undefined || 'must be a Date or RFC 3339 text with a time zone',
    trailingDays: checkDays(trailingDays),
    maxLookbackDays: checkDays(maxLookbackDays),
    statuses:
      statuses === undefined ||
      (Array.isArray(statuses) && statuses.length > 0 && statuses.every(isStatus)) ||
      `must be a non-empty list of ${goodsReceiptStatuses.join(', ')}`,
    ...checkEach({ onNotFound, onWarning }, checkCallback),
  });
  const wanted = statuses && new Set<unknown>(statuses);
  const warn: PollRules['warn'] = async (problem, ids, advice) => {
    if (ids.length === 0) return;
    const others = ids.length > maxNamed ? ` and ${ids.length - maxNamed} more` : '';
    try {
      await onWarning(`${problem}: ${ids.slice(0, maxNamed).join(', ')}${others}. ${advice}`);
    } catch {
      // A warning does not end the run.
    }
  };
  const rules: PollRules = {
    onChanged,
    onNotFound:
      onNotFound ?? (({ id }) => warn('A goods receipt is no longer listed', [id], 'Check its bill.')),
    // A receipt with an undocumented status is delivered.
    isWanted: ({ status }) => (wanted ? wanted.has(status) : status !== 'draft'),
    ...{ trailingDays, maxLookbackDays, warn },
  };
  return { goodsReceipts, keeping, since: start, rules };
}

function checkDays(value: unknown): Verdict {
  const isValid = typeof value === 'number' && value > 0 && value <= 10_000;
  return isValid || 'must be a number of days over 0, at most 10,000';
}
