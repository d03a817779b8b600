import type { OutletClient } from '../../client/client.js';
import { isEnded, type Order } from '../../entities/order.js';
import { AuthenticationError, NotFoundError, PermissionDeniedError } from '../../errors/api-errors.js';
import { OutletError } from '../../errors/outlet-error.js';
import { day, formatInstant, isTime } from '../../instants.js';
import { type Logger, writeLog } from '../../logger.js';
import type { CheckpointOptions } from '../checkpoints/checkpoint-options.js';
import { type RunContext, runWithCheckpoints } from '../checkpoints/checkpointed-run.js';
import { LeaseError } from '../checkpoints/lease-error.js';
import { headerOf, readCheckpoint } from '../checkpoints/saved-checkpoint.js';
import { orderPages } from '../orders/order-list.js';
import { startOfList } from '../resumable-list/list-checkpoint.js';
import { oldList, storable } from './order-store.js';
import { clockMessage, type MarkOf, type OrderWriter, type Reading } from './write-order.js';

/** The result of a reconciliation of a copy. */
export interface OrderCopyReport {
  /** Start of the listed range: ISO 8601 in UTC. It is earlier than `days` ago if the last complete run started earlier. */
  readonly from: string;
  /** End of the listed range: ISO 8601 in UTC. */
  readonly to: string;
  /** Orders that were compared. An order that moves in the list during the run can count twice. */
  readonly checked: number;
  /** Orders that were added to the copy. */
  readonly added: number;
  /** Orders that were changed in the copy. */
  readonly changed: number;
  /**
   * The IDs of orders that have left the list, and for which the API returns 404. The copy keeps them. A delivery partner may have
   * aggregated such an order, and the staff reopened it: the API also returns 404 then. The next list that contains it corrects it.
   */
  readonly notFound: readonly string[];
}

/** Errors of a request that every other order would get as well. */
const permanent = [AuthenticationError, PermissionDeniedError, LeaseError];

/** Lists the orders of the last days, and reads those that differ or have left the list. */
export function reconcileCopy<Tx>(
  outlet: OutletClient,
  writer: OrderWriter<Tx>,
  days: number,
  run: CheckpointOptions & { readonly logger: Pick<Logger, 'error'> },
): Promise<OrderCopyReport> {
  return runWithCheckpoints('reconcile', run, async (context) => {
    const to = context.startedAt.getTime();
    const from = to - days * day;
    const saved = readCheckpoint(context.saved, 'reconcile', run, isCompleteRun);
    // Otherwise, an order would seem to have left the list when it is older than the range.
    const start = Math.min(from, saved?.from ?? from);
    const reconciliation = new CopyReconciliation(outlet, writer, run, context);
    // The recent orders come last, so that an order of both lists counts as recent.
    if (start < from) await reconciliation.checkList(start, from, oldList);
    await reconciliation.checkList(from, to, reconciliation.list);
    await reconciliation.checkUnlisted();
    reconciliation.throwIfFailed();
    await context.save({ ...headerOf('reconcile', run), ...{ from } });
    return { from: formatInstant(start), to: formatInstant(to), ...reconciliation.report };
  });
}

/** Checks what a complete run saves. `from` is the start of its range in milliseconds since the epoch. */
function isCompleteRun(found: Record<string, unknown>): found is { readonly from: number } {
  return isTime(found.from);
}

class CopyReconciliation<Tx> {
  /** Identifies this run. A run that ended early has no other effect than the marks of its orders, which the next run replaces. */
  readonly list = crypto.randomUUID();
  readonly report = { checked: 0, added: 0, changed: 0, notFound: Array.of<string>() };
  readonly #failures = new Map<string, unknown>();

  constructor(
    readonly outlet: OutletClient,
    readonly writer: OrderWriter<Tx>,
    readonly run: CheckpointOptions & { readonly logger: Pick<Logger, 'error'> },
    readonly context: RunContext,
  ) {}

  /** Compares the orders of a range, and writes those that differ. */
  async checkList(from: number, to: number, mark: string): Promise<void> {
    const { outlet, run, context } = this;
    const { store } = this.writer;
    const { signal, startedAt } = context;
    const range = { from: formatInstant(from), to: formatInstant(to), status: null };
    for await (const page of orderPages(outlet.orders, startOfList(range), signal)) {
      const orders = page.items.map(storable);
      if ((await store.now()) < startedAt) throw new OutletError(clockMessage);
      const listed = { list: mark, orders, readAt: startedAt };
      const found = await context.deliver(() => store.markCurrent(run.outletRef, listed));
      const current = new Set(found);
      this.report.checked += current.size;
      for (const order of orders)
        if (!current.has(order.id)) await this.#try(order.id, () => this.#writeListed(order, mark));
    }
  }

  /** Reads the orders that have left the list, and those that no list has contained. */
  async checkUnlisted(): Promise<void> {
    for await (const orderId of this.writer.store.unlisted(this.run.outletRef, this.list)) {
      // A failure is reported once.
      if (!this.#failures.has(orderId)) await this.#try(orderId, () => this.#writeUnlisted(orderId));
    }
  }

  throwIfFailed(): void {
    const [[orderId, cause] = []] = this.#failures;
    if (orderId === undefined) return;
    const orders = `${this.#failures.size} orders of ${JSON.stringify(this.run.outletRef)}`;
    const message = `The reconciliation could not write ${orders}, such as ${JSON.stringify(orderId)}. All others are written. Fix the cause, then run it again.`;
    throw new OutletError(message, { cause });
  }

  /** Adds an order as listed, or reads one that differs, because its page can be minutes old. */
  async #writeListed(order: Order, mark: string): Promise<void> {
    const { writer, run, context } = this;
    const isNew = !(await writer.store.read(run.outletRef, order.id));
    const fresh = isNew ? undefined : await this.#read(order.id);
    const markOf: MarkOf = (_found, written) => (isEnded(written) ? mark : null);
    if (fresh) return this.#write(fresh, markOf);
    // The API returns 404 for an order that a partner aggregated, so only the list contains it.
    const listed = { order, readAt: context.startedAt };
    const result = await writer.store.transaction((tx) => writer.write(tx, run.outletRef, listed, markOf));
    if (result === 'ahead') throw new OutletError(clockMessage);
    this.#count(result);
  }

  async #writeUnlisted(orderId: string): Promise<void> {
    const fresh = await this.#read(orderId);
    // The next run reads an order again, unless it has ended and no list contains it twice in a row. An order that was open can have
    // ended since the list.
    if (fresh)
      return this.#write(fresh, (found, order, isEqual) => {
        if (!isEnded(order)) return null;
        return isEqual && found?.lastList ? oldList : this.list;
      });
    this.report.notFound.push(orderId);
  }

  /** Returns `undefined` if the API returns 404. */
  async #read(orderId: string): Promise<Reading | undefined> {
    const readAt = await this.writer.store.now();
    try {
      const { signal } = this.context;
      const order = await this.outlet.orders.get(orderId, { signal, priority: 'background' });
      return { order, readAt };
    } catch (error) {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    }
  }

  async #write(reading: Reading, markOf: MarkOf): Promise<void> {
    const { outlet, run, context } = this;
    this.#count(await this.writer.writeLatest(outlet, run.outletRef, reading, markOf, context.signal));
  }

  #count(result: string): void {
    this.report.checked += 1;
    if (result === 'added' || result === 'changed') this.report[result] += 1;
  }

  async #try(orderId: string, work: () => Promise<void>): Promise<void> {
    try {
      await this.context.deliver(work);
    } catch (error) {
      if (this.context.signal.aborted || permanent.some((type) => error instanceof type)) throw error;
      this.#failures.set(orderId, error);
      const { outletRef, logger } = this.run;
      writeLog(logger, 'error', 'The reconciliation could not write an order.', {
        outletRef,
        orderId,
        error,
      });
    }
  }
}
