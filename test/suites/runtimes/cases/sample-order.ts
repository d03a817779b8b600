import type { OrderCreateParams, OutletClient } from 'outlet-open-api';

// The API specification does not define the fields of a menu. These are the fields of the fake's menu.
declare module 'outlet-open-api' {
  interface Menu {
    menuItems: { id: string; price: number }[];
  }
}

/** Creates an order of an item on the menu. */
export async function sampleOrder(outlet: OutletClient): Promise<OrderCreateParams> {
  const channel = (await outlet.channels.list()).find(({ type }) => type === 'partner');
  const menu = await outlet.menus.get({ channelType: 'partner', partnerChannel: 'foodie' });
  const [dish] = menu.menuItems;
  if (!channel || !dish) throw new Error('The restaurant has no partner channel, or no menu');
  return {
    channelId: channel.id,
    partnerInfo: { partnerChannel: 'foodie', orderId: 'F-1001' },
    items: [{ menuItemId: dish.id, quantity: 2, customerName: 'Zoë 🍜' }],
    payments: [
      {
        offlineMethod: 'card',
        amount: 2 * dish.price,
        currency: 'EUR',
        externalId: 'pay-1',
        created: new Date(),
      },
    ],
  };
}
