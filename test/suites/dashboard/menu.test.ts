import { expect, test } from 'vitest';
import { clientOf, receiveWebhooks } from './integration.js';
import { open, start } from './start.js';

interface Menu {
  readonly menuItems: readonly { readonly id: string; readonly name: string; readonly price: number }[];
}

test('an edited name and price are published with one event', async () => {
  const emulator = await start();
  const received = await receiveWebhooks(emulator, 'inventory-management');
  const outlet = clientOf(emulator, emulator.fake.key('digital-ordering').token);
  const soup = async () => {
    const { menuItems } = await outlet.menus.get<Menu>({ channelType: 'dine-in' });
    return menuItems.find(({ id }) => id === 'item-soup');
  };
  const page = await open(emulator.dashboardUrl, '/menu');
  await page.getByText('Everything is published.').waitFor();

  await page.getByRole('button', { name: 'Edit Soup' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Soup' });
  await dialog.getByLabel('Name').fill('Onion soup');
  await dialog.getByLabel('Price in EUR', { exact: true }).fill('7.2');
  await dialog.getByRole('button', { name: 'Save' }).click();

  await page.getByRole('status').getByText('Unpublished changes.').waitFor();
  await page.getByRole('row', { name: /^Onion soup Changed item-soup €7\.20/ }).waitFor();
  expect(await received.events()).toEqual([]);
  expect(await soup()).toMatchObject({ name: 'Soup', price: 6.4 });

  await page.getByRole('button', { name: 'Publish' }).click();

  await page.getByText('Everything is published.').waitFor();
  expect(await received.events()).toEqual(['menus.published']);
  expect(await soup()).toMatchObject({ name: 'Onion soup', price: 7.2 });
});

test('a partner gets its own price', async () => {
  const emulator = await start();
  const page = await open(emulator.dashboardUrl, '/menu');

  await page.getByRole('button', { name: 'Edit Salad' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Salad' });
  await dialog.getByRole('button', { name: 'Add partner price' }).click();
  await dialog.getByLabel('Partner 1', { exact: true }).fill('foodie');
  await dialog.getByLabel('Price of partner 1 in EUR').fill('9.9');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: /foodie: €9\.90/ }).waitFor();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Everything is published.').waitFor();

  const outlet = clientOf(emulator, emulator.fake.key('digital-ordering').token);
  const { menuItems } = await outlet.menus.get<Menu>({ channelType: 'partner', partnerChannel: 'foodie' });
  expect(menuItems.find(({ id }) => id === 'item-salad')).toMatchObject({ price: 9.9 });
});

test('a price that the outlet rejects keeps the form open, with the message', async () => {
  const { dashboardUrl, fake } = await start();
  const page = await open(dashboardUrl, '/menu');
  await page.getByRole('button', { name: 'Edit Cake' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Cake' });
  fake.menus.remove('item-cake');

  await dialog.getByRole('button', { name: 'Save' }).click();

  await dialog.getByRole('alert').getByText('has no menu item item-cake').waitFor();
});
