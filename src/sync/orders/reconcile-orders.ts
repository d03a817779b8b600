import type { OutletClient } from '../../client/client.js';
import { assertValid } from '../../errors/request-validation-error.js';
import { formatInstant, isTime } from '../../instants.js';
import { callSafely, writeLog } from '../../logger.js';
import { checkFunction, hasMethods } from '../../options/checks.js';
import { type OptionReader, readOptions } from '../../options/read-options.js';
import {
  checkOutletRef,
  checkStore,
  type RunOptions,
  runOptions,
} from '../checkpoints/checkpoint-options.js';
import { runWithCheckpoints } from '../checkpoints/checkpointed-run.js';
import { headerOf, notStarted, readCheckpoint } from '../checkpoints/saved-checkpoint.js';
import { startOfList } from '../resumable-list/list-checkpoint.js';
import { orderPages, parseRange, rangeOptions } from './order-list.js';
import type { ReconcileOptions, ReconcileReport } from './reconcile-options.js';
import { createReconciliation } from './reconciliation.js';

/**
 * Finds orders that your copy lacks or that have changed, for example because a webhook was lost. Run it every night, over a range
 * that covers how long orders stay open and how late staff change them, such as the last 31 days. It lists and compares all orders of
 * the range with background priority. It reads an order that differs again before it delivers the order, because a page can be minutes old.
 *
 * With `checkpoints`, a run also covers the time since the last complete run, so nights without a run lose nothing.
 *
 * The list contains only complete and cancelled orders. Pass `knownIds` to find reopened orders.
 * API specification: Flows › Order Data, steps 3 and 4; Endpoints › `GET /orders`, `GET /orders/:id`.
 * @param outlet - the `OutletClient`
 * @throws {@link RequestValidationError} if an option is invalid, the checkpoint belongs to another outlet, or a callback returns an
 *   invalid value
 * @throws {@link LeaseError} if another run of the same name is active or takes over, with `checkpoints`
 * @throws any error of a callback, of the checkpoint store, or of a request
 * @example
 * ```ts
 * import { createFileCheckpointStore } from 'outlet-open-api/sync/node';
 *
 * const report = await reconcileOrders(outlet, {
 *   name: 'nightly-bistro',
 *   outletRef: 'bistro',
 *   from: new Date(Date.now() - 31 * 24 * 60 * 60 * 1_000),
 *   checkpoints: createFileCheckpointStore('./checkpoints'),
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
  const range = parseRange({ ...options });
  // Without a store, nothing is saved, so the outlet does not matter.
  const defaultRef = options?.checkpoints ? '' : 'any';
  const settings = readOptions(
    notStarted.reconcile,
    options,
    (option: OptionReader<ReconcileOptions>) => ({
      ...runOptions(option),
      checkpoints: option('checkpoints', checkStore, undefined),
      outletRef: option('outletRef', checkOutletRef, defaultRef),
      ...rangeOptions(option, range),
      compare: option('compare', checkFunction),
      onMissing: option('onMissing', checkFunction, undefined),
      onChanged: option('onChanged', checkFunction, undefined),
      onNotFound: option('onNotFound', checkFunction, undefined),
      knownIds: option('knownIds', checkFunction, undefined),
      onWarning: option('onWarning', checkFunction, undefined),
    }),
    { outlet: hasMethods(outlet?.orders, 'list', 'get') || 'must be an OutletClient' },
  );
  const { checkpoints = 'manual', knownIds, logger } = settings;
  const { onWarning = (message) => writeLog(logger, 'warn', message) } = settings;
  const run: RunOptions = { ...settings, checkpoints };
  return runWithCheckpoints('reconcile', run, async (context) => {
    const now = context.startedAt.getTime();
    const { from, to = now } = range;
    assertValid(notStarted.reconcile, {
      from: from <= to || 'is after now(): compare the clock of this machine with it',
    });
    // A clock that was ahead must not cause a gap.
    const saved = readCheckpoint(context.saved, 'reconcile', run, isCompleteRun);
    const last = saved && Math.min(saved.through, now);
    // The overlap is as long as the range, because an order that the last complete run did not list can have been open then.
    const start = Math.min(from, (last ?? to) - (to - from));
    const list = { from: formatInstant(start), to: formatInstant(to), status: null };
    if (last !== undefined && last < from)
      callSafely(() => onWarning(catchingUp(settings.name, last, list.from)));
    const known = knownIds ? await knownIds({ from: new Date(start), to: new Date(to) }) : [];
    const isIterable = hasMethods(known, Symbol.iterator) || hasMethods(known, Symbol.asyncIterator);
    const isList = isIterable && typeof known === 'object';
    assertValid(notStarted.reconcile, { knownIds: isList || 'must return an iterable of IDs' });
    const reconciliation = createReconciliation(outlet.orders, context, settings);
    for await (const page of orderPages(outlet.orders, startOfList(list), context.signal)) {
      const readAt = context.readAtOf(page);
      for (const order of page.items) await reconciliation.checkListed({ order, readAt });
    }
    for await (const orderId of known) await reconciliation.checkKnown(orderId);
    // An end in the future must not cause a gap, and a run over a past range does not move the checkpoint back.
    const through = Math.max(last ?? -Infinity, Math.min(to, now));
    const checkpoint = { ...headerOf('reconcile', run), through };
    await context.save(checkpoint);
    return reconciliation.report(list);
  });
}

/** Checks what a complete run saves. `through` is its end in milliseconds since the epoch. */
function isCompleteRun(found: Record<string, unknown>): found is { readonly through: number } {
  return isTime(found.through);
}

function catchingUp(name: string, last: number, start: string): string {
  const problem = `The last complete run of ${JSON.stringify(name)} ended at ${formatInstant(last)}`;
  const advice = 'Check why no run has been complete since then';
  return `${problem}, before the range of this run. To miss no order, this run starts at ${start}. ${advice}.`;
}
