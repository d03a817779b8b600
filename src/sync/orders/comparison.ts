import type { Order } from '../../entities/index.js';
import { RequestValidationError } from '../../errors/request-validation-error.js';
import type { ListRange } from '../resumable-list/list-checkpoint.js';
import type {
  OrderComparison,
  OrderDifference,
  ReconcileOptions,
  ReconcileReport,
} from './reconcile-options.js';

/** So many differences are told one by one; all are counted. */
const mostDifferences = 1_000;

type Callbacks = Pick<ReconcileOptions, 'compare' | 'onMissing' | 'onChanged' | 'onNotFound'>;

/** Compares orders with the user's copy, tells of what differs, and counts. */
export class Comparison {
  readonly #callbacks: Callbacks;
  readonly #counts = { current: 0, changed: 0, missing: 0, 'not-found': 0 };
  readonly #differences: OrderDifference[] = [];
  readonly #compared = new Set<string>();

  constructor(callbacks: Callbacks) {
    this.#callbacks = callbacks;
  }

  async compare(order: Order): Promise<void> {
    const { compare, onMissing, onChanged } = this.#callbacks;
    const { id } = order;
    this.#compared.add(id);
    const kind = readAnswer(await compare(order));
    if (kind === 'missing') await onMissing?.(order);
    if (kind === 'changed') await onChanged?.(order);
    this.#note(id, kind);
  }

  /** Notes an order that the service has not. */
  async miss(orderId: string): Promise<void> {
    this.#compared.add(orderId);
    await this.#callbacks.onNotFound?.(orderId);
    this.#note(orderId, 'not-found');
  }

  /** Whether an order was compared before. */
  includes(orderId: unknown): boolean {
    return typeof orderId === 'string' && orderId !== '' && this.#compared.has(orderId);
  }

  report({ from, to }: ListRange): ReconcileReport {
    const { current, changed, missing, 'not-found': notFound } = this.#counts;
    const checked = current + changed + missing;
    return { from, to, checked, current, changed, missing, notFound, differences: this.#differences };
  }

  #note(orderId: string, kind: OrderComparison | 'not-found'): void {
    this.#counts[kind] += 1;
    if (kind === 'current' || this.#differences.length === mostDifferences) return;
    this.#differences.push({ orderId, kind });
  }
}

function readAnswer(answer: unknown): OrderComparison {
  if (answer === true || answer === 'current') return 'current';
  if (answer === false || answer === 'missing') return 'missing';
  if (answer === 'changed') return 'changed';
  const message = 'must give true, false, current, changed or missing';
  throw new RequestValidationError('The reconciliation was ended', [{ path: 'compare', message }]);
}
