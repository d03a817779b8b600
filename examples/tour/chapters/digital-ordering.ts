import type { Order, OrderCreateParams, OutletClient } from 'outlet-open-api';
import { expect } from '../expect.js';
import type { TourMenu } from '../menu.js';
import type { Stage } from '../stage.js';
import { terminal } from '../terminal.js';

/** Forwards an order and follows it by webhook until it is complete. Cancels a second order. */
export async function digitalOrdering({ fake, outlet, inbox }: Stage): Promise<void> {
  terminal.title('Digital Ordering: forward an order and follow it');
  const order = await sampleOrder(outlet);
  const call = outlet.orders.create(order);
  const { id } = await call;
  terminal.say(`The outlet created the order ${order.partnerInfo.orderId} with the ID ${id}.`);

  const again = await outlet.orders.create(order, { idempotencyKey: call.idempotencyKey }).withResponse();
  expect(
    'The same call with the same idempotency key creates no second order.',
    [again.data.id, again.meta.idempotentReplay],
    [id, true],
  );

  const seen: [string, Order][] = [];
  fake.orders.inKitchen(id);
  seen.push(['order.inKitchen', await outlet.orders.get((await inbox.next('order.inKitchen')).id ?? id)]);
  fake.orders.ready(id);
  seen.push([
    'order.readyForPickup',
    await outlet.orders.get((await inbox.next('order.readyForPickup')).id ?? id),
  ]);
  fake.orders.complete(id);
  seen.push(['order.complete', await outlet.orders.get((await inbox.next('order.complete')).id)]);
  terminal.table(
    ['webhook', 'order ID', 'status'],
    seen.map(([event, { id, status }]) => [event, id, status ?? '']),
  );
  expect(
    'Webhooks reported each status until the order was complete.',
    seen.map(([, { status }]) => status),
    ['inKitchen', 'readyForPickup', 'complete'],
  );

  const second = await outlet.orders.create({
    ...order,
    partnerInfo: { ...order.partnerInfo, orderId: 'F-1002' },
  });
  const cancelled = await outlet.orders.cancel(second.id);
  const event = await inbox.next('order.cancelled');
  expect('The second order, F-1002, was cancelled.', [cancelled.status, event.id], ['cancelled', second.id]);
}

async function sampleOrder(outlet: OutletClient): Promise<OrderCreateParams> {
  const channels = await outlet.channels.list();
  const channel = channels.find(({ id }) => id === 'channel-foodie');
  const menu = await outlet.menus.get<TourMenu>({ channelType: 'partner', partnerChannel: 'foodie' });
  const [first, second] = menu.menuItems;
  const option = first?.options?.[0];
  if (!channel || !first || !option || !second)
    throw new Error('The restaurant has no channel of Foodie, or no menu.');
  terminal.table(
    ['dish', 'price'],
    menu.menuItems.slice(0, 5).map(({ name, price }) => [name, price.toFixed(2)]),
  );
  // Calculate in cents: 3 * 0.1 is not 0.3.
  const cents = ({ price }: { price: number }) => Math.round(price * 100);
  const amount = (2 * (cents(first) + cents(option)) + cents(second)) / 100;
  return {
    channelId: channel.id,
    partnerInfo: { partnerChannel: 'foodie', orderId: 'F-1001' },
    items: [
      {
        menuItemId: first.id,
        quantity: 2,
        customerName: 'Ada',
        options: [{ optionId: option.id, quantity: 1 }],
      },
      { menuItemId: second.id, quantity: 1, customerName: 'Ada' },
    ],
    payments: [{ offlineMethod: 'card', amount, currency: 'EUR', externalId: 'pay-1', created: new Date() }],
  };
}
