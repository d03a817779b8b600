import type { Order } from '../../entities/index.js';
import { NotFoundError } from '../../errors/api-errors.js';
import { assertValid } from '../../errors/request-validation-error.js';
import {
  type CheckpointOptions,
  checkCallbacks,
  checkCheckpointOptions,
} from '../checkpoints/checkpoint-options.js';
import { runWithCheckpoints } from '../checkpoints/checkpointed-run.js';
import { type ListCheckpoint, readListCheckpoint, startOfList } from '../resumable-list/list-checkpoint.js';
import { Comparison } from './comparison.js';
import {
  checkRange,
  isSameRange,
  orderPages,
  parseRange,
  type RequestedRange,
  rangeUpToNow,
} from './order-list.js';
import type { ReconcileClient, ReconcileOptions, ReconcileReport } from './reconcile-options.js';

const invalid = 'The reconciliation did not start';

/**
 * Finds where your copy and the outlet differ: what webhooks missed, what has changed since, and, of the ids that you name as `knownIds`,
 * what is open again or gone. Orders are taken from the list as they are, in the background; only known ones that it does not have are
 * fetched.
 *
 * Webhooks first, and this each night over a range that is longer than an order lives: say the last 3 days. An order that has not ended
 * yet is in no list.
 *
 * Specification: "Flows", Order Data, 3 and 4; "GET /orders"; "GET /orders/:id".
 *
 * @param outlet - the client
 * @throws RequestValidationError for options that are wrong, and where `compare` gives none of its answers
 * @throws LeaseError where another run of this name lives, with `checkpoints`
 * @throws what the callbacks throw, and the error of what cannot be fetched
 *
 * @example
 * ```ts
 * const report = await reconcileOrders(outlet, {
 *   from: new Date(Date.now() - 3 * 24 * 60 * 60 * 1_000),
 *   compare: async (order) => db.isCurrent(order),
 *   onMissing: async (order) => db.upsert(order),
 * });
 * console.log(`${report.missing} missed, ${report.changed} changed, of ${report.checked}`);
 * ```
 */
export async function reconcileOrders(
  client: ReconcileClient,
  options: ReconcileOptions,
): Promise<ReconcileReport> {
  const settings = { ...options };
  const range = parseRange(settings.from, settings.to, settings.status);
  const run = checkpointOptionsOf(settings);
  checkOptions(client, settings, run, range);
  const { compare, knownIds, onMissing, onChanged = onMissing, onNotFound } = settings;
  return runWithCheckpoints(run, async ({ saved, signal, confirm, save }) => {
    const start = startFrom(saved, range, run, knownIds !== undefined);
    const comparison = new Comparison({ compare, onMissing, onChanged, onNotFound });
    for await (const { items, progress } of orderPages(client.orders, start, signal)) {
      for (const order of items) {
        if (comparison.includes(order.id)) continue;
        await confirm();
        await comparison.compare(order);
      }
      await save(progress);
    }
    for await (const orderId of knownIds ?? []) {
      if (comparison.includes(orderId)) continue;
      const order = await fetchKnown(client.orders, orderId, signal);
      await confirm();
      await (order ? comparison.compare(order) : comparison.miss(orderId));
    }
    return comparison.report(start);
  });
}

/** The order, or `undefined` where the service has none of that id for this key. */
async function fetchKnown(
  orders: ReconcileClient['orders'],
  orderId: string,
  signal: AbortSignal,
): Promise<Order | undefined> {
  try {
    return await orders.get(orderId, { signal, priority: 'background' });
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/**
 * Resumes an unfinished run of the same range. A run with known IDs starts from the beginning: the orders that the list had before are
 * not recorded, and would be taken for orders that it lacks.
 */
function startFrom(
  saved: unknown,
  range: RequestedRange,
  options: CheckpointOptions,
  hasKnownIds: boolean,
): ListCheckpoint<'reconcile'> {
  const found = readListCheckpoint(saved, 'reconcile', 'orders', options, invalid);
  const resumes = found && !found.isDone && !hasKnownIds && isSameRange(found, range);
  return resumes ? found : startOfList('reconcile', options.outlet, rangeUpToNow(range));
}

/** Without a store, nothing is saved, so the run needs no outlet. */
function checkpointOptionsOf({
  name,
  lease,
  signal,
  checkpoints,
  outlet = '',
}: ReconcileOptions): CheckpointOptions {
  return { name, outlet, lease, signal, checkpoints: checkpoints ?? 'manual' };
}

function checkOptions(
  client: ReconcileClient,
  { compare, onMissing, onChanged, onNotFound, knownIds, checkpoints }: ReconcileOptions,
  run: CheckpointOptions,
  range: RequestedRange,
): void {
  const orders = client?.orders;
  assertValid(invalid, {
    client:
      (typeof orders?.list === 'function' && typeof orders.get === 'function') || 'must be an OutletClient',
    ...checkCheckpointOptions(checkpoints ? run : { ...run, outlet: run.outlet || 'none' }),
    ...checkRange(range),
    compare: typeof compare === 'function' || 'must be a function',
    ...checkCallbacks({ onMissing, onChanged, onNotFound }),
    knownIds: knownIds === undefined || isIterable(knownIds) || 'must be an iterable of IDs',
  });
}

function isIterable(value: unknown): boolean {
  const isLookedInto = typeof value === 'object' && value !== null;
  return isLookedInto && (Symbol.iterator in value || Symbol.asyncIterator in value);
}
