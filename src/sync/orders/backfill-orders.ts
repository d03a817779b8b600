import { checkCallback, checkEach, hasMethods } from '../../checks.js';
import { assertValid } from '../../errors/request-validation-error.js';
import {
  type CheckpointOptions,
  checkCheckpointOptions,
  invalidCheckpoint,
} from '../checkpoints/checkpoint-options.js';
import { runWithCheckpoints } from '../checkpoints/checkpointed-run.js';
import { type ListCheckpoint, readListCheckpoint, startOfList } from '../resumable-list/list-checkpoint.js';
import { ProgressEstimator, type SyncProgress } from '../resumable-list/progress-estimator.js';
import type { BackfillClient, BackfillOptions, BackfillReport } from './backfill-options.js';
import {
  checkRange,
  isSameRange,
  orderPages,
  parseRange,
  type RequestedRange,
  rangeUpToNow,
} from './order-list.js';

const invalid = 'The backfill did not start';

/**
 * Delivers all orders of a range, at the rate limit and with background priority. If a run ends early, for example because the process
 * crashed, the same call resumes it. Every order is delivered at least once.
 *
 * A backfill that is complete stays complete: the same call then returns `alreadyComplete: true`. On a schedule, use `reconcileOrders`,
 * or give each run a range that follows the last one. The list has only orders that are complete or cancelled. Orders that end during
 * or after the backfill arrive by webhook.
 *
 * Specification: "GET /orders".
 *
 * @param client - the `OutletClient`
 * @throws RequestValidationError if an option is invalid, or the checkpoint belongs to another outlet or another unfinished range
 * @throws LeaseError if another run of the same name is active or takes over
 * @throws any error of `onOrders`, of the checkpoint store, or of a request
 *
 * @example
 * ```ts
 * import { createFileCheckpointStore } from 'outlet-open-api/sync/node';
 *
 * await backfillOrders(outlet, {
 *   name: 'backfill-bistro',
 *   outlet: 'bistro',
 *   from: '2026-01-01T00:00:00Z',
 *   checkpoints: createFileCheckpointStore('./checkpoints'),
 *   onOrders: (orders, { readAt }) => db.upsert(orders, readAt),
 *   onProgress: ({ windows }) => console.log(`${windows.done} of ${windows.total} windows`),
 * });
 * ```
 */
export async function backfillOrders(
  client: BackfillClient,
  options: BackfillOptions,
): Promise<BackfillReport> {
  const settings = { ...options };
  const range = parseRange(settings.from, settings.to, settings.status);
  checkOptions(client, settings, range);
  const { onOrders, onProgress } = settings;
  return runWithCheckpoints(settings, async ({ saved, signal, confirm, save }) => {
    const start = startFrom(saved, range, settings);
    const estimator = new ProgressEstimator(start);
    let progress = start;
    for await (const page of orderPages(client.orders, start, signal)) {
      progress = page.progress;
      if (page.items.length > 0) {
        await confirm();
        await onOrders(page.items, { checkpoint: progress, readAt: page.readAt });
      }
      await save(progress);
      report(onProgress, estimator.after(page));
    }
    const { from, to, pages, records } = progress;
    return { from, to, alreadyComplete: start.isDone, pages, records, checkpoint: progress };
  });
}

function startFrom(
  saved: unknown,
  range: RequestedRange,
  options: CheckpointOptions,
): ListCheckpoint<'backfill'> {
  const found = readListCheckpoint(saved, 'backfill', 'orders', options, invalid);
  if (found && isSameRange(found, range)) return found;
  if (!found || found.isDone) return startOfList('backfill', options.outlet, rangeUpToNow(range));
  throw invalidCheckpoint(
    `has an unfinished backfill of other orders for ${JSON.stringify(options.name)} ` +
      `(${found.from} to ${found.to}, ${found.status ?? 'every status'}). ` +
      'Finish it first, with the same from and status and with the same to or none, or use another name',
    options,
    invalid,
  );
}

async function report(onProgress: BackfillOptions['onProgress'], progress: SyncProgress): Promise<void> {
  try {
    await onProgress?.(progress);
  } catch {
    // Progress is for display: an error must not end the run.
  }
}

function checkOptions(client: BackfillClient, options: BackfillOptions, range: RequestedRange): void {
  assertValid(invalid, {
    client: hasMethods(client?.orders, 'list') || 'must be an OutletClient',
    ...checkCheckpointOptions(options),
    ...checkRange(range),
    onOrders: typeof options.onOrders === 'function' || 'must be a function',
    ...checkEach({ onProgress: options.onProgress }, checkCallback),
  });
}
