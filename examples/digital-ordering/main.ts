// An ordering platform: forwards an order to the restaurant and follows it by webhook until it is complete.
import { OutletClient } from 'outlet-open-api';
import { receiveWebhooks } from '../receive-webhooks.js';

// The API specification does not define the fields of a menu. Declare the fields that your outlet returns.
declare module 'outlet-open-api' {
  interface Menu {
    menuItems: { id: string; name: string; price: number; options?: { id: string }[] }[];
  }
}

const outlet = new OutletClient();
const receiver = await receiveWebhooks(async (event) => {
  const related = await outlet.fetchRelated(event);
  if (related.kind !== 'order') return;
  console.log(`${related.order.id} is now ${related.order.status}`);
  if (related.order.status === 'complete') receiver.close();
}, Number(process.env.WEBHOOK_PORT));

const channels = await outlet.channels.list();
const channel = channels.find(({ type }) => type === 'partner');
if (!channel) throw new Error('Register your platform as a partner channel first.');

const menu = await outlet.menus.get({ channelType: 'partner', partnerChannel: 'foodie' });
const [dish] = menu.menuItems;
if (!dish) throw new Error('The menu is empty.');

const call = outlet.orders.create({
  channelId: channel.id,
  partnerInfo: { partnerChannel: 'foodie', orderId: 'F-1001' },
  items: [{ menuItemId: dish.id, quantity: 2, customerName: 'Ada' }],
  payments: [
    {
      offlineMethod: 'card',
      amount: 2 * dish.price,
      currency: 'EUR',
      externalId: 'pay-1',
      created: new Date(),
    },
  ],
});
// Keep the key with your order: with it, the same call can be repeated after a crash without ordering twice.
console.log(`Forwarding F-1001 with the idempotency key ${call.idempotencyKey}`);
const order = await call;
console.log(`${order.id} holds 2 × ${dish.name}`);
