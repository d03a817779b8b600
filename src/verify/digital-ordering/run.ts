import type { OrderItem } from '../../entities/index.js';
import type { FakeOrder } from '../../testing/index.js';
import { type Environment, nameOf, someItems } from '../environment.js';
import { GuestApp, type GuestRequest, isAccepted } from '../guest-requests.js';
import type { BackendOrder } from '../read-orders.js';
import type { ScenarioRun } from '../scenario.js';
import { groupBy } from '../shared-checks.js';
import { republish, staffStep, untilShown } from '../staff.js';
import { until } from '../waiting.js';
import type { DigitalOrderingActions } from './configuration.js';

/** An order of a guest. */
export interface GuestOrder extends GuestRequest {
  readonly reference: string;
  readonly items: readonly OrderItem[];
  /** When the guest placed the order, in milliseconds since the epoch. */
  readonly placedAt: number;
  /** Whether the outlet rejects the order, because an item is not on its menu, or it takes no orders. */
  readonly isInvalid: boolean;
  /** What the order costs on the menu that the backend has read last, if the outlet has published another price since. */
  readonly totalBefore?: number | undefined;
  /** The status in the backend before the outlet rejected the order. */
  statusBefore?: string | undefined;
}

/** A scenario of Digital Ordering: guests order in the backend, and the staff works in the outlet. */
export interface DigitalOrderingRun extends ScenarioRun {
  readonly orders: readonly GuestOrder[];
  /** The orders that guests have placed at the rate of `--rate`. */
  ordersAtRate: readonly GuestOrder[];
  /** The references of all scenarios with this outlet. */
  readonly references: ReadonlySet<string>;
  /** Orders in the backend as a guest's app does, which repeats the order until there is a reply. Default: some items of the menu. */
  place(order?: NewGuestOrder): Promise<GuestOrder>;
  /** Sends an order again that the backend has accepted, as an app does after a lost response. */
  placeAgain(order: GuestOrder): Promise<void>;
  /** Returns the orders that the outlet has, by their reference. */
  byReference(): ReadonlyMap<string | undefined, readonly FakeOrder[]>;
  /** Returns the orders of a guest's order that the outlet has. */
  atOutlet(order: GuestOrder): readonly FakeOrder[];
  /** Waits until the outlet has the order. Returns undefined if the order takes too long. */
  arrival(order: GuestOrder): Promise<FakeOrder | undefined>;
  /** Cancels an order in the backend, as its guest does. */
  cancel(order: GuestOrder): Promise<void>;
  /** Returns the order as the backend knows it. */
  inBackend(order: GuestOrder): Promise<BackendOrder | undefined>;
  refreshMenu(): Promise<void>;
}

interface NewGuestOrder {
  readonly items?: readonly OrderItem[] | undefined;
  readonly isInvalid?: boolean;
  readonly totalBefore?: number;
  readonly secondPort?: number | undefined;
}

export function createDigitalOrderingRun(
  environment: Environment,
  actions: DigitalOrderingActions,
  readState: () => Promise<readonly BackendOrder[]>,
  earlier: readonly DigitalOrderingRun[],
): DigitalOrderingRun {
  const { fake, settleTimeout } = environment;
  const orders: GuestOrder[] = [];
  const app = new GuestApp(settleTimeout);

  const perform = ({ reference, items }: GuestOrder, port?: number) =>
    environment.perform('placeOrder', actions.placeOrder, { reference, items }, port);

  const run: DigitalOrderingRun = {
    environment,
    began: Date.now(),
    problems: new Map(),
    orders,
    ordersAtRate: [],
    get references() {
      return new Set([...earlier, run].flatMap(({ orders }) => orders.map(({ reference }) => reference)));
    },
    async place({ items = someItems(environment), isInvalid = false, totalBefore, secondPort } = {}) {
      const order: GuestOrder = {
        reference: environment.newReference(),
        items,
        answer: 'failed',
        reason: undefined,
        placedAt: Date.now(),
        isInvalid,
        totalBefore,
      };
      orders.push(order);
      return app.send(order, (port) => perform(order, port), secondPort);
    },
    placeAgain: (order) => app.sendAgain(order, () => perform(order)),
    byReference: () => groupBy(fake.orders.all(), ({ partnerInfo }) => partnerInfo?.orderId ?? undefined),
    atOutlet: ({ reference }) => run.byReference().get(reference) ?? [],
    async arrival(order) {
      // The fake copies all orders each time.
      await until(() => run.atOutlet(order).length > 0, settleTimeout, 100);
      return run.atOutlet(order)[0];
    },
    async cancel(order) {
      const [found] = run.atOutlet(order);
      const argument = { reference: order.reference, id: found?.id };
      await app.cancel(order, found?.status, () =>
        environment.perform('cancelOrder', actions.cancelOrder, argument),
      );
    },
    async inBackend({ reference }) {
      return (await readState()).find((order) => order.reference === reference);
    },
    async refreshMenu() {
      if (actions.refreshMenu) await environment.perform('refreshMenu', actions.refreshMenu, {});
    },
    async open(secondPort) {
      const customerName = nameOf(environment.guest);
      // Some mistakes only show with several pieces, or with an option.
      const several = [{ menuItemId: 'item-soup', customerName, quantity: 2, options: [] }];
      const burger = { menuItemId: 'item-burger', customerName, quantity: 1 };
      const withOption = [{ ...burger, options: [{ optionId: 'option-cheese', quantity: 2 }] }];
      const placed = await Promise.all(
        [several, withOption, undefined, undefined].map((items) => run.place({ items, secondPort })),
      );
      await Promise.all(placed.filter(isAccepted).map(run.arrival));
    },
    async finish() {
      const [first, ...others] = orders;
      if (first) await run.cancel(first);
      const open = others
        .map((order) => ({ order, found: run.atOutlet(order).filter(({ status }) => status === 'open') }))
        .filter(({ found }) => found.length > 0);
      const [cancelled, ...kept] = open;
      const ids = (those: typeof open) => those.flatMap(({ found }) => found.map(({ id }) => id));
      if (cancelled) {
        await staffStep(environment, 'inKitchen', ids([cancelled]));
        await staffStep(environment, 'cancel', ids([cancelled]));
      }
      for (const step of ['inKitchen', 'ready', 'complete'] as const) {
        await staffStep(environment, step, ids(kept));
        const watched = kept[0]?.order;
        if (watched) await untilShown(environment, () => isShown(watched));
      }
    },
    async changeEnded() {},
    async completeOne() {
      const last = orders.flatMap((order) => run.atOutlet(order)).findLast(({ status }) => status === 'open');
      if (last) await staffStep(environment, 'complete', [last.id]);
      return last?.id;
    },
    async twoChanges() {
      await run.open();
      const id = run.orderIds().at(-1);
      if (id === undefined) return undefined;
      return {
        id,
        first: () => {
          environment.timeline.note(`staff: inKitchen ${id}`, id);
          fake.orders.inKitchen(id);
        },
        second: () => {
          environment.timeline.note(`staff: complete ${id}`, id);
          fake.orders.complete(id);
        },
      };
    },
    async burst() {
      await run.open();
      await run.finish();
      await republish(environment, run.orderIds(), (status) => `order.${status}`);
    },
    async catchUp() {
      if (actions.sweep) await environment.perform('sweep', actions.sweep, {});
    },
    runJobs: () => run.catchUp(),
    orderIds() {
      const found = run.byReference();
      return orders.flatMap(({ reference }) => (found.get(reference) ?? []).map(({ id }) => id));
    },
    recall: () => void orders.push(...earlier.flatMap((other) => other.orders)),
  };

  async function isShown(order: GuestOrder): Promise<boolean> {
    const [atOutlet] = run.atOutlet(order);
    return (await run.inBackend(order))?.status === atOutlet?.status;
  }
  return run;
}
