import { expect, test } from 'vitest';
import { receiveWebhooks } from './integration.js';
import { open, start } from './start.js';

test('saving the details of the outlet sends outlet.updated', async () => {
  const emulator = await start();
  const received = await receiveWebhooks(emulator, 'reservations');
  const page = await open(emulator.dashboardUrl, '/overview');
  await page.getByRole('button', { name: 'Outlet details' }).click();
  await page.getByLabel('Name').fill('Corner <Bistro>');
  await page.getByLabel('Address').fill('1 Harbor Street');
  await page.getByLabel('Phone number').fill('+43 1 2345678');
  await page.getByRole('button', { name: 'Save' }).click();

  await page.getByText('Saved, and sent outlet.updated.').waitFor();
  await page.getByRole('banner').getByText('Corner <Bistro>').waitFor();
  expect(await received.events()).toEqual(['outlet.updated']);
  expect(emulator.fake.updateOutlet()).toEqual({
    name: 'Corner <Bistro>',
    address: '1 Harbor Street',
    phoneNumber: '+43 1 2345678',
  });
});

test('the header chooses which of several outlets the page shows, with the list of the view', async () => {
  const { dashboardUrl, fake } = await start();
  const cafe = fake.addOutlet({ outletId: 'cafe' });
  cafe.updateOutlet({ name: 'Corner Café' });
  const { id } = fake.orders.add();
  const page = await open(dashboardUrl, `/orders/${id}`);

  await page.getByLabel('Outlet', { exact: true }).selectOption('Corner Café (cafe)');
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
  expect(page.url()).toBe(`${dashboardUrl}?outlet=cafe#/orders`);
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('button', { name: 'Outlet details' }).click();
  await page.getByRole('dialog').getByText('cafe', { exact: true }).waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Corner Café');
});

test('a narrow window also offers the other outlets', async () => {
  const { dashboardUrl, fake } = await start();
  fake.addOutlet({ outletId: 'cafe' });
  const page = await open(dashboardUrl, '/orders', { width: 390 });

  await page.getByLabel('Outlet', { exact: true }).selectOption({ value: 'cafe' });

  await page.waitForURL(/outlet=cafe/);
});

test('the page of a removed outlet has no buttons, and leads to the first one', async () => {
  const { dashboardUrl, url, fake } = await start();
  fake.addOutlet({ outletId: 'cafe' });
  const page = await open(`${dashboardUrl}?outlet=cafe`, '/orders');
  await page.getByRole('button', { name: 'New order' }).waitFor();
  const headers = { 'content-type': 'application/json' };
  await fetch(`${url}/control/v1/outlets/cafe`, { method: 'DELETE', headers });
  await page.getByRole('heading', { name: 'No such outlet' }).waitFor();
  await page.getByText('No outlet has the ID cafe.').waitFor();
  expect(await page.getByRole('main').getByRole('button').count()).toBe(0);

  await page.getByRole('link', { name: 'Show the first outlet' }).click();

  await page.getByText('Corner Bistro').waitFor();
});
