import type { GoodsReceipt } from '../../entities/index.js';
import { assertValid } from '../../errors/request-validation-error.js';
import { formatInstant, parseInstant } from '../../instants.js';
import {
  type CheckpointOptions,
  checkCallbacks,
  checkCheckpointOptions,
} from '../checkpoints/checkpoint-options.js';
import { runWithCheckpoints } from '../checkpoints/checkpointed-run.js';
import { LeftBehindWarnings } from './left-behind-warnings.js';
import { Poll, type PollRules } from './poll.js';
import type { PollClient, PollOptions, PollReport } from './poll-options.js';
import { readPollState } from './poll-state.js';

const invalid = 'The poll did not start';
const watched = ['draft', 'completed', 'cancelled', 'partiallyReceived'] as const;

/**
 * Looks once for goods receipts that are new or have changed since they were handed over, oldest first, in the background. Receipts
 * emit no webhooks: run it on a schedule, such as each hour.
 *
 * It looks at all statuses of the receipts that were created from `trailingDays` before the end of the last run on, however long
 * ago that is, and from the oldest one on that is `draft` or `partiallyReceived` still. A receipt whose content is what was handed over is
 * not handed over again, except after a crash.
 *
 * Only a `completed` receipt is a bill; a `cancelled` one voids the bill of its id, and one that is `partiallyReceived` is none yet.
 *
 * Specification: "GET /inventory/goods-receipts", recommended client behaviour; "Goods receipt statuses".
 *
 * @param client - the `OutletClient`
 * @throws RequestValidationError for options that are wrong
 * @throws LeaseError where another run of this name lives
 * @throws what `onChanged` throws, and the error of a page that cannot be fetched
 *
 * @example
 * ```ts
 * await pollGoodsReceipts(outlet, {
 *   name: 'receipts-bistro',
 *   outlet: 'bistro',
 *   since: '2026-11-01T00:00:00Z',
 *   checkpoints: createFileCheckpointStore('./checkpoints'),
 *   onChanged: async (receipt) => {
 *     const bill = billFromGoodsReceipt(receipt);
 *     if (bill.action === 'post') await bills.put(bill.receiptId, bill);
 *     if (bill.action === 'void') await bills.void(bill.receiptId);
 *   },
 * });
 * ```
 */
export async function pollGoodsReceipts(client: PollClient, options: PollOptions): Promise<PollReport> {
  const { goodsReceipts, keeping, since, rules, onWarning } = settingsFrom(client, options);
  return runWithCheckpoints(keeping, async (run) => {
    const to = Date.now();
    const memory = readPollState(run.saved, since, keeping, invalid);
    const poll = new Poll(memory, rules, run, to);
    const range = { from: formatInstant(poll.from), to: formatInstant(to) };
    const { signal } = run;
    const list = goodsReceipts.list(
      { ...range, status: watched },
      { signal, priority: 'background', missingNext: 'error' },
    );
    const warnings = new LeftBehindWarnings(poll, rules.maxLookbackDays, onWarning);
    // Before they are forgotten for good.
    warnings.give();
    try {
      await poll.begin();
      for await (const page of list.pages()) await poll.take(page);
      await poll.finish();
    } catch (error) {
      await poll.keep();
      throw error;
    } finally {
      warnings.give();
    }
    return { ...range, ...poll.counts, leftBehind: poll.leftBehind, checkpoint: memory.checkpoint };
  });
}

function settingsFrom(client: PollClient, options: PollOptions) {
  const goodsReceipts = client?.goodsReceipts;
  const { onChanged, checkpoints, resumeFrom, name, outlet, lease, since, signal, ...others } = {
    ...options,
  };
  const { trailingDays = 7, maxLookbackDays = 90, statuses, onWarning = console.warn } = others;
  const keeping: CheckpointOptions = { checkpoints, name, outlet, resumeFrom, lease, signal };
  const start = parseInstant(since);
  assertValid(invalid, {
    client: typeof goodsReceipts?.list === 'function' || 'must be an OutletClient',
    onChanged: typeof onChanged === 'function' || 'must be a function',
    ...checkCheckpointOptions(keeping),
    since: since === undefined || start !== undefined || 'must be a Date, or RFC 3339 text with its offset',
    trailingDays: isDays(trailingDays) || days,
    maxLookbackDays: isDays(maxLookbackDays) || days,
    statuses: statuses === undefined || isStatuses(statuses) || `must be a list of ${watched.join(', ')}`,
    ...checkCallbacks({ onWarning }),
  });
  const wanted = statuses && new Set<unknown>(statuses);
  // A status that is not documented is handed on.
  const isWanted = ({ status }: GoodsReceipt) => (wanted ? wanted.has(status) : status !== 'draft');
  const rules: PollRules = { onChanged, isWanted, trailingDays, maxLookbackDays };
  return { goodsReceipts, keeping, since: start, rules, onWarning };
}

const days = 'must be a number of days over 0, at most 10,000';

function isDays(value: unknown): boolean {
  return typeof value === 'number' && value > 0 && value <= 10_000;
}

function isStatuses(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((status) => watched.includes(status));
}
