import type { OutletClient } from '../../client/client.js';
import type { Order } from '../../entities/index.js';
import { NotFoundError } from '../../errors/api-errors.js';
import { assertValid, RequestValidationError } from '../../errors/request-validation-error.js';
import { isText } from '../../options/checks.js';
import type { RunContext } from '../checkpoints/checkpointed-run.js';
import type { ListRange } from '../resumable-list/list-checkpoint.js';
import type {
  OrderComparison,
  OrderDifference,
  ReconcileOptions,
  ReconcileReport,
} from './reconcile-options.js';

/** The maximum number of differences in a report of `reconcileOrders`. */
const maxDifferences = 1_000;

interface Reading {
  readonly order: Order;
  readonly readAt: Date;
}

/** Compares orders with the user's copy, delivers those that differ, and counts them. */
export function createReconciliation(
  orders: OutletClient['orders'],
  context: RunContext,
  callbacks: ReconcileOptions,
) {
  const { now = () => new Date() } = callbacks;
  const counts = { current: 0, changed: 0, missing: 0, 'not-found': 0 };
  const differences: OrderDifference[] = [];
  const checkedIds = new Set<string>();

  /** Checks an order of the list. Its page may be old, so an order that differs is read again before it is delivered. */
  async function checkListed(listed: Reading): Promise<void> {
    const { id } = listed.order;
    if (checkedIds.has(id)) return;
    const kind = await compare(listed);
    const fresh = kind === 'current' || !id ? undefined : await read(id, await now());
    // GET /orders/{orderId} returns 404 for orders that a partner aggregated: only the list has them.
    if (fresh) await deliver(await compare(fresh), fresh);
    else await deliver(kind, listed);
  }

  /** Checks an order that the list may lack. */
  async function checkKnown(orderId: string): Promise<void> {
    if (checkedIds.has(orderId)) return;
    assertValid('The reconciliation ended', {
      knownIds: isText(orderId) || 'must contain only non-empty strings',
    });
    const readAt = await now();
    const fresh = await read(orderId, readAt);
    if (fresh) return deliver(await compare(fresh), fresh);
    await context.deliver(() => callbacks.onNotFound?.(orderId, { readAt }));
    count(orderId, 'not-found');
  }

  function report({ from, to }: ListRange): ReconcileReport {
    const { current, changed, missing, 'not-found': notFound } = counts;
    const checked = current + changed + missing;
    return { from, to, checked, current, changed, missing, notFound, differences };
  }

  /** Returns `undefined` if the API returns 404. */
  async function read(orderId: string, readAt: Date): Promise<Reading | undefined> {
    try {
      const order = await orders.get(orderId, { signal: context.signal, priority: 'background' });
      return { order, readAt };
    } catch (error) {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    }
  }

  async function compare({ order, readAt }: Reading): Promise<OrderComparison> {
    const result: unknown = await context.deliver(() => callbacks.compare(order, { readAt }));
    if (result === true || result === 'current') return 'current';
    if (result === false || result === 'missing') return 'missing';
    if (result === 'changed') return 'changed';
    const message = 'must return true, false, current, changed or missing';
    throw new RequestValidationError('The reconciliation ended', [{ path: 'compare', message }]);
  }

  async function deliver(kind: OrderComparison, { order, readAt }: Reading): Promise<void> {
    const { onMissing, onChanged = onMissing } = callbacks;
    const callback = { missing: onMissing, changed: onChanged, current: undefined }[kind];
    await context.deliver(() => callback?.(order, { readAt }));
    count(order.id, kind);
  }

  function count(orderId: string, kind: OrderComparison | 'not-found'): void {
    counts[kind] += 1;
    if (orderId) checkedIds.add(orderId);
    if (kind === 'current' || differences.length === maxDifferences) return;
    differences.push({ orderId, kind });
  }

  return { checkListed, checkKnown, report };
}
