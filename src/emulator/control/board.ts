import {
  type FakeMenuItem,
  type FakeOrder,
  type OrderStep,
  type Outlet,
  orderSteps,
  type StoredOrder,
  statusesBefore,
  visible,
} from '../../fake/index.js';
import {
  type Board,
  type BoardFilter,
  type OrderCard,
  type OrderFilter,
  orderStatuses,
} from '../contract/orders.js';
import { createdTwice } from './created-twice.js';

/** Returns the board. It reads the live orders once and copies only those that it lists, because there can be many. */
export function boardOf(outlet: Outlet, { search = '', limit }: BoardFilter): Board {
  const names = namesOf(outlet);
  const doubled = createdTwice(outlet);
  const columns = new Map<string, Newest>(orderStatuses.map((status) => [status, new Newest(limit)]));
  for (const stored of found(outlet, search, names)) {
    const column = columns.get(stored.order.status) ?? new Newest(limit);
    columns.set(stored.order.status, column);
    column.add(stored);
  }
  return {
    columns: [...columns].map(([status, newest]) => ({
      status,
      count: newest.count,
      orders: newest.orders().map((stored) => cardOf(outlet, stored, names, doubled.has(stored.order.id))),
    })),
  };
}

/** Returns the orders that changed last, newest first. */
export function newestOrders(outlet: Outlet, { search = '', status, limit }: OrderFilter): FakeOrder[] {
  const newest = new Newest(limit);
  for (const stored of found(outlet, search, namesOf(outlet))) {
    if (status === undefined || stored.order.status === status) newest.add(stored);
  }
  return newest.orders().map(({ order }) => order);
}

function* found({ state }: Outlet, search: string, { channels }: Names): Generator<StoredOrder> {
  const wanted = search.trim().toLowerCase();
  for (const stored of state.orders.values()) {
    if (wanted === '' || searchedText(stored, channels).includes(wanted)) yield stored;
  }
}

/** Counts orders, and keeps those that changed last. */
class Newest {
  readonly #limit: number;
  #kept: StoredOrder[] = [];
  #oldest = '';
  count = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(stored: StoredOrder): void {
    this.count += 1;
    if (stored.order.updatedAt <= this.#oldest) return;
    this.#kept.push(stored);
    // Sorting twice as many as are wanted, and rarely, is much faster than sorting after each order.
    if (this.#kept.length >= 2 * this.#limit) this.#cut();
  }

  /** Returns the orders, newest first. */
  orders(): readonly StoredOrder[] {
    this.#cut();
    return this.#kept;
  }

  #cut(): void {
    this.#kept.sort(({ order: one }, { order: other }) => {
      return Number(one.updatedAt < other.updatedAt) - Number(one.updatedAt > other.updatedAt);
    });
    this.#kept.length = Math.min(this.#kept.length, this.#limit);
    if (this.#kept.length === this.#limit) this.#oldest = this.#kept.at(-1)?.order.updatedAt ?? '';
  }
}

/** Returns the names of the channels by ID, as the merchant sees them. */
function channelNames({ state }: Outlet): ReadonlyMap<string, string> {
  return new Map(state.channels.edited.map(({ id, name }) => [id, name ?? id]));
}

/** The names that the cards of a board show, by ID. */
export interface Names {
  readonly channels: ReadonlyMap<string, string>;
  readonly items: ReadonlyMap<string, Pick<FakeMenuItem, 'name' | 'options'>>;
}

export function namesOf(outlet: Outlet): Names {
  const items = visible(outlet.state.menuItems, outlet.assumptions);
  return { channels: channelNames(outlet), items: new Map(items.map((item) => [item.id, item])) };
}

/** Returns a function that returns the title of an order by its ID; `undefined` if the outlet does not have the order. */
export function orderTitles(outlet: Outlet): (id: string | undefined) => string | undefined {
  const channels = channelNames(outlet);
  return (id = '') => {
    const stored = outlet.state.orders.get(id);
    return stored && titleOf(stored.order, channels);
  };
}

/** Returns the partner's order reference, the guest's name, the reservation ID, or the channel's name. */
function titleOf(order: FakeOrder, channels: ReadonlyMap<string, string>): string {
  const { channelId, partnerInfo, partnerReservationInfo: guest } = order;
  const guestName = [guest?.firstName, guest?.lastName].filter(Boolean).join(' ');
  const reference = partnerInfo?.orderId || guestName || guest?.reservationId;
  return reference || channelNameOf(channelId, channels) || order.id;
}

export function cardOf(
  { currency, state }: Outlet,
  { order, createdBy }: StoredOrder,
  names: Names,
  isCreatedTwice: boolean,
): OrderCard {
  const { channelId, partnerReservationInfo: guest } = order;
  const channel = state.channels.edited.find(({ id }) => id === channelId);
  return {
    id: order.id,
    status: order.status,
    title: titleOf(order, names.channels),
    channelName: channelNameOf(channelId, names.channels),
    isDineIn: channel?.type === 'dine-in' || Boolean(guest),
    reservationId: guest?.reservationId || undefined,
    itemCount: order.items.reduce((count, { quantity }) => count + (quantity ?? 1), 0),
    lineCount: order.items.length,
    itemNames: order.items.slice(0, 3).map((item) => itemText(item, names)),
    guestCount: order.guestCount ?? undefined,
    total: order.total,
    currency,
    created: order.created,
    updatedAt: order.updatedAt,
    createdBy: createdBy?.label,
    isCreatedTwice,
    steps: stepsOf(order.status),
  };
}

function channelNameOf(id: string | null | undefined, channels: ReadonlyMap<string, string>): string {
  return channels.get(id ?? '') ?? id ?? '';
}

function stepsOf(status: string): OrderStep[] {
  return orderSteps.filter((step) => statusesBefore[step].includes(status));
}

function searchedText({ order }: StoredOrder, names: ReadonlyMap<string, string>): string {
  const { id, channelId, partnerInfo, partnerReservationInfo: guest } = order;
  const guestName = `${guest?.firstName ?? ''} ${guest?.lastName ?? ''}`;
  const channel = channelNameOf(channelId, names);
  return [id, partnerInfo?.orderId, partnerInfo?.partnerChannel, guest?.reservationId, guestName, channel]
    .join('\n')
    .toLowerCase();
}

/** Returns the names of an item and its options, such as `Burger` and `2 × Extra cheese`. */
export function itemNames(
  { menuItemId, options }: FakeOrder['items'][number],
  { items }: Names,
): { name: string; options: string[] } {
  const onMenu = items.get(menuItemId ?? '');
  const chosen = (options ?? []).map(({ optionId, quantity }) =>
    counted(onMenu?.options.find(({ id }) => id === optionId)?.name ?? optionId ?? '', quantity),
  );
  return { name: onMenu?.name || menuItemId || 'Unknown item', options: chosen };
}

/** Returns an item with its quantity and options, such as `2 × Burger (Extra cheese)`. */
function itemText(item: FakeOrder['items'][number], names: Names): string {
  const { name, options } = itemNames(item, names);
  return counted(options.length > 0 ? `${name} (${options.join(', ')})` : name, item.quantity);
}

function counted(name: string, quantity: number | null | undefined): string {
  return (quantity ?? 1) === 1 ? name : `${quantity} × ${name}`;
}
