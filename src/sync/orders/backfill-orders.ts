import type { OutletClient } from '../../client/client.js';
import type { Order } from '../../entities/index.js';
import { formatInstant } from '../../instants.js';
import { checkFunction, checkOneOf, hasMethods } from '../../options/checks.js';
import { type OptionReader, readOptions } from '../../options/read-options.js';
import { type CheckpointOptions, runOptions } from '../checkpoints/checkpoint-options.js';
import type { BackfillCheckpoint, SyncRun } from '../checkpoints/checkpoint-store.js';
import { type RunContext, runWithCheckpoints } from '../checkpoints/checkpointed-run.js';
import { headerOf, invalidCheckpoint, notStarted, readCheckpoint } from '../checkpoints/saved-checkpoint.js';
import { isListCheckpoint, type ListCheckpoint, startOfList } from '../resumable-list/list-checkpoint.js';
import { progressTracker } from '../resumable-list/sync-progress.js';
import type { BackfillInfo, BackfillOptions, BackfillReport } from './backfill-options.js';
import { orderPages, parseRange, type RequestedRange, rangeOptions } from './order-list.js';

/**
 * Delivers all orders of a range, at the rate limit and with background priority. If a run ends early, for example in a crash, the same
 * call resumes it. Every order is delivered at least once.
 *
 * After a backfill is complete, the same call returns `alreadyComplete: true`. On a schedule, reconcile an order copy: the range after
 * the last run can lack orders that were created before it, and ended in it. The list contains only complete and cancelled orders.
 * Orders that end during or after the backfill arrive by webhook. API specification: Endpoints › `GET /orders`.
 * @param outlet - the `OutletClient`
 * @throws {@link RequestValidationError} if an option is invalid, or the checkpoint belongs to another outlet or another unfinished range
 * @throws {@link LeaseError} if another run of the same name is active or takes over
 * @throws any error of `onOrders`, of the checkpoint store, or of a request
 * @example
 * ```ts
 * import { createFileCheckpointStore } from 'outlet-open-api/sync/node';
 *
 * await backfillOrders(outlet, {
 *   name: 'backfill-bistro',
 *   outletRef: 'bistro',
 *   from: '2026-01-01T00:00:00Z',
 *   checkpoints: createFileCheckpointStore('./checkpoints'),
 *   onOrders: (orders, { readAt }) => db.upsert(orders, readAt),
 *   onProgress: ({ fraction }) => console.log(`${Math.round(100 * fraction)} %`),
 * });
 * ```
 */
export async function backfillOrders(
  outlet: OutletClient,
  options: BackfillOptions,
): Promise<BackfillReport> {
  const range = parseRange({ ...options });
  const { onOrders, ...settings } = readOptions(
    notStarted.backfill,
    options,
    (option: OptionReader<BackfillOptions>) => ({
      ...runOptions(option),
      ...rangeOptions(option, range),
      status: option('status', checkOneOf('complete', 'cancelled'), undefined),
      onOrders: option('onOrders', checkFunction),
      onProgress: option('onProgress', checkFunction, undefined),
    }),
    { outlet: hasMethods(outlet?.orders, 'list') || 'must be an OutletClient' },
  );
  return runBackfill(outlet, range, settings, async (page) => {
    await onOrders(page.orders, { readAt: page.readAt });
  });
}

/** A page of a backfill. */
export interface BackfillPage extends BackfillInfo {
  readonly orders: Order[];
  /** This run. */
  readonly run: SyncRun;
  /** How far it got after this page, which is saved when the page is written. */
  readonly checkpoint: BackfillCheckpoint;
}

/** Writes the pages of a range after the checkpoint. */
export function runBackfill(
  outlet: OutletClient,
  range: RequestedRange,
  options: CheckpointOptions & Pick<BackfillOptions, 'onProgress'>,
  write: (page: BackfillPage) => Promise<void>,
): Promise<BackfillReport> {
  return runWithCheckpoints('backfill', options, async (context) => {
    const start = startFrom(context, range, options);
    const progressAfter = progressTracker(start);
    const header = headerOf('backfill', options);
    let checkpoint = { ...header, ...start };
    for await (const page of orderPages(outlet.orders, start, context.signal)) {
      checkpoint = { ...header, ...page.checkpoint };
      const { run } = context;
      const written = { orders: page.items, readAt: context.readAtOf(page), run, checkpoint };
      if (page.items.length > 0) await context.deliver(() => write(written));
      await context.save(checkpoint);
      // Progress is for display: an error must not end the run.
      (async () => options.onProgress?.(progressAfter(page)))().catch(() => {});
    }
    const { from, to, pages, records } = checkpoint;
    return { from, to, alreadyComplete: start.isDone, pages, records };
  });
}

function startFrom(
  { saved, startedAt }: RunContext,
  range: RequestedRange,
  options: CheckpointOptions,
): ListCheckpoint {
  const found = readCheckpoint(saved, 'backfill', options, isListCheckpoint);
  const [from, status] = [formatInstant(range.from), range.status ?? null];
  const isSameEnd = found && [undefined, Date.parse(found.to)].includes(range.to);
  if (isSameEnd && found.from === from && found.status === status) return found;
  const to = formatInstant(range.to ?? Math.max(range.from, startedAt.getTime()));
  if (!found || found.isDone) return startOfList({ from, to, status });
  throw invalidCheckpoint(
    'backfill',
    `has an unfinished backfill of other orders for ${JSON.stringify(options.name)} ` +
      `(${found.from} to ${found.to}, ${found.status ?? 'every status'}). ` +
      'Finish it first, with the same from and status and with the same to or none, or use another name',
  );
}
