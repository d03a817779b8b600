import type { Order } from '../../entities/index.js';
import { NotFoundError } from '../../errors/api-errors.js';
import { assertValid } from '../../errors/request-validation-error.js';
import { verdictsOnCallbacks } from '../callbacks.js';
import { verdictsOnCheckpointOptions } from '../checkpoints/checkpoint-options.js';
import { type CheckpointOptions, runWithCheckpoints } from '../checkpoints/checkpointed-run.js';
import { beginningOf, type ListCheckpoint, readListCheckpoint } from '../resumable-list/list-checkpoint.js';
import { Comparison } from './comparison.js';
import { orderPages } from './order-pages.js';
import { type AskedRange, askedRange, isSameRange, rangeUpToNow, verdictsOnRange } from './order-range.js';
import type { ReconcileClient, ReconcileOptions, ReconcileReport } from './reconcile-options.js';

const refused = 'The reconciliation was not begun';

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
  outlet: ReconcileClient,
  options: ReconcileOptions,
): Promise<ReconcileReport> {
  const { orders, keeping, asked, knownIds, callbacks } = settingsFrom(outlet, options);
  return runWithCheckpoints(keeping, async ({ left, signal, confirm, save }) => {
    const start = startOf(left, asked, knownIds !== undefined);
    const comparison = new Comparison(callbacks);
    for await (const { items, progress } of orderPages(orders, start, signal)) {
      for (const order of items) {
        if (comparison.includes(order.id)) continue;
        await confirm();
        await comparison.compare(order);
      }
      await save(progress);
    }
    for await (const orderId of knownIds ?? []) {
      if (comparison.includes(orderId)) continue;
      const order = await fetchKnown(orders, orderId, signal);
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
 * An unfinished run goes on; any other begins anew, as what was right then may not be any more. So does one with known ids: what the
 * list had before is not remembered, and would be taken for what it does not have.
 */
function startOf(left: unknown, asked: AskedRange, hasKnown: boolean): ListCheckpoint {
  const found = readListCheckpoint(left, { task: 'reconciliation', kind: 'orders' }, refused, 'checkpoints');
  const goesOn = found && !found.isDone && !hasKnown && isSameRange(found, asked);
  return goesOn ? found : beginningOf({ task: 'reconciliation', ...rangeUpToNow(asked) });
}

function settingsFrom(client: ReconcileClient, options: ReconcileOptions) {
  const orders = client?.orders;
  const {
    from,
    to,
    status,
    compare,
    onMissing,
    onChanged = onMissing,
    onNotFound,
    knownIds,
    ...kept
  } = { ...options };
  const { checkpoints, name = 'reconcile-orders', signal } = kept;
  const asked = askedRange(from, to, status);
  assertValid(refused, {
    outlet:
      (typeof orders?.list === 'function' && typeof orders.get === 'function') || 'must be an OutletClient',
    ...verdictsOnRange(asked),
    compare: typeof compare === 'function' || 'must be a function',
    ...verdictsOnCallbacks({ onMissing, onChanged, onNotFound }),
    knownIds: knownIds === undefined || isIterable(knownIds) || 'must be an iterable of ids',
    ...verdictsOnCheckpointOptions({ checkpoints: checkpoints ?? 'manual', name, signal }),
  });
  const keeping: CheckpointOptions = {
    checkpoints: checkpoints ?? 'manual',
    name,
    resumeFrom: undefined,
    signal,
  };
  return { orders, keeping, asked, knownIds, callbacks: { compare, onMissing, onChanged, onNotFound } };
}

function isIterable(value: unknown): boolean {
  const isLookedInto = typeof value === 'object' && value !== null;
  return isLookedInto && (Symbol.iterator in value || Symbol.asyncIterator in value);
}
