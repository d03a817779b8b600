import type { Order } from '../../entities/index.js';
import { canonicalJson } from '../../json.js';
import { checkFunction } from '../../options/checks.js';
import { readOptions } from '../../options/read-options.js';
import type { SyncRun } from '../checkpoints/checkpoint-store.js';
import { createMemoryCheckpointStore } from '../checkpoints/memory-checkpoint-store.js';
import { type OrderStore, oldList, type StoredOrder } from './order-store.js';

/** A transaction of a memory store. */
export interface MemoryTransaction {
  /** Calls a function when the transaction commits, such as one that adds to your own lists. It must not throw. */
  onCommit(effect: () => unknown): void;
}

/** Options of a memory store. */
export interface MemoryOrderStoreOptions {
  /**
   * Returns the time of the store. Default: the clock of this machine, at least a millisecond later each
   * time, because a fake clock can stop.
   */
  readonly now?: (() => Date) | undefined;
}

/**
 * Creates a store that keeps the orders in memory, for tests. One transaction runs at a time, so `onChange` must not start another.
 * @throws {@link RequestValidationError} if an option is invalid
 * @example
 * ```ts
 * const copy = createOrderCopy({
 *   store: createMemoryOrderStore(),
 *   onChange: (tx, { order }) => tx.onCommit(() => changed.push(order.id)),
 * });
 * ```
 */
export function createMemoryOrderStore(options?: MemoryOrderStoreOptions): OrderStore<MemoryTransaction> {
  let lastTime = 0;
  const increasing = () => {
    lastTime = Math.max(Date.now(), lastTime + 1);
    return new Date(lastTime);
  };
  const { now } = readOptions('The order store was not created', options, (option) => ({
    now: option('now', checkFunction, increasing),
  }));
  // JSON text, so that a caller cannot change a stored order.
  const rows = new Map<string, Map<string, string>>();
  const checkpoints = createMemoryCheckpointStore();
  const leaseDurations = new WeakMap<SyncRun, number>();
  let last: Promise<unknown> = Promise.resolve();

  const rowsOf = (outletRef: string) => {
    const found = rows.get(outletRef) ?? new Map<string, string>();
    rows.set(outletRef, found);
    return found;
  };
  const read = (outletRef: string, orderId: string): StoredOrder | undefined => {
    const text = rows.get(outletRef)?.get(orderId);
    if (text === undefined) return undefined;
    const row: Omit<StoredOrder, 'readAt'> & { readAt: string } = JSON.parse(text);
    return { ...row, readAt: new Date(row.readAt) };
  };
  const write = (outletRef: string, row: StoredOrder) =>
    rowsOf(outletRef).set(row.order.id, JSON.stringify(row));

  async function run<T>(work: (tx: MemoryTransaction) => Promise<T>): Promise<T> {
    const effects: (() => unknown)[] = [];
    const result = await work({ onCommit: (effect) => void effects.push(effect) });
    for (const effect of effects) effect();
    return result;
  }

  return {
    now,
    transaction(work) {
      const result = last.then(() => run(work));
      last = result.catch(() => {});
      return result;
    },
    lock: (_tx, outletRef, orderId) => ({ row: read(outletRef, orderId), now: now() }),
    write: (tx, outletRef, row) => tx.onCommit(() => write(outletRef, row)),
    markCurrent(outletRef, { list, orders, readAt }) {
      const time = now();
      const isCurrent = (order: Order) => {
        const row = read(outletRef, order.id);
        if (!row) return false;
        const isEqual = canonicalJson(row.order) === canonicalJson(order);
        if (!isEqual && (row.readAt <= readAt || row.readAt > time)) return false;
        write(outletRef, {
          ...row,
          lastList: list,
          readAt: isEqual && row.readAt < readAt ? readAt : row.readAt,
        });
        return true;
      };
      return orders.filter(isCurrent).map(({ id }) => id);
    },
    *unlisted(outletRef, list) {
      for (const orderId of [...rowsOf(outletRef).keys()]) {
        const mark = read(outletRef, orderId)?.lastList;
        if (mark !== list && mark !== oldList) yield orderId;
      }
    },
    read,
    checkpoints: {
      ...checkpoints,
      async acquire(request) {
        const run = await checkpoints.acquire(request);
        if (run) leaseDurations.set(run, request.leaseDuration);
        return run;
      },
      with: (tx) => ({
        async save(run, checkpoint) {
          // Until the commit, no other run can take the lease. Without it, `save` rejects.
          if (!(await run.renew({ leaseDuration: leaseDurations.get(run) ?? 0 })))
            return run.save(checkpoint);
          tx.onCommit(() => run.save(checkpoint));
        },
      }),
    },
  };
}
