import { expect } from '../expect.js';
import type { TourMenu } from '../menu.js';
import type { Stage } from '../stage.js';
import { terminal } from '../terminal.js';

/** The merchant publishes the menu, staff complete an order, and the inventory system fetches both. */
export async function inventory({ fake, outlet, inbox }: Stage): Promise<void> {
  terminal.title('Inventory Management: fetch a published menu and a complete order');
  fake.menus.publish();
  const event = await inbox.next('menus.published');
  terminal.say(`The webhook ${event.event} arrived. The menu was published at ${event.updatedAt}.`);
  const { menuItems } = await outlet.menus.get<TourMenu>({ channelType: 'dine-in' });
  terminal.table(
    ['item ID', 'name', 'price', 'options'],
    menuItems.map(({ id, name, price, options }) => [id, name, price.toFixed(2), options?.length ?? 0]),
  );
  expect('The menu was fetched.', menuItems.length > 0, true);

  const [item] = menuItems;
  const items = [{ menuItemId: item?.id, quantity: 2 }];
  const { id } = fake.orders.add({ createdBy: 'digital-ordering', items });
  fake.orders.complete(id);
  const order = await outlet.orders.get((await inbox.next('order.complete')).id);
  const sold = (order.items ?? []).map(({ menuItemId, quantity }) => [menuItemId, quantity]);
  expect(`An order was completed, so 2 units of ${item?.name} leave the stock.`, sold, [[item?.id, 2]]);
}
