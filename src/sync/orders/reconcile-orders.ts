import { checkCallback, checkEach, checkFunction, hasMethods } from '../../checks.js';
import type { OutletClient } from '../../client.js';
import { assertValid } from '../../errors/request-validation-error.js';
import { type CheckpointOptions, checkCheckpointOptions } from '../checkpoints/checkpoint-options.js';
import { runWithCheckpoints } from '../checkpoints/checkpointed-run.js';
import { notStarted, readCheckpoint } from '../checkpoints/saved-checkpoint.js';
import { isListCheckpoint, type ListCheckpoint, startOfList } from '../resumable-list/list-checkpoint.js';
import {
  checkRange,
  isSameRange,
  orderPages,
  parseRange,
  type RequestedRange,
  rangeUpToNow,
} from './order-list.js';
import type { ReconcileOptions, ReconcileReport } from './reconcile-options.js';
import { createReconciliation } from './reconciliation.js';

/**
 * Finds orders that your copy lacks or that have changed, for example because a webhook was lost. Run it every night, over a range
 * that is longer than an order stays open, such as the last 3 days. It lists and compares all orders of the range with background
 * priority. It reads an order that differs again before it delivers the order, because a page can be minutes old.
 *
 * The list contains only complete and cancelled orders. Pass `knownIds` to find reopened orders.
 * API specification: Flows › Order Data, steps 3 and 4; Endpoints › `GET /orders`, `GET /orders/:id`.
 * @param outlet - the `OutletClient`
 * @throws RequestValidationError if an option is invalid, the checkpoint belongs to another outlet, or `compare` returns an invalid value
 * @throws LeaseError if another run of the same name is active or takes over, with `checkpoints`
 * @throws any error of a callback, of the checkpoint store, or of a request
 * @example
 * ```ts
 * const report = await reconcileOrders(outlet, {
 *   name: 'nightly-bistro',
 *   from: new Date(Date.now() - 3 * 24 * 60 * 60 * 1_000),
 *   compare: (order) => db.compare(order),
 *   onMissing: (order, { readAt }) => db.upsert(order, readAt),
 * });
 * console.log(`${report.missing} missed, ${report.changed} changed, of ${report.checked}`);
 * ```
 */
export async function reconcileOrders(
  outlet: OutletClient,
  options: ReconcileOptions,
): Promise<ReconcileReport> {
  const settings = { ...options };
  const { compare, onMissing, onChanged, onNotFound, now, knownIds } = settings;
  const range = parseRange(settings);
  const checkpointing = checkpointOptionsOf(settings);
  const isIterable = hasMethods(knownIds, Symbol.iterator) || hasMethods(knownIds, Symbol.asyncIterator);
  const isList = isIterable && typeof knownIds === 'object';
  assertValid(notStarted.reconcile, {
    outlet: hasMethods(outlet?.orders, 'list', 'get') || 'must be an OutletClient',
    ...checkCheckpointOptions(checkpointing),
    ...checkRange(range),
    compare: checkFunction(compare),
    ...checkEach({ onMissing, onChanged, onNotFound, now }, checkCallback),
    knownIds: knownIds === undefined || isList || 'must be an iterable of IDs',
  });
  return runWithCheckpoints('reconcile', checkpointing, async (context) => {
    const { orders } = outlet;
    const start = startFrom(context.saved, range, checkpointing, knownIds !== undefined);
    const reconciliation = createReconciliation(orders, context, settings);
    // Pages are fetched ahead, so none is read before this time.
    const startedAt = await now?.();
    for await (const { items, readAt, checkpoint } of orderPages(orders, start, context.signal)) {
      for (const order of items) await reconciliation.checkListed({ order, readAt: startedAt ?? readAt });
      await context.save(checkpoint);
    }
    for await (const orderId of knownIds ?? []) await reconciliation.checkKnown(orderId);
    return reconciliation.report(start);
  });
}

/** Without a store, nothing is saved, so the outlet does not matter. */
function checkpointOptionsOf({ checkpoints, outletRef, ...others }: ReconcileOptions): CheckpointOptions {
  return checkpoints
    ? { ...others, checkpoints, outletRef: outletRef ?? '' }
    : { ...others, checkpoints: 'manual', outletRef: 'any' };
}

/**
 * Resumes an unfinished run of the same range. A run with known IDs starts from the beginning, because the orders of earlier
 * pages are not recorded. They would look like orders that the list lacks.
 */
function startFrom(
  saved: unknown,
  range: RequestedRange,
  options: CheckpointOptions,
  hasKnownIds: boolean,
): ListCheckpoint<'reconcile'> {
  const found = readCheckpoint(saved, 'reconcile', options, isListCheckpoint<'reconcile'>);
  const resumes = found && !found.isDone && !hasKnownIds && isSameRange(found, range);
  return resumes ? found : startOfList('reconcile', options.outletRef, rangeUpToNow(range));
}
