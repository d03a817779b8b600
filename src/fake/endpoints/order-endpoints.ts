import { scramble } from '../../random.js';
import { billOf, discountsOf } from '../outlet/bill.js';
import type { ApiKey } from '../outlet/keys.js';
import { actorOf, changeStatus, createOrder } from '../outlet/orders.js';
import type { Outlet } from '../outlet/outlet.js';
import type { StoredOrder } from '../outlet/state.js';
import { hasEnded } from '../outlet/state.js';
import type { Call } from '../service/handler.js';
import { HttpError, invalid, Problems } from '../service/http-error.js';
import { readDiscounts, readItems, readPartnerInfo, readPayments } from './bodies.js';
import { readChannel } from './channel-endpoints.js';
import { orderFields, show } from './documented-fields.js';
import { pageOf, type Row } from './pages.js';
import { rangeOf, withDefaultRange } from './ranges.js';

export const orderEndpoints = {
  'POST /orders': create,
  'GET /orders': list,
  'GET /orders/{id}': ({ outlet, id }: Call) => showOrder(outlet, visibleOrder(outlet, id)),
  'PUT /orders/{id}': cancel,
};

export function showOrder({ assumptions }: Outlet, { order }: StoredOrder): unknown {
  return show(order, orderFields, assumptions, 'orders');
}

/** Returns the order with an ID, unless there is none or an aggregator created it. API specification: Endpoints › `GET /orders/:id`. */
export function visibleOrder(outlet: Outlet, id: string): StoredOrder {
  const stored = outlet.state.orders.get(id);
  if (!stored || stored.partnerAggregated) throw new HttpError(404, 'Order not found');
  return stored;
}

/** API specification: Endpoints › `POST /orders`. */
function create({ outlet, key, body }: Call): unknown {
  const { dineInOrders, partnerInfoRequired } = outlet.assumptions;
  const problems = new Problems();
  const channel = readChannel(outlet, body.channelId, problems);
  problems.unless(dineInOrders || channel?.type !== 'dine-in', 'channelId', 'must not be a table');
  problems.unless(!partnerInfoRequired || body.partnerInfo !== undefined, 'partnerInfo', 'is required');
  const fields = {
    channelId: channel?.id,
    partnerInfo: readPartnerInfo(body.partnerInfo, problems),
    items: readItems(outlet, body.items, problems),
    payments: readPayments(body.payments, problems),
    appliedDiscounts: readDiscounts(outlet, body.appliedDiscounts, problems),
  };
  problems.throwIfAny();
  if (discountsOf(outlet, fields.appliedDiscounts) > billOf(outlet, fields)) {
    throw invalid('appliedDiscounts', 'must not add up to more than the bill');
  }
  return showOrder(outlet, createOrder(outlet, fields, { createdBy: key }));
}

/** API specification: Endpoints › `GET /orders`. */
function list({ outlet, query }: Call): unknown {
  const { assumptions, clock, state } = outlet;
  const range = assumptions.orderRangeRequired ? query : withDefaultRange(query, clock.now());
  const isInRange = rangeOf(range, 'orders', assumptions);
  const time = assumptions.ordersFilteredBy === 'created' ? 'created' : 'updatedAt';
  const isShuffled = assumptions.orderSorting === 'shuffled';
  const statuses = statusesOf(query.get('status'));
  const rows = [...state.orders.values()]
    .filter(({ order }) => statuses.includes(order.status) && isInRange(order[time]))
    .filter(({ partnerAggregated }) => assumptions.listsPartnerAggregated || !partnerAggregated)
    .map(({ order }): Row => {
      const rank = isShuffled ? scramble(order.id) : `${order[time]} ${order.id}`;
      return { group: order.status, rank, record: order };
    });
  const sorting = assumptions.orderSorting === 'newest-first' ? 'newest-first' : 'oldest-first';
  return pageOf(outlet, query, { name: 'orders', rows, sorting, fields: orderFields });
}

function statusesOf(status: string | null): readonly string[] {
  const ended = ['complete', 'cancelled'];
  if (status === null) return ended;
  if (!ended.includes(status)) throw invalid('status', 'must be complete or cancelled');
  return [status];
}

/** API specification: Endpoints › `PUT /orders/:id`. */
function cancel({ outlet, key, id, body }: Call): unknown {
  const { foreignOrderStatus, foreignReservationStatus } = outlet.assumptions;
  const stored = visibleOrder(outlet, id);
  const isReservation = stored.order.partnerReservationInfo !== undefined;
  rejectOtherKeys(stored, key, isReservation ? foreignReservationStatus : foreignOrderStatus);
  if (body.status !== 'cancelled') throw invalid('status', 'must be cancelled');
  rejectIfEnded(outlet, stored);
  changeStatus(outlet, stored, 'cancelled', actorOf(key));
  return showOrder(outlet, stored);
}

/** API specification: Authentication, rule 9. */
export function rejectOtherKeys({ createdBy }: StoredOrder, key: ApiKey, status: number | false): void {
  if (status !== false && createdBy !== key) throw new HttpError(status, 'The key did not create this order');
}

export function rejectIfEnded(outlet: Outlet, stored: StoredOrder): void {
  if (!hasEnded(stored)) return;
  throw new HttpError(outlet.assumptions.endedOrderStatus, `The order is already ${stored.order.status}`);
}
