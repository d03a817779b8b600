import { createOrder, getOrder, importOrder, listOrders, updateOrder } from '../../operations/orders.js';
import { actorOf, log } from '../outlet/action-log.js';
import { billOf, discountsOf } from '../outlet/bill.js';
import { changeStatus, hasEnded, storeOrder } from '../outlet/orders.js';
import type { Outlet } from '../outlet/outlet.js';
import type { FakeOrder, StoredOrder } from '../outlet/state.js';
import { invalid, Problems, Refusal } from '../service/refusal.js';
import type { Call, Handlers } from '../service/router.js';
import { readChannel } from './channel-endpoints.js';
import { readDiscounts, readItems, readList, readPartnerInfo, readPayments, readTime } from './order-body.js';
import { pageOf } from './pages.js';
import { rangeOf } from './ranges.js';

export function orderRules(outlet: Outlet): Handlers {
  return {
    [createOrder.id]: (call) => create(outlet, call),
    [listOrders.id]: ({ query }) => list(outlet, query),
    [getOrder.id]: ({ param }) => visibleOrder(outlet, param('orderId')).order,
    [updateOrder.id]: (call) => update(outlet, call),
    [importOrder.id]: ({ key, body }) => importOne(outlet, key, body),
  };
}

/** The order of an id, unless there is none or an aggregator brought it. Specification: "GET /orders/:id". */
export function visibleOrder(outlet: Outlet, id: string): StoredOrder {
  const stored = outlet.state.orders.get(id);
  if (!stored || stored.partnerAggregated) throw new Refusal(404, 'Order not found');
  return stored;
}

/** Specification: "POST /orders". */
function create(outlet: Outlet, { key, body }: Call): FakeOrder {
  const problems = new Problems();
  const fields = {
    channelId: readChannel(outlet, body.channelId, problems)?.id,
    partnerInfo: readPartnerInfo(body.partnerInfo, problems),
    items: readItems(outlet, body.items, problems),
    payments: readPayments(body.payments, problems),
    appliedDiscounts: readDiscounts(outlet, body.appliedDiscounts, problems),
  };
  problems.refuseIfAny();
  if (discountsOf(outlet, fields.appliedDiscounts) > billOf(outlet, fields)) {
    throw invalid('appliedDiscounts', 'must not add up to more than the bill');
  }
  const stored = storeOrder(outlet, fields, { createdBy: key });
  log(outlet, stored, 'orderCreated', actorOf(key));
  return stored.order;
}

/** Specification: "GET /orders". */
function list(outlet: Outlet, query: URLSearchParams): unknown {
  const isInRange = rangeOf(query, outlet.assume);
  const { listsPartnerAggregated, ordersFilteredBy } = outlet.assume;
  const field = ordersFilteredBy === 'created' ? 'created' : 'updatedAt';
  const statuses = statusesOf(query.get('status'));
  const rows = [...outlet.state.orders.values()]
    .filter(({ order }) => statuses.includes(order.status) && isInRange(order[field]))
    .filter(({ partnerAggregated }) => listsPartnerAggregated || !partnerAggregated)
    .map(({ order }) => ({ group: order.status, rank: `${order[field]} ${order.id}`, record: order }));
  return pageOf(outlet, query, 'oldest-first', rows);
}

function statusesOf(status: string | null): readonly string[] {
  const ended = ['complete', 'cancelled'];
  if (status === null) return ended;
  if (!ended.includes(status)) throw invalid('status', 'must be complete or cancelled');
  return [status];
}

/** Specification: "PUT /orders/:id". */
function update(outlet: Outlet, { key, param, body }: Call): FakeOrder {
  const stored = visibleOrder(outlet, param('orderId'));
  if (stored.order.partnerReservationInfo) refuseOtherKeys(outlet, stored, key);
  if (body.status !== 'cancelled') throw invalid('status', 'must be cancelled');
  refuseIfEnded(outlet, stored);
  changeStatus(outlet, stored, 'cancelled', actorOf(key));
  return stored.order;
}

/** Specification: "Authentication", 9. */
export function refuseOtherKeys(outlet: Outlet, stored: StoredOrder, key: Call['key']): void {
  if (stored.createdBy !== key) {
    throw new Refusal(outlet.assume.foreignReservationStatus, 'Another key made this reservation');
  }
}

export function refuseIfEnded(outlet: Outlet, stored: StoredOrder): void {
  if (hasEnded(stored)) throw new Refusal(outlet.assume.endedOrderStatus, 'The order has ended');
}

/** Neither checked against the menu nor told to anybody. Specification: "POST /orders/import". */
function importOne(outlet: Outlet, createdBy: Call['key'], body: Call['body']): FakeOrder {
  const { externalOrderSource } = body;
  const problems = new Problems();
  const isNamed = typeof externalOrderSource === 'string' && externalOrderSource !== '';
  problems.unless(isNamed, 'externalOrderSource', 'is required');
  const orderDate = readTime(body.orderDate, 'orderDate', problems);
  const paidAt = readTime(body.paidAt, 'paidAt', problems);
  const items = readList(body.items ?? [], 'items', problems);
  const payments = readPayments(body.payments, problems);
  problems.refuseIfAny();
  const total = typeof body.total === 'number' ? body.total : 0;
  const id = outlet.random.hex(24);
  const fields = { ...body, id, status: 'complete', orderDate, paidAt, items, payments, total };
  return storeOrder(outlet, fields, { createdBy, created: orderDate }).order;
}
