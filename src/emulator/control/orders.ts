import { z } from 'zod';
import type { OrderItem } from '../../entities/index.js';
import { orderSteps } from '../../fake/controls/order-controls.js';
import { billOf } from '../../fake/outlet/bill.js';
import { fromCents } from '../../fake/outlet/money.js';
import type { Outlet } from '../../fake/outlet/outlet.js';
import { type FakeOrder, type StoredOrder, visible } from '../../fake/outlet/state.js';
import type { OrderView } from '../contract.js';
import { boardFilter, newOrderForm } from '../inputs.js';
import { boardOf, cardOf, countOf, namesOf, textOf } from './board.js';
import { UnknownIdError } from './emulation.js';
import { newOrder, requireMenuItem } from './new-order.js';
import type { ControlContext } from './route.js';

/** How many requests and webhooks an order lists. */
const maxTraffic = 50;

const stepForm = z.object({ step: z.enum(orderSteps) });

export function orderRoutes(context: ControlContext): void {
  const { route, emulation } = context;
  const { fake, outlet } = emulation;
  route('GET /orders', boardFilter, ({ query }) => boardOf(outlet, query));
  route('POST /orders', newOrderForm, ({ body }) => ({ id: fake.orders.add(newOrder(outlet, body)).id }));
  route('GET /orders/:id', ({ id }) => viewOf(context, find(outlet, id)));
  route('POST /orders/:id/steps', stepForm, ({ id, body }) => {
    fake.orders[body.step](id);
  });
  route('POST /orders/:id/table', z.object({ channelId: z.string() }), ({ id, body }) => {
    fake.orders.moveTable(id, body.channelId);
  });
  route('POST /orders/:id/guests', z.object({ guestCount: z.number() }), ({ id, body }) => {
    fake.orders.changeGuests(id, body.guestCount);
  });
  route('POST /orders/:id/items', z.object({ menuItemId: z.string() }), ({ id, body }) => {
    const { order } = find(outlet, id);
    requireMenuItem(outlet, body.menuItemId);
    fake.orders.changeTotals(id, { items: [...order.items, { ...body, quantity: 1 }] });
  });
  route(
    'PUT /autopilot',
    z.object({ interval: z.number().positive().exactOptional() }),
    ({ body: { interval } }) => {
      if (interval === undefined) fake.autopilot.stop();
      else fake.autopilot.start({ interval });
    },
  );
  route('POST /orders/republish', z.object({ ids: z.array(z.string()).min(1) }), ({ body }) => {
    fake.republish(body.ids);
  });
}

function find({ state }: Outlet, id: string): StoredOrder {
  const stored = state.orders.get(id);
  if (!stored) throw new UnknownIdError(`The outlet has no order ${id}.`);
  return stored;
}

function viewOf({ emulation, deliveries }: ControlContext, stored: StoredOrder): OrderView {
  const { outlet, requests } = emulation;
  const { order, partnerAggregated } = stored;
  const { partnerInfo, partnerReservationInfo: guest } = order;
  const references = [partnerInfo?.orderId, guest?.reservationId].map(textOf).filter(Boolean);
  return {
    card: cardOf(outlet, stored, namesOf(outlet)),
    order,
    partnerAggregated,
    lines: order.items.map((item) => lineOf(outlet, order, item)),
    actionLog: outlet.state.log
      .filter(({ orderId }) => orderId === order.id)
      .map(({ entry }) => entry)
      .reverse(),
    requests: requests.about(order.id, references, maxTraffic),
    deliveries: deliveries.about(order.id, maxTraffic),
  };
}

function lineOf(outlet: Outlet, { partnerInfo }: FakeOrder, item: OrderItem): OrderView['lines'][number] {
  const menuItemId = textOf(item.menuItemId);
  const quantity = countOf(item.quantity);
  const options = (Array.isArray(item.options) ? item.options : []).map((option) => {
    return { optionId: textOf(option.optionId), quantity: countOf(option.quantity) };
  });
  const onMenu = visible(outlet.state.menuItems, outlet.assume).find(({ id }) => id === menuItemId);
  return {
    name: onMenu?.name ?? (menuItemId || 'Unknown item'),
    quantity,
    price: fromCents(billOf(outlet, { items: [{ menuItemId, quantity, options }], partnerInfo })),
    options: options.map(({ optionId, quantity }) => {
      const name = onMenu?.options.find(({ id }) => id === optionId)?.name ?? optionId;
      return quantity > 1 ? `${quantity} × ${name}` : name;
    }),
    customerName: textOf(item.customerName),
  };
}
