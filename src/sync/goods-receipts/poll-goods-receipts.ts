import type { GoodsReceipt } from '../../entities/index.js';
import { assertValid } from '../../errors/request-validation-error.js';
import { formatInstant, parseInstant } from '../../instants.js';
import { verdictsOnCallbacks } from '../callbacks.js';
import { verdictsOnCheckpointOptions } from '../checkpoints/checkpoint-options.js';
import { type CheckpointOptions, runWithCheckpoints } from '../checkpoints/checkpointed-run.js';
import { LeftBehindWarnings } from './left-behind-warnings.js';
import { Poll, type PollRules } from './poll.js';
import type { PollClient, PollOptions, PollReport } from './poll-options.js';
import { readPollState } from './poll-state.js';

const refused = 'The poll was not begun';
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
 * @param outlet - the client
 * @throws RequestValidationError for options that are wrong
 * @throws LeaseError where another run of this name lives
 * @throws what `onChanged` throws, and the error of a page that cannot be fetched
 *
 * @example
 * ```ts
 * await pollGoodsReceipts(outlet, {
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
export async function pollGoodsReceipts(outlet: PollClient, options: PollOptions): Promise<PollReport> {
  const { goodsReceipts, keeping, since, rules, onWarning } = settingsFrom(outlet, options);
  return runWithCheckpoints(keeping, async (run) => {
    const to = Date.now();
    const path = keeping.checkpoints === 'manual' ? 'resumeFrom' : 'checkpoints';
    const memory = readPollState(run.left, since, refused, path);
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
  const {
    onChanged,
    checkpoints,
    resumeFrom,
    name = 'goods-receipts',
    since,
    signal,
    ...others
  } = { ...options };
  const { trailingDays = 7, maxLookbackDays = 90, statuses, onWarning = console.warn } = others;
  const start = parseInstant(since);
  assertValid(refused, {
    outlet: typeof goodsReceipts?.list === 'function' || 'must be an OutletClient',
    onChanged: typeof onChanged === 'function' || 'must be a function',
    ...verdictsOnCheckpointOptions({ checkpoints, name, resumeFrom, signal }),
    since: since === undefined || start !== undefined || 'must be a Date, or RFC 3339 text with its offset',
    trailingDays: isDays(trailingDays) || days,
    maxLookbackDays: isDays(maxLookbackDays) || days,
    statuses: statuses === undefined || isStatuses(statuses) || `must be a list of ${watched.join(', ')}`,
    ...verdictsOnCallbacks({ onWarning }),
  });
  const wanted = statuses && new Set<unknown>(statuses);
  // A status that is not documented is handed on.
  const isWanted = ({ status }: GoodsReceipt) => (wanted ? wanted.has(status) : status !== 'draft');
  const rules: PollRules = { onChanged, isWanted, trailingDays, maxLookbackDays };
  const keeping: CheckpointOptions = { checkpoints, name, resumeFrom, signal };
  return { goodsReceipts, keeping, since: start, rules, onWarning };
}

const days = 'must be a number of days over 0, at most 10,000';

function isDays(value: unknown): boolean {
  return typeof value === 'number' && value > 0 && value <= 10_000;
}

function isStatuses(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((status) => watched.includes(status));
}
