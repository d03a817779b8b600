import type { OutletClient } from '../../client/client.js';
import { isEnded } from '../../entities/order.js';
import type { Verdict } from '../../errors/issue.js';
import { OutletError } from '../../errors/outlet-error.js';
import { checkCount, checkFunction, checkSignal, hasMethods } from '../../options/checks.js';
import { type OptionReader, readOptions } from '../../options/read-options.js';
import { checkLeaseDuration, checkOutletRef } from '../checkpoints/checkpoint-options.js';
import { notStarted } from '../checkpoints/saved-checkpoint.js';
import { createOrderFeed } from '../order-feed/create-order-feed.js';
import { queueOptions } from '../order-feed/options.js';
import type { BackfillReport } from '../orders/backfill-options.js';
import { type BackfillPage, runBackfill } from '../orders/backfill-orders.js';
import { parseRange, rangeOptions } from '../orders/order-list.js';
import type {
  BackfillCopyOptions,
  CopyRunOptions,
  OrderCopy,
  OrderCopyOptions,
  ReconcileCopyOptions,
} from './options.js';
import { type OrderStore, oldList } from './order-store.js';
import { type OrderCopyReport, reconcileCopy } from './reconcile-copy.js';
import { clockMessage, type MarkOf, OrderWriter } from './write-order.js';

/**
 * Creates a copy of all orders of your outlets in your database. It writes the order of each webhook, past orders, and every night
 * what webhooks missed. `onChange` runs once for each committed change, so its effects in the transaction are exactly once.
 *
 * One row exists for each outlet and order, also if several keys deliver the order. The last read wins, on the clock of the store. NUL
 * and lone surrogates are removed from texts. A copy cannot see an order that was reopened between its backfill and the first
 * reconciliation, until the order ends again.
 * Guide: Order data. API specification: Flows › Order Data; Events, rules 1 to 7.
 * @throws {@link RequestValidationError} that lists every invalid option
 * @example
 * ```ts
 * import { createPostgresOrderStore } from 'outlet-open-api/postgres';
 *
 * const copy = createOrderCopy({
 *   store: createPostgresOrderStore({ pool }),
 *   async onChange(tx, { outletRef, before, order }) {
 *     const difference = paidFor(order) - (before ? paidFor(before) : 0);
 *     if (difference !== 0)
 *       await tx.query('insert into sales values ($1, $2, $3)', [outletRef, order.id, difference]);
 *   },
 * });
 * createWebhookHandler({ verify, resolve: outlets.resolve(keyRefOf), consumers: [copy] });
 * await copy.backfill(outlet, { outletRef: 'bistro', from: '2026-01-01T00:00:00Z' });
 * await copy.reconcile(outlet, { outletRef: 'bistro' }); // every night
 * ```
 */
export function createOrderCopy<Tx>(options: OrderCopyOptions<Tx>): OrderCopy {
  const { store, onChange, ...queue } = readOptions(
    'The order copy was not created',
    options,
    (option: OptionReader<OrderCopyOptions<Tx>>) => ({
      store: option('store', checkOrderStore),
      onChange: option('onChange', checkFunction, () => {}),
      ...queueOptions(option),
    }),
  );
  const { logger, signal } = queue;
  const writer = new OrderWriter(store, onChange);
  const now = () => store.now();
  const feed = createOrderFeed({
    ...queue,
    now,
    async onOrder(order, { outlet, outletRef, readAt }) {
      await writer.writeLatest(outlet, outletRef, { order, readAt }, markOfEvent, signal);
    },
  });

  async function writePage(
    outletRef: string,
    { orders, checkpoint, run, readAt }: BackfillPage,
  ): Promise<void> {
    // In the order of their IDs, so that two transactions cannot wait for each other.
    const sorted = orders.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    await store.transaction(async (tx) => {
      for (const order of sorted) {
        const result = await writer.write(tx, outletRef, { order, readAt }, markOfBackfill);
        if (result === 'ahead') throw new OutletError(clockMessage);
      }
      await store.checkpoints.with(tx).save(run, checkpoint);
    });
  }

  /** Returns what every run of the copy has. */
  function runOf(task: 'backfill' | 'reconcile', { outletRef }: Pick<CopyRunOptions, 'outletRef'>) {
    return {
      name: `order-copy/${task}/${outletRef}`,
      outletRef,
      checkpoints: store.checkpoints,
      now,
      logger,
    };
  }

  return {
    receive: feed.receive,
    refresh: feed.refresh,
    async backfill(outlet: OutletClient, given: BackfillCopyOptions): Promise<BackfillReport> {
      const range = parseRange({ ...given });
      const settings = readOptions(
        notStarted.backfill,
        given,
        (option: OptionReader<BackfillCopyOptions>) => ({
          ...copyRunOptions(option),
          ...rangeOptions(option, range),
          onProgress: option('onProgress', checkFunction, undefined),
        }),
        { outlet: hasMethods(outlet?.orders, 'list') || 'must be an OutletClient' },
      );
      const run = { ...settings, ...runOf('backfill', settings) };
      return runBackfill(outlet, range, run, (page) => writePage(settings.outletRef, page));
    },
    async reconcile(outlet: OutletClient, given: ReconcileCopyOptions): Promise<OrderCopyReport> {
      const { days, ...settings } = readOptions(
        notStarted.reconcile,
        given,
        (option: OptionReader<ReconcileCopyOptions>) => ({
          ...copyRunOptions(option),
          days: option('days', checkCount, 31),
        }),
        { outlet: hasMethods(outlet?.orders, 'list', 'get') || 'must be an OutletClient' },
      );
      return reconcileCopy(outlet, writer, days, { ...settings, ...runOf('reconcile', settings) });
    },
    get: async (outletRef, orderId) => (await store.read(outletRef, orderId))?.order,
    close: feed.close,
    [Symbol.asyncDispose]: feed.close,
  };
}

/** An order that is open must be in a later list, so the next reconciliation reads it. */
const markOfEvent: MarkOf = (found, order) => (isEnded(order) ? (found?.lastList ?? null) : null);

/** The list of a backfill does not replace that of a reconciliation, which would notice if the order left it. */
const markOfBackfill: MarkOf = (found) => (found ? found.lastList : oldList);

function copyRunOptions(option: OptionReader<CopyRunOptions>) {
  return {
    outletRef: option('outletRef', checkOutletRef),
    leaseDuration: option('leaseDuration', checkLeaseDuration, undefined),
    signal: option('signal', checkSignal, undefined),
  };
}

function checkOrderStore<Tx>(store: OrderStore<Tx> | undefined): Verdict {
  const isStore = hasMethods(store, 'now', 'transaction', 'lock', 'write', 'markCurrent', 'unlisted', 'read');
  const hasCheckpoints = hasMethods(store?.checkpoints, 'load', 'acquire', 'with');
  return (isStore && hasCheckpoints) || 'must be an OrderStore';
}
