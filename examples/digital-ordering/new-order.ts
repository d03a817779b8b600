import type { OrderCreateParams, OutletClient } from 'outlet-open-api';

/** The API specification does not define the fields of a menu. Declare the fields that your outlet returns. */
interface Menu {
  readonly menuItems: readonly { readonly id: string; readonly name: string; readonly price: number }[];
}

/** Returns an order of two portions of the first dish, as your checkout would. */
export async function newOrder(
  outlet: OutletClient,
  channelId: string,
  partnerChannel: string,
  orderId: string,
): Promise<OrderCreateParams> {
  const channels = (await outlet.channels.list()).filter(({ type }) => type === 'partner');
  if (!channels.some(({ id }) => id === channelId)) {
    const ids = channels.map(({ id }) => id).join(', ');
    throw new Error(`The outlet has no partner channel ${channelId}. Set CHANNEL_ID to one of: ${ids}.`);
  }

  const menu = await outlet.menus.get<Menu>({ channelType: 'partner', partnerChannel });
  const [dish] = menu.menuItems;
  if (!dish) throw new Error('The menu is empty.');
  console.log(`Menu: ${menu.menuItems.map(({ name, price }) => `${name} ${price.toFixed(2)}`).join(', ')}`);

  return {
    channelId,
    partnerInfo: { partnerChannel, orderId },
    items: [{ menuItemId: dish.id, quantity: 2, customerName: 'Ada' }],
    payments: [
      {
        offlineMethod: 'card',
        // Calculate in cents: 3 * 0.1 is not 0.3.
        amount: (2 * Math.round(dish.price * 100)) / 100,
        currency: 'EUR',
        externalId: `payment-${orderId}`,
        created: new Date(),
      },
    ],
  };
}
