import type {
  ActionLogActor,
  Order,
  OrderItem,
  OrderStatus,
  PartnerReservationInfo,
} from '../../entities/index.js';
import { FakeError } from '../fake-error.js';
import { totalOf } from './bill.js';
import type { ApiKey } from './keys.js';
import type { Outlet } from './outlet.js';
import type { FakeDiscount, FakeOrder, StoredOrder } from './state.js';

export const manager: ActionLogActor = { type: 'staff', id: 'staff-1', name: 'Robin Park', role: 'manager' };
export const waiter: ActionLogActor = { type: 'staff', id: 'staff-2', name: 'Sam Rivera', role: 'waiter' };

export interface Origin {
  readonly createdBy?: ApiKey | undefined;
  readonly partnerAggregated?: boolean | undefined;
  /** ISO 8601. Default: now. */
  readonly created?: string | undefined;
}

/** The fields of a new order. The total is calculated from the items, unless it is passed. */
export type OrderFields = Partial<Order> & { readonly total?: number };

/** Stores a new order. Sends no webhook. */
export function storeOrder(outlet: Outlet, fields: OrderFields, origin: Origin): StoredOrder {
  const { createdBy, partnerAggregated = false, created = outlet.clock.timestamp() } = origin;
  const order: FakeOrder = {
    ...fields,
    id: fields.id ?? outlet.random.hex(24),
    status: fields.status ?? 'open',
    items: fields.items ?? [],
    payments: fields.payments ?? [],
    total: fields.total ?? totalOf(outlet, fields),
    created,
    updatedAt: created,
  };
  if (outlet.state.orders.has(order.id))
    throw new FakeError(`The fake outlet has an order ${order.id} already.`);
  const stored = { order, createdBy, partnerAggregated };
  outlet.state.orders.set(order.id, stored);
  outlet.reportChange('orders');
  return stored;
}

/** Stores a new order, and logs its creation by its key, the partner's platform, or staff at the POS. Sends no webhook. */
export function createOrder(outlet: Outlet, fields: OrderFields, origin: Origin): StoredOrder {
  const stored = storeOrder(outlet, fields, origin);
  log(outlet, stored, 'orderCreated', creatorOf(stored), {}, stored.order.created);
  return stored;
}

const actions: Readonly<Record<string, string>> = {
  open: 'orderReopened',
  inKitchen: 'orderSentToKitchen',
  readyForPickup: 'orderReadyForPickup',
  complete: 'orderCompleted',
  cancelled: 'orderCancelled',
};

export function changeStatus(
  outlet: Outlet,
  stored: StoredOrder,
  status: OrderStatus,
  actor: ActionLogActor,
): void {
  const from = stored.order.status;
  const action = actions[status] ?? 'orderStatusChanged';
  change(outlet, stored, { status }, actor, action, { from, to: status });
  outlet.announcements.orderChanged(stored, 'status');
}

export function moveTable(outlet: Outlet, stored: StoredOrder, to: string, actor: ActionLogActor): void {
  const from = stored.order.channelId;
  if (from === to) return;
  change(outlet, stored, { channelId: to }, actor, 'orderTableMoved', { from, to });
  outlet.announcements.orderChanged(stored, 'channel');
}

export function changeGuestCount(
  outlet: Outlet,
  stored: StoredOrder,
  to: number,
  actor: ActionLogActor,
): void {
  const from = stored.order.guestCount;
  if (from === to) return;
  change(outlet, stored, { guestCount: to }, actor, 'orderGuestCountChanged', { from, to });
  outlet.announcements.orderChanged(stored, 'guestCount');
}

/** The fields that change the total of an order. */
export interface OrderTotals {
  /** The lines. Default: unchanged. */
  items?: OrderItem[] | undefined;
  /** The discounts on the whole order. Default: unchanged. */
  appliedDiscounts?: FakeDiscount[] | undefined;
}

export function changeTotals(
  outlet: Outlet,
  stored: StoredOrder,
  totals: OrderTotals,
  actor: ActionLogActor,
): void {
  const { order } = stored;
  const changed = {
    items: totals.items ?? order.items,
    appliedDiscounts: totals.appliedDiscounts ?? order.appliedDiscounts,
  };
  const total = totalOf(outlet, { ...order, ...changed });
  const metadata = { from: order.total, to: total };
  change(outlet, stored, { ...changed, total }, actor, 'orderTotalsChanged', metadata);
  outlet.announcements.orderChanged(stored, 'totals');
}

/** Changes the contact data of a guest. Sends no webhook, because no event is about contact data. */
export function changeGuest(
  outlet: Outlet,
  stored: StoredOrder,
  info: PartnerReservationInfo,
  actor: ActionLogActor,
): void {
  const partnerReservationInfo = { ...stored.order.partnerReservationInfo, ...info };
  const fields = Object.keys(info);
  change(outlet, stored, { partnerReservationInfo }, actor, 'orderGuestChanged', { fields });
}

function change(
  outlet: Outlet,
  stored: StoredOrder,
  fields: Partial<FakeOrder>,
  actor: ActionLogActor,
  action: string,
  metadata: Record<string, unknown>,
): void {
  const { order } = stored;
  // Two changes within a millisecond must have different times.
  const updated = Math.max(outlet.clock.now(), Date.parse(order.updatedAt) + 1);
  Object.assign(order, fields, { updatedAt: new Date(updated).toISOString() });
  log(outlet, stored, action, actor, metadata);
  outlet.reportChange('orders');
}

/** Returns the actor for a key: its label, never its token. */
export function actorOf(key: ApiKey): ActionLogActor {
  return { type: 'apiKey', id: key.id, name: key.label, role: key.useCase };
}

function creatorOf({ order, createdBy, partnerAggregated }: StoredOrder): ActionLogActor {
  if (createdBy) return actorOf(createdBy);
  if (!partnerAggregated) return waiter;
  const platform = order.partnerInfo?.partnerChannel ?? 'partner';
  return { type: 'partner', id: platform, name: platform, role: 'platform' };
}

export function log(
  outlet: Outlet,
  { order }: StoredOrder,
  action: string,
  actor: ActionLogActor,
  metadata: Record<string, unknown> = {},
  created: string = order.updatedAt,
): void {
  outlet.state.log.push({
    orderId: order.id,
    channelId: order.channelId ?? undefined,
    entry: { action, actor, metadata: { orderId: order.id, ...metadata }, created },
  });
}
