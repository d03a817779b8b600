import { assertValid, RequestValidationError } from '../../errors/request-validation-error.js';
import { verdictsOnCallbacks } from '../callbacks.js';
import { verdictsOnCheckpointOptions } from '../checkpoints/checkpoint-options.js';
import { type CheckpointOptions, runWithCheckpoints } from '../checkpoints/checkpointed-run.js';
import { beginningOf, type ListCheckpoint, readListCheckpoint } from '../resumable-list/list-checkpoint.js';
import { ProgressEstimator, type SyncProgress } from '../resumable-list/progress-estimator.js';
import type { BackfillClient, BackfillOptions, BackfillReport } from './backfill-options.js';
import { orderPages } from './order-pages.js';
import { type AskedRange, askedRange, isSameRange, rangeUpToNow, verdictsOnRange } from './order-range.js';

const refused = 'The backfill was not begun';

/**
 * Hands over all orders of a range, at the rate limit and behind all calls that somebody waits for (`priority: 'background'`). A run that
 * was ended, by a crash as well, goes on where it was when it is begun again with the same range, store and name: every order is
 * handed over, some of them twice. Once a backfill is done, it stays done under its name: give another name or range to begin anew.
 *
 * An order that has not ended yet is not in the list, and comes once it has. Which of its times the range filters by is not documented: what
 * ends while or after you backfill comes by webhook, and `reconcileOrders` finds what webhooks missed.
 *
 * Specification: "GET /orders".
 *
 * @param outlet - the client
 * @throws RequestValidationError for options that are wrong, and where an unfinished backfill of this name has another range
 * @throws LeaseError where another run of this name lives
 * @throws what `onOrders` throws, and the error of a page that cannot be fetched
 *
 * @example
 * ```ts
 * import { createFileCheckpointStore } from 'outlet-open-api/sync/node';
 *
 * await backfillOrders(outlet, {
 *   from: '2026-01-01T00:00:00Z',
 *   checkpoints: createFileCheckpointStore('./checkpoints'),
 *   onOrders: async (orders) => db.upsert(orders),
 *   onProgress: ({ fraction, timeLeft }) => console.log(`${Math.round(100 * fraction)} %`, timeLeft),
 * });
 * ```
 */
export async function backfillOrders(
  outlet: BackfillClient,
  options: BackfillOptions,
): Promise<BackfillReport> {
  const { orders, keeping, asked, onOrders, onProgress } = settingsFrom(outlet, options);
  return runWithCheckpoints(keeping, async ({ left, signal, confirm, save }) => {
    const start = startOf(left, asked, keeping);
    const estimator = new ProgressEstimator(start);
    let progress = start;
    for await (const page of orderPages(orders, start, signal)) {
      progress = page.progress;
      if (page.items.length > 0) {
        await confirm();
        await onOrders(page.items, { checkpoint: progress });
      }
      await save(progress);
      tell(onProgress, estimator.after(page));
    }
    const { from, to, pages, records } = progress;
    return { from, to, pages, records, checkpoint: progress };
  });
}

function startOf(left: unknown, asked: AskedRange, { checkpoints, name }: CheckpointOptions): ListCheckpoint {
  const path = checkpoints === 'manual' ? 'resumeFrom' : 'checkpoints';
  const found = readListCheckpoint(left, { task: 'backfill', kind: 'orders' }, refused, path);
  if (found && isSameRange(found, asked)) return found;
  if (found && !found.isDone) {
    const message =
      `holds an unfinished backfill ${JSON.stringify(name)} of other orders (${found.from} to ${found.to}, ${found.status ?? 'all'}): ` +
      'go on with that range, which takes no `to`, or give this one a name of its own';
    throw new RequestValidationError(refused, [{ path, message }]);
  }
  return beginningOf({ task: 'backfill', ...rangeUpToNow(asked) });
}

async function tell(onProgress: BackfillOptions['onProgress'], progress: SyncProgress): Promise<void> {
  try {
    await onProgress?.(progress);
  } catch {
    // What it throws disturbs nothing, now or later.
  }
}

function settingsFrom(client: BackfillClient, options: BackfillOptions) {
  const orders = client?.orders;
  const {
    from,
    to,
    status,
    checkpoints,
    resumeFrom,
    name = 'backfill-orders',
    onOrders,
    onProgress,
    signal,
  } = {
    ...options,
  };
  const asked = askedRange(from, to, status);
  assertValid(refused, {
    outlet: typeof orders?.list === 'function' || 'must be an OutletClient',
    ...verdictsOnRange(asked),
    ...verdictsOnCheckpointOptions({ checkpoints, name, resumeFrom, signal }),
    onOrders: typeof onOrders === 'function' || 'must be a function',
    ...verdictsOnCallbacks({ onProgress }),
  });
  const keeping: CheckpointOptions = { checkpoints, name, resumeFrom, signal };
  return { orders, keeping, asked, onOrders, onProgress };
}
