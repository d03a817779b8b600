import type { FakeOrder } from '../../testing/index.js';
import { perform } from '../calls.js';
import { type Environment, type ScenarioRun, someItems } from '../environment.js';
import type { OrderDataActions } from '../verification.js';
import { pause } from '../waiting.js';

const day = 24 * 60 * 60 * 1_000;

/** A soup costs less. */
const withTip = { offlineMethod: 'card', amount: 10, currency: 'EUR' };

/** A scenario of Order Data: the outlet sells, and the backend follows. */
export interface OrderDataRun extends ScenarioRun {
  /** Adds an open order of a table, or of a platform, to the orders of the scenario. */
  add(isOfPlatform?: boolean): FakeOrder;
  /** Adds orders that the outlet has already to those of the scenario. */
  watch(orderIds: readonly string[]): void;
  /** Returns the orders of the scenario. */
  orders(): readonly FakeOrder[];
  runNightlyJob(): Promise<void>;
  backfill(from: number): Promise<void>;
}

export function createOrderDataRun(environment: Environment, actions: OrderDataActions): OrderDataRun {
  const { fake, random } = environment;
  const ids = new Set<string>();

  const run: OrderDataRun = {
    environment,
    began: Date.now(),
    forgeries: [],
    add(isOfPlatform = false) {
      const order = fake.orders.add({
        items: someItems(environment),
        ...(isOfPlatform
          ? { createdBy: 'digital-ordering', channelId: 'channel-foodie' }
          : { channelId: `table-${random.integer(1, 6)}` }),
      });
      ids.add(order.id);
      return order;
    },
    watch: (orderIds) => orderIds.forEach((id) => void ids.add(id)),
    orders: () => [...ids].flatMap((id) => fake.orders.get(id) ?? []),
    async open() {
      for (const isOfPlatform of [false, true, false, true]) run.add(isOfPlatform);
      const { id } = fake.orders.add({
        items: [{ menuItemId: 'item-soup', quantity: 1 }],
        payments: [withTip],
      });
      ids.add(id);
    },
    async finish() {
      const [cancelled, ...others] = run.orders().filter(({ status }) => status === 'open');
      if (cancelled) fake.orders.cancel(cancelled.id);
      for (const { id } of others) {
        await pause(200);
        fake.orders.complete(id);
      }
    },
    async runNightlyJob() {
      const now = Date.now();
      const range = { from: iso(now - 3 * day), to: iso(now) };
      await perform(actions.runNightlyJob, range, environment.settings());
    },
    async backfill(from) {
      if (actions.backfill) await perform(actions.backfill, { from: iso(from) }, environment.settings());
    },
    orderIds: () => [...ids],
  };
  return run;
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
