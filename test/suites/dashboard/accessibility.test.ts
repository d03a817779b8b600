import type { Emulator } from 'outlet-open-api/emulator';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { violationsOn } from './accessibility.js';
import { clientOf } from './integration.js';
import { open, start } from './start.js';

/** Colors depend on the scheme and the layout on the width, so two windows cover both. */
const windows = [
  { width: 1600, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
] as const;

/** The page behind an open dialog is inert, so only the dialog counts. */
const openDialog = 'dialog[open]';

/** The views, and the buttons that open their dialogs. */
const views: Readonly<Record<string, readonly (string | RegExp)[]>> = {
  '/overview': ['Outlet details'],
  '/orders': ['New order'],
  '/orders?ended=cancelled': [],
  '/orders/o-open': [],
  '/orders/o-complete': [],
  '/orders/o-missing': [],
  '/menu': ['Edit Burger'],
  '/channels': ['Add channel', 'Rename Table 1', 'Remove Table 1'],
  '/goods-receipts': ['New draft', /^Correct /, /^Cancel receipt /, /^Details of /],
  '/keys': ['Create key', /^Send test event to /, /^Revoke /, /^Delete /],
  '/requests': ['Clear the log'],
  '/requests/1': [],
  '/requests/2?with=1': [],
  '/webhooks': ['Send test event'],
  '/webhooks/1': [],
  '/webhooks/1?with=Attempt+1': [],
  '/faults': ['Reset the emulator', 'Turn on hostile mode'],
  '/assumptions/allows': [],
};

/** Starts an emulator in which each view shows a little of everything. Axe looks at each element, so more would be slow. */
async function startBusy(): Promise<Emulator> {
  const webhookFetch = async () => new Response('Out of order', { status: 500 });
  const emulator = await start({ empty: true, webhookFetch });
  const { fake } = emulator;
  const options = [{ id: 'cheese', name: 'Extra cheese', price: 1.2 }];
  fake.menus.add({ id: 'burger', name: 'Burger', price: 12.5, partnerPrices: { foodie: 13.9 }, options });
  fake.channels.add({ id: 'table-1', type: 'dine-in', name: 'Table 1' }, { id: 'foodie', type: 'partner' });
  fake.menus.publish();
  fake.channels.publish();
  fake.menus.update('burger', { price: 13 });
  fake.channels.update('foodie', { name: 'An ordering platform with an unusually long name' });
  addOrders(emulator);
  for (const status of ['draft', 'completed', 'cancelled']) fake.goodsReceipts.add({ status });
  fake.keys.revoke(fake.keys.create({ useCase: 'reservations', label: 'Old bookings' }));
  await clientOf(emulator, fake.key('digital-ordering').token).channels.list();
  await fetch(`${emulator.url}/api/v1/orders/o-missing`);
  fake.failNext({ fault: 'latency', delay: 500, share: 0.2, times: Infinity });
  fake.failNext({ method: 'POST', path: '/orders/reservations', fault: 'server-error', times: 3 });
  fake.clock.advance(3_723_000);
  await fake.waitFor(() => fake.deliveries.length > 0);
  return emulator;
}

function addOrders({ fake }: Emulator): void {
  const items = [{ menuItemId: 'burger', quantity: 2, options: [{ optionId: 'cheese', quantity: 1 }] }];
  const guest = {
    reservationId: 'R-1',
    firstName: 'Maximiliane-Alexandra',
    lastName: '<script>alert("A name without any space".length)</script>',
  };
  for (const status of ['open', 'inKitchen', 'readyForPickup', 'complete', 'cancelled', 'parked']) {
    fake.orders.add({ status, items, guestCount: 4, channelId: 'table-1', partnerReservationInfo: guest });
  }
  fake.orders.add({ id: 'o-open', items, partnerInfo: { orderId: 'F'.repeat(60) } });
  fake.orders.add({ id: 'o-complete', items, createdBy: 'digital-ordering', partnerAggregated: true });
  fake.key('order-data').webhookUrl =
    'http://127.0.0.1:9/a-long-path-of-a-receiver-of-webhooks?secret=0123456789';
  fake.orders.complete('o-complete');
}

/** Expects that axe finds nothing, and that nothing is wider than the window, in each kind of window. */
async function expectAccessible(page: Page, element?: string): Promise<void> {
  for (const { width, colorScheme } of windows) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const name = `${width} px, ${colorScheme}`;
    await expect.poll(() => violationsOn(page, element), { message: name }).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBe(width);
  }
}

test.each(Object.entries(views))('%s is accessible and fits into the window', async (path, buttons) => {
  const { dashboardUrl } = await startBusy();
  const page = await open(dashboardUrl, path);
  await page.getByText('Loading…').first().waitFor({ state: 'hidden' });
  await expectAccessible(page);

  for (const name of buttons) {
    await page.getByRole('button', { name }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Loading…').waitFor({ state: 'hidden' });
    await expectAccessible(page, openDialog);
    expect(await dialog.evaluate((node) => node.scrollWidth - node.clientWidth), String(name)).toBe(0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  }
});

test('the dialog that shows a token is accessible and fits into the window', async () => {
  const { dashboardUrl } = await start();
  const page = await open(dashboardUrl, '/keys');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('dialog').getByLabel('Label').fill('Kiosk');
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('dialog', { name: 'Copy the token now' }).waitFor();

  await expectAccessible(page, openDialog);
});
