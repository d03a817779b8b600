import type { OrderItem } from '../../entities/index.js';
import { type Environment, nameOf, someItems } from '../environment.js';
import { createGuests, type GuestRequest, type GuestRun, isAccepted } from '../guests.js';
import type { BackendOrder } from '../read-orders.js';
import { republish, staffStep, takeStep, untilShown } from '../staff.js';
import type { DigitalOrderingActions } from './configuration.js';

/** An order of a guest. The outlet rejects it if an item is not on its menu, or if the outlet takes no orders. */
export interface GuestOrder extends GuestRequest {
  readonly items: readonly OrderItem[];
  /** When the guest placed the order, in milliseconds since the epoch. */
  readonly placedAt: number;
  /** What the order costs on the menu that the backend has read last, if the outlet has published another price since. */
  readonly totalBefore?: number | undefined;
  /** The status in the backend before the outlet rejected the order. */
  statusBefore?: string | undefined;
}

/** A scenario of Digital Ordering: guests order in the backend, and the staff works in the outlet. */
export interface DigitalOrderingRun extends GuestRun<GuestOrder> {
  /** The orders that guests have placed at the rate of `--rate`. */
  ordersAtRate: readonly GuestOrder[];
  /** Orders in the backend as a guest's app does, which repeats the order until there is a reply. Default: some items of the menu. */
  place(order?: NewGuestOrder): Promise<GuestOrder>;
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
  const guests = createGuests<GuestOrder>(environment, earlier, {
    send: ({ reference, items }, port) =>
      environment.perform('placeOrder', actions.placeOrder, { reference, items }, port),
    cancel: ({ reference }, id) => environment.perform('cancelOrder', actions.cancelOrder, { reference, id }),
    sweep: actions.sweep,
    referenceOf: ({ partnerInfo }) => partnerInfo?.orderId,
  });

  const run: DigitalOrderingRun = {
    ...guests,
    ordersAtRate: [],
    place({ items = someItems(environment), isInvalid = false, totalBefore, secondPort } = {}) {
      const order: GuestOrder = {
        reference: environment.newReference(),
        items,
        answer: 'failed',
        reason: undefined,
        placedAt: Date.now(),
        isInvalid,
        totalBefore,
      };
      return guests.send(order, secondPort);
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
      const [first, ...others] = run.requests;
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
      const last = run.requests.flatMap(run.look()).findLast(({ status }) => status === 'open');
      if (last) await staffStep(environment, 'complete', [last.id]);
      return last?.id;
    },
    async twoChanges() {
      await run.open();
      const id = run.orderIds().at(-1);
      if (id === undefined) return undefined;
      return {
        id,
        first: () => takeStep(environment, 'inKitchen', id),
        second: () => takeStep(environment, 'complete', id),
      };
    },
    async burst() {
      await run.open();
      await run.finish();
      await republish(environment, run.orderIds(), (status) => `order.${status}`);
    },
  };

  async function isShown(order: GuestOrder): Promise<boolean> {
    const [atOutlet] = run.atOutlet(order);
    return (await run.inBackend(order))?.status === atOutlet?.status;
  }
  return run;
}
