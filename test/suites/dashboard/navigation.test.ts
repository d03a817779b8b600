import { startEmulator } from 'outlet-open-api/emulator';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { open, start } from './start.js';

test('the keyboard skips to the content, and opens a view with its heading focused', async () => {
  const { dashboardUrl } = await start();
  const page = await open(dashboardUrl);

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Overview');

  await page.getByRole('navigation').getByRole('link', { name: 'Goods receipts' }).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Goods receipts' }).waitFor();
  // The page sets its title and the focus after it has drawn the heading.
  const { port } = new URL(dashboardUrl);
  await expect.poll(() => page.title()).toBe(`Goods receipts · :${port} · Outlet emulator`);
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Goods receipts');
});

test.each([1280, 400])(
  'the heading is below the header after a link and the skip link at %d px',
  async (width) => {
    const { dashboardUrl, fake } = await start();
    fake.clock.advance(60_000);
    fake.autopilot.start();
    const page = await open(dashboardUrl, '/', { width, height: 500 });
    const gap = async () => {
      const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
      const header = await page.getByRole('banner').boundingBox();
      return (heading?.y ?? 0) - (header?.y ?? 0) - (header?.height ?? 0);
    };

    await page.getByRole('link', { name: 'All requests' }).click();
    await page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor();
    expect(await gap()).toBeGreaterThan(0);

    await page.goto(`${dashboardUrl}#/assumptions`);
    await page.getByRole('heading', { level: 1, name: 'Assumptions' }).waitFor();
    await page.mouse.wheel(0, 2_000);
    await page.waitForFunction(() => scrollY > 500);
    await page.getByRole('button', { name: 'Skip to content' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(gap).toBeGreaterThan(0);
  },
);

test('a narrow window has a menu, which closes after a choice', async () => {
  const { dashboardUrl } = await start();
  const page = await open(dashboardUrl, '/', { width: 360 });
  const menu = page.getByRole('button', { name: 'Menu' });
  const navigation = page.getByRole('navigation');
  expect(await navigation.isVisible()).toBe(false);

  await menu.click();
  expect(await menu.getAttribute('aria-expanded')).toBe('true');
  await navigation.getByRole('link', { name: 'API keys' }).click();

  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
  await navigation.waitFor({ state: 'hidden' });
});

test('an unknown view leads to the overview', async () => {
  const { dashboardUrl } = await start();
  const page = await open(dashboardUrl, '/invoices');

  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await page.getByRole('link', { name: 'Go to the overview' }).click();

  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
});

test('the page says that the connection is lost, and connects again', async () => {
  const emulator = await startEmulator({ port: 0 });
  const page = await open(emulator.dashboardUrl, '/faults');
  const banner = page.getByText('The connection to the emulator is lost.');
  await page.getByText('Corner Bistro').waitFor();

  await emulator.close();
  await banner.waitFor();
  await page.getByRole('button', { name: '+1 hour' }).click();
  const error = page.getByRole('alert').getByText('The emulator does not respond.');
  await error.first().waitFor();

  await start({ port: Number(new URL(emulator.url).port) });
  await banner.waitFor({ state: 'hidden' });
  await expect.poll(() => error.count()).toBe(0);
});

test('filters, rows, scroll and focus are back after Back, and filters after a reload', async () => {
  const { dashboardUrl, fake, url } = await start();
  const headers = { authorization: `Bearer ${fake.key('order-data').token}` };
  for (let count = 0; count < 250; count += 1) await fetch(`${url}/api/v1/orders/o-${count}`, { headers });
  const page = await open(dashboardUrl, '/requests', { width: 1280, height: 600 });
  await page.getByLabel('Status').selectOption('4xx');
  const more = page.getByRole('button', { name: 'Show more' });
  await more.press('Enter');
  const link = page.getByRole('link', { name: 'GET /orders/o-60', exact: true });
  await link.waitFor();
  expect(await more.evaluate((button) => button === document.activeElement)).toBe(true);
  await link.scrollIntoViewIfNeeded();
  const scroll = await page.evaluate('scrollY');
  expect(scroll).toBeGreaterThan(1_000);

  await link.click();
  await page.getByRole('heading', { level: 1, name: 'GET /orders/o-60' }).waitFor();
  await page.goBack();

  await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await page.evaluate('scrollY')).toBe(scroll);
  expect(page.url()).toMatch(/#\/requests\?status=4xx&limit=200$/);
  await page.reload();
  await link.waitFor();
  expect(await page.getByLabel('Status').inputValue()).toBe('4xx');
});

test('the link from an entity to its list keeps the filters', async () => {
  const { dashboardUrl, fake } = await start({ empty: true });
  const { id } = fake.orders.add({ partnerInfo: { orderId: 'F-1' } });
  const page = await open(dashboardUrl, '/orders');
  await page.getByLabel('Search orders').fill('F-1');
  await page.getByRole('link', { name: 'F-1' }).click();
  await page.getByRole('heading', { level: 1, name: 'Order F-1' }).waitFor();
  await page.reload();

  await page.getByRole('link', { name: 'All orders' }).click();

  expect(await page.getByLabel('Search orders').inputValue()).toBe('F-1');

  // Without a list before it, the link leads to all entities.
  await page.goto(`${dashboardUrl}#/orders/${id}`);
  await page.reload();
  await page.getByRole('link', { name: 'All orders' }).click();
  expect(await page.getByLabel('Search orders').inputValue()).toBe('');
});

test('in a wide window, an entry is beside its list, which keeps its filters', async () => {
  const { dashboardUrl, fake, url } = await start({ rateLimit: false });
  const headers = { authorization: `Bearer ${fake.key('order-data').token}` };
  for (const path of ['orders/o-1', 'orders/o-1', 'channels', 'orders/o-2'])
    await fetch(`${url}/api/v1/${path}`, { headers });
  const page = await open(dashboardUrl, '/requests?status=4xx', { width: 1680 });
  const table = page.getByRole('table', { name: 'Requests' });
  const row = (id: string) => table.getByRole('link', { name: `GET /orders/${id}` });
  const isFocused = (element: Locator) => element.evaluate((node) => node === document.activeElement);

  await row('o-2').click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect.poll(() => heading.allTextContents()).toEqual(['GET /orders/o-2']);
  await expect.poll(() => isFocused(heading)).toBe(true);
  expect(await row('o-2').getAttribute('aria-current')).toBe('true');
  await row('o-1').click();
  await expect.poll(() => heading.allTextContents()).toEqual(['GET /orders/o-1']);
  expect(page.url()).toMatch(/#\/requests\/2\?status=4xx$/);
  expect(await table.getByRole('row').count()).toBe(3);
  // The older request is in the same row.
  await page.getByRole('link', { name: 'Older' }).click();
  await expect.poll(() => page.url()).toMatch(/#\/requests\/1\?status=4xx$/);
  await expect.poll(() => row('o-1').getAttribute('aria-current')).toBe('true');

  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect.poll(() => heading.allTextContents()).toEqual(['Requests']);
  await expect.poll(() => isFocused(row('o-2'))).toBe(true);
});

test('in a narrow window, no table scrolls sideways', async () => {
  const { dashboardUrl, fake, url } = await start();
  const receiver = { webhookUrl: 'http://127.0.0.1:9/webhooks' };
  Object.assign(fake.key('reservations'), receiver);
  fake.channels.publish();
  await fetch(`${url}/api/v1/orders?from=${'2026-01-01T00:00:00Z'.repeat(3)}`);
  const page = await open(dashboardUrl, '/', { width: 360 });
  for (const view of ['menu', 'channels', 'goods-receipts', 'requests', 'webhooks']) {
    await page.goto(`${dashboardUrl}#/${view}`);
    const table = page.getByRole('table').first();
    await table.waitFor();
    expect(await table.evaluate((element) => element.parentElement?.matches('[tabindex]')), view).toBe(false);
  }
});

test('in a narrow window, buttons above the board lead to its columns', async () => {
  const { dashboardUrl, fake } = await start({ empty: true });
  for (let count = 0; count < 20; count += 1) fake.orders.add();
  const page = await open(dashboardUrl, '/orders', { width: 360, height: 600 });

  await page.getByRole('button', { name: 'Ready for pickup 0' }).click();

  const heading = page.getByRole('heading', { name: 'Ready for pickup' });
  const header = await page.getByRole('banner').boundingBox();
  expect((await heading.boundingBox())?.y).toBeGreaterThanOrEqual(header?.height ?? Infinity);
  expect((await heading.boundingBox())?.y).toBeLessThan(600);
});
