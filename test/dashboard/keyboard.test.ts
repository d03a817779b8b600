import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { clientOf } from './client.js';
import { open, start } from './start.js';

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  await element.waitFor();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await element.evaluate((node) => node === node.ownerDocument.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`No Tab reaches ${element}`);
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

test('Escape closes a dialog, and the focus returns to its button', async () => {
  const { dashboardUrl } = await start();
  const page = await open(dashboardUrl, '/menu');
  const button = page.getByRole('button', { name: 'Edit Burger' });

  await button.press('Enter');
  await page.getByRole('dialog', { name: 'Edit Burger' }).waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await button.evaluate((node) => node === node.ownerDocument.activeElement)).toBe(true);
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
