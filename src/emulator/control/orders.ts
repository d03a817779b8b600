import type { OrderItem } from '../../entities/index.js';
import {
  billOf,
  type FakeOrder,
  fromCents,
  type Outlet,
  orderSteps,
  type StoredOrder,
  UnknownIdError,
} from '../../fake/index.js';
import type { OrderView } from '../contract/orders.js';
import { boardOf, cardOf, itemNames, type Names, namesOf, newestOrders } from './board.js';
import { createdTwice } from './created-twice.js';
import { listDeliveries } from './delivery-views.js';
import type { EmulatorState } from './emulator-state.js';
import { newOrder, requireMenuItem } from './new-order.js';
import type { AddRoute } from './route.js';

/** How many requests and webhooks an order lists. */
const maxTraffic = 50;

export function orderRoutes(route: AddRoute, emulator: EmulatorState): void {
  route('GET /board', ({ outlet, query }) => boardOf(outlet, query));
  route('GET /orders', ({ outlet, query }) => newestOrders(outlet, query));
  route('POST /orders', ({ outlet, fake, body }) => fake.orders.add(newOrder(outlet, body)));
  route('GET /orders/{id}', ({ outlet, id }) => viewOf(emulator, outlet, id));
  for (const step of orderSteps) route(`POST /orders/{id}/${step}`, ({ fake, id }) => fake.orders[step](id));
  route('POST /orders/{id}/table', ({ fake, id, body }) => fake.orders.moveTable(id, body.channelId));
  route('POST /orders/{id}/guests', ({ fake, id, body }) => fake.orders.changeGuests(id, body.guestCount));
  route('POST /orders/{id}/items', ({ outlet, fake, id, body }) => {
    const { order } = find(outlet, id);
    requireMenuItem(outlet, body);
    return fake.orders.changeTotals(id, { items: [...order.items, { ...body, quantity: 1 }] });
  });
  route('POST /orders/republish', ({ fake, body }) => fake.republish(body.ids));
  route('PUT /autopilot', ({ fake, body }) => fake.autopilot.start(body));
  route('DELETE /autopilot', ({ fake }) => fake.autopilot.stop());
}

function find({ state }: Outlet, id: string): StoredOrder {
  const stored = state.orders.get(id);
  if (!stored) throw new UnknownIdError(`The outlet has no order ${id}.`);
  return stored;
}

function viewOf(emulator: EmulatorState, outlet: Outlet, id: string): OrderView {
  const stored = find(outlet, id);
  const { order, partnerAggregated } = stored;
  const names = namesOf(outlet);
  const creations = createdTwice(outlet).get(id) ?? [];
  return {
    card: cardOf(outlet, stored, names, creations.length > 1),
    order,
    partnerAggregated,
    lines: order.items.map((item) => lineOf(outlet, order, item, names)),
    createdTwice: creations.map(({ order: { id: orderId, status, created } }) => {
      return { orderId, status, created, request: emulator.requests.creatorOf(orderId) };
    }),
    actionLog: outlet.state.log
      .filter(({ orderId }) => orderId === id)
      .map(({ entry }) => entry)
      .reverse(),
    requests: emulator.requests.about(outlet, id, referencesOf(stored), maxTraffic),
    deliveries: listDeliveries(emulator, outlet, { orderId: id }, maxTraffic),
  };
}

function referencesOf({ order: { partnerInfo, partnerReservationInfo } }: StoredOrder): string[] {
  return [partnerInfo?.orderId, partnerReservationInfo?.reservationId].flatMap(
    (reference) => reference || [],
  );
}

function lineOf(
  outlet: Outlet,
  { partnerInfo }: FakeOrder,
  item: OrderItem,
  names: Names,
): OrderView['lines'][number] {
  return {
    ...itemNames(item, names),
    quantity: item.quantity ?? 1,
    price: fromCents(billOf(outlet, { items: [item], partnerInfo })),
    customerName: item.customerName ?? '',
  };
}
