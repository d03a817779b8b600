import { expect } from '../expect.js';
import type { Stage } from '../stage.js';
import { terminal } from '../terminal.js';

/** The merchant publishes the menu, and the inventory system fetches it. */
export async function inventory({ fake, outlet, inbox }: Stage): Promise<void> {
  terminal.title('Inventory Management: a published menu is fetched');
  fake.menus.publish();
  const event = await inbox.next('menus.published');
  terminal.say(`Published at ${event.updatedAt}.`);
  const { kind, menu } = await outlet.fetchRelated(event, { channelType: 'dine-in' });
  const items = menu.menuItems;
  terminal.table(
    ['item', 'name', 'price', 'options'],
    items.map(({ id, name, price, options }) => [id, name, price.toFixed(2), options?.length ?? 0]),
  );
  expect('the event led to the menu', [kind, items.length > 0], ['menu', true]);
}
