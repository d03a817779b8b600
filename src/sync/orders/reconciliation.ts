import type { Order } from '../../entities/index.js';
import { NotFoundError } from '../../errors/api-errors.js';
import { RequestValidationError } from '../../errors/request-validation-error.js';
import type { CheckpointedRun } from '../checkpoints/checkpointed-run.js';
import type { ListRange } from '../resumable-list/list-checkpoint.js';
import type {
  OrderComparison,
  OrderDifference,
  ReconcileClient,
  ReconcileOptions,
  ReconcileReport,
} from './reconcile-options.js';

const maxDifferences = 1_000;

/** An order as it was read. */
interface Reading {
  readonly order: Order;
  readonly readAt: Date;
}

/** Compares orders with the user's copy, delivers those that differ, and counts. */
export class Reconciliation {
  readonly #orders: ReconcileClient['orders'];
  readonly #run: CheckpointedRun;
  readonly #callbacks: ReconcileOptions;
  readonly #counts = { current: 0, changed: 0, missing: 0, 'not-found': 0 };
  readonly #differences: OrderDifference[] = [];
  readonly #checked = new Set<string>();

  constructor(orders: ReconcileClient['orders'], run: CheckpointedRun, callbacks: ReconcileOptions) {
    this.#orders = orders;
    this.#run = run;
    this.#callbacks = callbacks;
  }

  /** Checks an order of the list. Its page may be old, so an order that differs is read again before it is delivered. */
  async checkListed(listed: Reading): Promise<void> {
    const { id } = listed.order;
    if (this.#checked.has(id)) return;
    const kind = await this.#compare(listed);
    const fresh = kind === 'current' || !id ? undefined : await this.#read(id);
    // GET /orders/{orderId} returns 404 for orders that a partner aggregated: only the list has them.
    if (fresh) await this.#deliver(await this.#compare(fresh), fresh);
    else await this.#deliver(kind, listed);
  }

  /** Checks an order that the list may lack. */
  async checkKnown(orderId: string): Promise<void> {
    if (this.#checked.has(orderId)) return;
    const readAt = new Date();
    const fresh = await this.#read(orderId);
    if (fresh) return this.#deliver(await this.#compare(fresh), fresh);
    await this.#run.deliver(() => this.#callbacks.onNotFound?.(orderId, { readAt }));
    this.#count(orderId, 'not-found');
  }

  report({ from, to }: ListRange): ReconcileReport {
    const { current, changed, missing, 'not-found': notFound } = this.#counts;
    const checked = current + changed + missing;
    return { from, to, checked, current, changed, missing, notFound, differences: this.#differences };
  }

  /** Returns `undefined` if the API answers with 404. */
  async #read(orderId: string): Promise<Reading | undefined> {
    const { signal } = this.#run;
    try {
      const call = this.#orders.get(orderId, { signal, priority: 'background' });
      const { data, meta } = await call.withResponse();
      return { order: data, readAt: meta.sentAt };
    } catch (error) {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    }
  }

  async #compare({ order, readAt }: Reading): Promise<OrderComparison> {
    const result: unknown = await this.#run.deliver(() => this.#callbacks.compare(order, { readAt }));
    if (result === true || result === 'current') return 'current';
    if (result === false || result === 'missing') return 'missing';
    if (result === 'changed') return 'changed';
    const message = 'must return true, false, current, changed or missing';
    throw new RequestValidationError('The reconciliation ended', [{ path: 'compare', message }]);
  }

  async #deliver(kind: OrderComparison, { order, readAt }: Reading): Promise<void> {
    const { onMissing, onChanged = onMissing } = this.#callbacks;
    const callback = { missing: onMissing, changed: onChanged, current: undefined }[kind];
    await this.#run.deliver(() => callback?.(order, { readAt }));
    this.#count(order.id, kind);
  }

  #count(orderId: string, kind: OrderComparison | 'not-found'): void {
    this.#counts[kind] += 1;
    if (orderId) this.#checked.add(orderId);
    if (kind === 'current' || this.#differences.length === maxDifferences) return;
    this.#differences.push({ orderId, kind });
  }
}
