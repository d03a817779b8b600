import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { clientOf } from './integration.js';
import { open, start } from './start.js';

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  await element.waitFor();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await isFocused(element)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`No Tab reaches ${element}`);
}

function isFocused(element: Locator): Promise<boolean> {
  return element.evaluate((node) => node === node.ownerDocument.activeElement);
}

test('a person creates and completes an order without a mouse', async () => {
  const emulator = await start();
  const page = await open(emulator.dashboardUrl, '/orders');

  await tabTo(page, page.getByRole('button', { name: 'New order' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New order' });
  await tabTo(page, dialog.getByLabel('Channel'));
  await page.keyboard.type('Table 3');
  await tabTo(page, dialog.getByLabel('Quantity of item 1'));
  await page.keyboard.press('ArrowUp');
  await tabTo(page, dialog.getByRole('button', { name: 'Create order' }));
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });

  const menu = page.getByRole('button', { name: 'Other steps of Table 3' });
  await tabTo(page, menu);
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  expect(await isFocused(page.getByRole('button', { name: 'Cancel Table 3' }))).toBe(true);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  expect(await isFocused(page.getByRole('button', { name: 'Ready Table 3' }))).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => isFocused(menu)).toBe(true);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Complete Table 3' }));
  await page.keyboard.press('Space');
  await page.getByText('Table 3 is complete.').waitFor();

  // The card with the focus has moved to another column.
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Table 3');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Order Table 3' }).waitFor();
  const id = decodeURIComponent(new URL(page.url()).hash.replace('#/orders/', ''));
  expect(await clientOf(emulator, emulator.fake.key('order-data').token).orders.get(id)).toMatchObject({
    status: 'complete',
    channelId: 'table-3',
    items: [{ menuItemId: 'item-burger', quantity: 2 }],
  });
});

test('arrow keys choose a tab of the orders that have ended', async () => {
  const { dashboardUrl, fake } = await start({ empty: true });
  const { id } = fake.orders.add({ partnerInfo: { orderId: 'F-1' } });
  fake.orders.cancel(id);
  const page = await open(dashboardUrl, '/orders');
  const [complete, cancelled] = ['Complete 0', 'Cancelled 1'].map((name) => page.getByRole('tab', { name }));
  await complete?.press('ArrowRight');

  await page.getByRole('tabpanel', { name: 'Cancelled 1' }).getByRole('link', { name: 'F-1' }).waitFor();
  await expect.poll(() => cancelled?.getAttribute('tabindex')).toBe('0');
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('tabpanel', { name: 'Complete 0' }).getByText('No orders').waitFor();
  await expect.poll(() => complete && isFocused(complete)).toBe(true);
});

test('the focus moves to the other tab with an order that is cancelled', async () => {
  const { dashboardUrl, fake } = await start({ empty: true });
  fake.orders.add({ partnerInfo: { orderId: 'F-1' } });
  const page = await open(dashboardUrl, '/orders');
  await page.getByRole('button', { name: 'Other steps of F-1' }).press('Enter');
  await page.getByRole('button', { name: 'Cancel F-1' }).press('Enter');
  await expect.poll(() => isFocused(page.getByRole('tab', { name: 'Cancelled 1' }))).toBe(true);
});

test('Escape closes a dialog, and the focus returns to its button', async () => {
  const { dashboardUrl } = await start();
  const page = await open(dashboardUrl, '/menu');
  const button = page.getByRole('button', { name: 'Edit Burger' });

  await button.press('Enter');
  await page.getByRole('dialog', { name: 'Edit Burger' }).waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await isFocused(button)).toBe(true);
});

test('the focus moves to the heading when a channel is removed', async () => {
  const { dashboardUrl } = await start();
  const page = await open(dashboardUrl, '/channels');
  await page.getByRole('button', { name: 'Remove Table 1' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Remove Table 1' });
  await dialog.getByRole('button', { name: 'Remove' }).press('Enter');
  await page.getByText('Removed Table 1.').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Channels');
});

test('the focus stays in a form when a line is removed', async () => {
  const { dashboardUrl } = await start();
  const page = await open(dashboardUrl, '/goods-receipts');
  await page.getByRole('button', { name: 'New draft' }).press('Enter');
  await page.getByRole('button', { name: 'Remove line 1' }).press('Enter');
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Add line');
});

test('/ moves the focus to the search, j and k to a row of a list, and to another entry', async () => {
  const emulator = await start({ rateLimit: false });
  const { channels } = clientOf(emulator, emulator.fake.key('order-data').token);
  for (const _ of [1, 2, 3]) await channels.list();
  const page = await open(emulator.dashboardUrl, '/requests');
  const focused = () => page.evaluate<string>('document.activeElement.getAttribute("href") ?? ""');
  await page.getByRole('row').nth(3).waitFor();

  for (const key of ['j', 'j', 'k', 'j']) await page.keyboard.press(key);
  expect(await focused()).toBe('#/requests/2');
  await page.keyboard.press('Enter');
  await page.locator('a[rel="next"][href="#/requests/1"]').waitFor();
  await page.keyboard.press('j');
  await expect.poll(() => page.url()).toContain('#/requests/1');
  // The URL changes before the page.
  await page.locator('a[rel="prev"][href="#/requests/2"]').waitFor();
  await page.keyboard.press('k');
  await expect.poll(() => page.url()).toContain('#/requests/2');

  await page.getByRole('link', { name: 'All requests' }).click();
  await page.getByRole('searchbox').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('jk/');
  expect(await page.getByRole('searchbox').inputValue()).toBe('jk/');
});

test('the shortcuts can be turned off, and stay off after a reload', async () => {
  const { dashboardUrl } = await start();
  const page = await open(dashboardUrl, '/requests');
  const shortcuts = page.getByRole('checkbox', { name: 'Shortcuts' });
  const search = page.getByRole('searchbox');
  await shortcuts.uncheck();
  await page.reload();
  await search.waitFor();
  await page.keyboard.press('/');
  expect(await isFocused(search)).toBe(false);

  await shortcuts.check();
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('/');
  expect(await isFocused(search)).toBe(true);
});
