import type { FakeOrder, NewOrder } from '../../testing/index.js';
import { type Environment, someItems } from '../environment.js';
import type { BackendOrder } from '../read-orders.js';
import type { ScenarioRun } from '../scenario.js';
import { staffStep, takeStep, untilShown } from '../staff.js';
import { pause } from '../waiting.js';
import type { OrderDataActions } from './configuration.js';

const day = 24 * 60 * 60 * 1_000;

/** A soup costs less. */
const withTip = { offlineMethod: 'card', amount: 10, currency: 'EUR' };

/** An item can be on several lines of an order. */
const twoLines: NewOrder = {
  items: [1, 2].map((quantity) => ({ menuItemId: 'item-burger', quantity })),
};

/** A scenario of Order Data: the outlet sells, and the backend follows. */
export interface OrderDataRun extends ScenarioRun {
  /** The IDs of orders that the backend knew before the first scenario. */
  readonly knownBefore: ReadonlySet<string | undefined>;
  /** The IDs of orders that were open in the last night, so that the backend must not count them as sales. */
  readonly openAtNight: Set<string>;
  /** Adds an order to the outlet. Default: an open one of a table. */
  add(order?: NewOrder): FakeOrder;
  /** Adds orders that the outlet has already to those of the scenario. */
  watch(orderIds: readonly string[]): void;
  /** Returns the orders of the scenario. */
  orders(): readonly FakeOrder[];
  /** Runs the nightly job, which covers the last 31 days. @throws Error if it fails */
  runNightlyJob(): Promise<void>;
  /** Copies the orders since a time. @throws Error if it fails */
  backfill(from: number): Promise<void>;
}

/** What distinguishes the order of a platform. */
const ofPlatform: NewOrder = { createdBy: 'digital-ordering', channelId: 'channel-foodie' };

export function createOrderDataRun(
  environment: Environment,
  actions: OrderDataActions,
  readState: () => Promise<readonly BackendOrder[]>,
  earlier: readonly OrderDataRun[],
  knownBefore: ReadonlySet<string | undefined>,
): OrderDataRun {
  const { fake, random, timeline, at } = environment;
  const ids = new Set<string>();

  const withStatus = (status: string) => run.orders().filter((order) => order.status === status);

  const run: OrderDataRun = {
    environment,
    began: Date.now(),
    problems: new Map(),
    knownBefore,
    openAtNight: new Set(),
    add(order) {
      const added = fake.orders.add({
        items: someItems(environment),
        channelId: `table-${random.integer(1, 6)}`,
        ...order,
      });
      ids.add(added.id);
      const { id, status, created } = added;
      if (order?.created) timeline.note(`staff${at}: adds ${id}, which is ${status}, created ${created}`, id);
      return added;
    },
    watch: (orderIds) => orderIds.forEach((id) => void ids.add(id)),
    orders: () => [...ids].flatMap((id) => fake.orders.get(id) ?? []),
    async open() {
      for (const order of [{}, ofPlatform, twoLines, ofPlatform]) run.add(order);
      run.add({
        items: [{ menuItemId: 'item-soup', quantity: 1 }],
        payments: [{ ...withTip, created: iso(Date.now()) }],
      });
    },
    async finish() {
      const [cancelled, ...others] = withStatus('open').map(({ id }) => id);
      if (cancelled) await staffStep(environment, 'cancel', [cancelled]);
      for (const id of others) {
        await pause(100);
        await staffStep(environment, 'complete', [id]);
      }
    },
    async changeEnded() {
      const [reopened, cancelled] = withStatus('complete').map(({ id }) => id);
      if (cancelled) await staffStep(environment, 'cancel', [cancelled]);
      if (!reopened) return;
      await untilShown(environment, () => isShown(reopened));
      await staffStep(environment, 'reopen', [reopened]);
      await pause(500);
      fake.orders.changeTotals(reopened);
      await staffStep(environment, 'complete', [reopened]);
    },
    async completeOne() {
      const id = withStatus('open').at(-1)?.id;
      if (id !== undefined) await staffStep(environment, 'complete', [id]);
      return id;
    },
    async twoChanges() {
      const { id } = run.add();
      return {
        id,
        first: () => takeStep(environment, 'complete', id),
        second: () => takeStep(environment, 'cancel', id),
      };
    },
    async burst() {
      const added = Array.from({ length: 50 }, (_, index) => run.add(index % 2 === 0 ? ofPlatform : {}));
      environment.timeline.note('staff: completes 50 orders within a second');
      for (const { id } of added) {
        fake.orders.complete(id);
        await pause(20);
      }
    },
    async runNightlyJob() {
      const now = Date.now();
      const range = { from: iso(now - 31 * day), to: iso(now) };
      await environment.perform('runNightlyJob', actions.runNightlyJob, range);
    },
    async backfill(from) {
      if (actions.backfill) await environment.perform('backfill', actions.backfill, { from: iso(from) });
    },
    catchUp: () => run.runNightlyJob(),
    async runJobs() {
      await run.runNightlyJob();
      await run.backfill(run.began - day);
    },
    orderIds: () => [...ids],
    recall: () => run.watch(earlier.flatMap((other) => other.orderIds())),
  };

  async function isShown(orderId: string): Promise<boolean> {
    return (await readState()).some(({ id, status }) => id === orderId && status === 'complete');
  }
  return run;
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
