import type { OrderCreateParams, OutletClient } from 'outlet-open-api';

/** Menu fields are undocumented. Declare those that your outlet returns. */
interface Menu {
  readonly menuItems: readonly {
    readonly id: string;
    readonly name: string;
    readonly price: number;
    readonly options?: readonly { readonly id: string; readonly name: string; readonly price: number }[];
  }[];
}

/** Returns an order of two portions with an option, as your checkout would from the basket of a guest. */
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
  const dish = menu.menuItems.find(({ options = [] }) => options.length > 0);
  const option = dish?.options?.[0];
  if (!dish || !option) throw new Error('No dish on the menu has options.');
  console.log(`Menu: ${menu.menuItems.map(({ name, price }) => `${name} ${price.toFixed(2)}`).join(', ')}`);
  // Calculate in cents: 3 * 0.1 is not 0.3.
  const cents = 2 * (Math.round(dish.price * 100) + Math.round(option.price * 100));
  const amount = cents / 100;
  console.log(`Order: 2 × ${dish.name} with ${option.name}, ${amount.toFixed(2)}`);

  return {
    channelId,
    partnerInfo: { partnerChannel, orderId },
    items: [
      {
        menuItemId: dish.id,
        quantity: 2,
        customerName: 'Ada',
        options: [{ optionId: option.id, quantity: 1 }],
      },
    ],
    payments: [
      {
        offlineMethod: 'card',
        amount,
        currency: 'EUR',
        externalId: `payment-${orderId}`,
        customerName: 'Ada',
        created: new Date(),
      },
    ],
  };
}
