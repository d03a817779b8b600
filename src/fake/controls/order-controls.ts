import type { Order, OrderStatus, TimestampInput } from '../../entities/index.js';
import type { UseCase } from '../../entities/use-case.js';
import { isCount } from '../endpoints/bodies.js';
import { FakeError, UnknownIdError } from '../fake-error.js';
import type { FakeKey } from '../outlet/keys.js';
import { fromCents, sum, toCents } from '../outlet/money.js';
import {
  changeGuestCount,
  changeStatus,
  changeTotals,
  createOrder,
  manager,
  moveTable,
  type OrderTotals,
  waiter,
} from '../outlet/orders.js';
import type { Outlet } from '../outlet/outlet.js';
import { type FakeDiscount, type FakeOrder, hasEnded, type StoredOrder, visible } from '../outlet/state.js';

/** The fields of a new order in the fake. */
export interface NewOrder
  extends Omit<Partial<Order>, 'appliedDiscounts' | 'createdBy' | 'partnerAggregated' | 'created'> {
  /** The discounts on the whole order. */
  appliedDiscounts?: FakeDiscount[] | null | undefined;
  /** The key that creates the order. A reservation also needs `partnerReservationInfo`. Default: none, so the POS creates it. */
  createdBy?: UseCase | FakeKey | undefined;
  /** Whether the order is partner-aggregated, so that `GET /orders/{id}` returns 404. Default: `false`. */
  partnerAggregated?: boolean | undefined;
  /** When the order was created. Default: now. */
  created?: TimestampInput | undefined;
}

/**
 * Changes orders, as staff of the outlet do. Each change adds an entry to the action log and sends its webhooks. It throws if the
 * status of the order does not allow it.
 */
export interface FakeOrders {
  /** Adds an order of any age and status, without a webhook. Default status: `open`. */
  add(order?: NewOrder): FakeOrder;
  /** Returns a copy of an order; `undefined` if it does not exist. */
  get(id: string): FakeOrder | undefined;
  /** Returns copies of all orders. */
  all(): FakeOrder[];
  /** Sends an open order to the kitchen. */
  inKitchen(id: string): FakeOrder;
  /** Marks an order as ready for pickup. */
  ready(id: string): FakeOrder;
  /** Adds a payment of the open amount, and completes the order. */
  complete(id: string): FakeOrder;
  /** Cancels an order, before or after it is paid. */
  cancel(id: string): FakeOrder;
  /** Reopens a complete order, so that it can be changed and completed again. */
  reopen(id: string): FakeOrder;
  /** Moves the order to another table: a channel of type `dine-in`. */
  moveTable(id: string, channelId: string): FakeOrder;
  /** Sets the number of guests: a whole number from 1 up. */
  changeGuests(id: string, guestCount: number): FakeOrder;
  /** Changes items or discounts. Default: adds one of the first item on the menu. */
  changeTotals(id: string, totals?: OrderTotals): FakeOrder;
}

const running: readonly OrderStatus[] = ['open', 'inKitchen', 'readyForPickup'];

/** What staff can do with an order to change its status. */
export const orderSteps = ['inKitchen', 'ready', 'complete', 'reopen', 'cancel'] as const;

/** One of these steps. */
export type OrderStep = (typeof orderSteps)[number];

/** The statuses in which staff can take each step. API specification: States › Order statuses. */
export const statusesBefore: Readonly<Record<OrderStep, readonly OrderStatus[]>> = {
  inKitchen: ['open'],
  ready: ['open', 'inKitchen'],
  complete: running,
  cancel: [...running, 'complete'],
  reopen: ['complete'],
};

export function createFakeOrders(outlet: Outlet): FakeOrders {
  function find(id: string): StoredOrder {
    const stored = outlet.state.orders.get(id);
    if (!stored) throw new UnknownIdError(`The fake outlet has no order ${id}.`);
    return stored;
  }

  function step(id: string, to: OrderStatus, from: readonly OrderStatus[]): FakeOrder {
    const stored = find(id);
    const { status } = stored.order;
    if (!from.includes(status)) throw new FakeError(`Order ${id} is ${status} and cannot become ${to}.`);
    if (to === 'complete') settle(outlet, stored);
    changeStatus(outlet, stored, to, waiter);
    return structuredClone(stored.order);
  }

  function edit(id: string, change: (stored: StoredOrder) => void): FakeOrder {
    const stored = find(id);
    if (hasEnded(stored)) throw new FakeError(`Order ${id} is ${stored.order.status}: reopen it first.`);
    change(stored);
    return structuredClone(stored.order);
  }

  return {
    add({ createdBy, partnerAggregated, created, ...fields } = {}) {
      const { order } = createOrder(outlet, structuredClone(fields), {
        createdBy: createdBy === undefined ? undefined : outlet.keys.find(createdBy),
        partnerAggregated,
        created: created === undefined ? undefined : new Date(created).toISOString(),
      });
      return structuredClone(order);
    },
    get: (id) => structuredClone(outlet.state.orders.get(id)?.order),
    all: () => [...outlet.state.orders.values()].map(({ order }) => structuredClone(order)),
    inKitchen: (id) => step(id, 'inKitchen', statusesBefore.inKitchen),
    ready: (id) => step(id, 'readyForPickup', statusesBefore.ready),
    complete: (id) => step(id, 'complete', statusesBefore.complete),
    cancel: (id) => step(id, 'cancelled', statusesBefore.cancel),
    reopen: (id) => step(id, 'open', statusesBefore.reopen),
    moveTable: (id, channelId) =>
      edit(id, (stored) => {
        requireTable(outlet, channelId);
        moveTable(outlet, stored, channelId, manager);
      }),
    changeGuests: (id, count) =>
      edit(id, (stored) => {
        if (!isCount(count))
          throw new FakeError(`Order ${id} cannot have ${count} guests: pass 1, 2, 3 and so on.`);
        changeGuestCount(outlet, stored, count, waiter);
      }),
    changeTotals: (id, totals) =>
      edit(id, (stored) => {
        changeTotals(outlet, stored, structuredClone(totals ?? oneMore(outlet, stored)), waiter);
      }),
  };
}

function requireTable({ state, assumptions }: Outlet, channelId: string): void {
  const isTable = visible(state.channels, assumptions).some(
    ({ id, type }) => id === channelId && type === 'dine-in',
  );
  if (!isTable)
    throw new FakeError(`The fake outlet has no table ${channelId}: pass a channel of type dine-in.`);
}

function oneMore(outlet: Outlet, { order }: StoredOrder): OrderTotals {
  const menuItemId = visible(outlet.state.menuItems, outlet.assumptions)[0]?.id;
  if (menuItemId === undefined) throw new FakeError('The menu is empty: pass the items of the order.');
  return { items: [...order.items, { menuItemId, quantity: 1 }] };
}

/** Adds a payment of the open amount. */
function settle(outlet: Outlet, { order }: StoredOrder): void {
  const paid = sum(order.payments.map(({ amount }) => toCents(amount ?? 0)));
  const due = toCents(order.total) - paid;
  if (due <= 0n) return;
  const { clock, currency } = outlet;
  order.payments.push({
    offlineMethod: 'card',
    amount: fromCents(due),
    currency,
    created: clock.timestamp(),
  });
}
