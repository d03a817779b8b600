import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { clientOf } from './integration.js';
import { visitViews } from './page.js';
import { open, start } from './start.js';

// These views show nothing that the API specification does not define, or link to all assumptions.
const viewsWithoutLinks = ['Overview', 'Channels', 'Goods receipts', 'Faults and clock', 'Assumptions'];

test('each link of an assumption leads to its entry', async () => {
  const emulator = await start();
  const { fake, dashboardUrl } = emulator;
  await clientOf(emulator, fake.key('order-data').token).channels.list();
  fake.keys.revoke('digital-ordering');
  fake.menus.update('item-soup', { price: 1 });
  const { id } = fake.orders.add({ status: 'complete' });
  const page = await open(dashboardUrl);
  const links = new Map<string, string>();

  await visitViews(page, async (name) => {
    if (!viewsWithoutLinks.includes(name)) await addLinks(page, links);
  });
  await page.goto(`${dashboardUrl}#/orders/${id}`);
  await page.getByRole('heading', { level: 1, name: /^Order/ }).waitFor();
  await addLinks(page, links);
  expect(links.size).toBeGreaterThan(5);

  for (const [href, gap] of links) {
    await page.goto(dashboardUrl + href);
    await expect.poll(() => focusedText(page)).toBe(gap);
  }
});

test('the search finds assumptions by any of their texts', async () => {
  const { dashboardUrl } = await start({ webhookRetries: 3 });
  const page = await open(dashboardUrl, '/assumptions');
  const entries = page.getByRole('article');
  await page.getByText('1 assumption differs from the default.').waitFor();
  expect(await entries.count()).toBe(0);

  await page.getByRole('searchbox', { name: 'Search' }).fill('webhookretries');
  await expect.poll(() => entries.count()).toBe(1);
  expect(await entries.getByLabel('webhookRetries', { exact: true }).inputValue()).toBe('3');
  await entries.getByText('Differs from the default', { exact: true }).waitFor();

  await page.getByRole('searchbox', { name: 'Search' }).fill('no such text');
  await page.getByText('No assumption matches.').waitFor();

  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await expect.poll(() => entries.count()).toBe(0);
  await page.getByRole('heading', { name: 'Webhooks' }).click();
  await entries.getByLabel('webhookRetries', { exact: true }).waitFor();
  await page.getByLabel('Only differences from the defaults').check();
  await expect.poll(() => entries.count()).toBe(1);
  await page.getByText('1 assumption differs from the default.').waitFor();
});

test('the reader changes an assumption, and uses its default again', async () => {
  const { dashboardUrl, fake } = await start();
  const page = await open(dashboardUrl, '/assumptions');
  await openGroups(page);

  await page.getByLabel('nextOnLastPage', { exact: true }).selectOption('absent');
  await expect.poll(() => fake.assumptions.nextOnLastPage).toBe('absent');
  await page.getByLabel('webhookRetries', { exact: true }).fill('2');
  await page.getByRole('button', { name: 'Set webhookRetries' }).click();
  await expect.poll(() => fake.assumptions.webhookRetries).toBe(2);
  await page.getByLabel('menuWrapper', { exact: true }).fill('menu');
  await page.getByRole('button', { name: 'Set menuWrapper' }).click();
  await expect.poll(() => fake.assumptions.menuWrapper).toBe('menu');
  await page.getByText('3 assumptions differ from the default.').waitFor();

  for (const name of ['nextOnLastPage', 'menuWrapper'])
    await page.getByRole('button', { name: `Use default of ${name}` }).click();
  await expect.poll(() => fake.assumptions.menuWrapper).toBe(false);
  expect(fake.assumptions.nextOnLastPage).toBe('null');
});

test('a value that is not allowed is rejected with its reason', async () => {
  const { dashboardUrl, fake } = await start();
  const page = await open(dashboardUrl, '/assumptions');
  await openGroups(page);
  await page.getByLabel('webhookRetries', { exact: true }).fill('many');
  await page.getByRole('button', { name: 'Set webhookRetries' }).click();
  await page.getByRole('alert').filter({ hasText: 'webhookRetries' }).waitFor();
  expect(fake.assumptions.webhookRetries).toBe(5);
});

/** Adds the links of the view: the gap that each names, by its location. */
async function addLinks(page: Page, links: Map<string, string>): Promise<void> {
  const found = page.getByRole('link', { name: /^Assumed, because it is undocumented: / });
  await found.first().waitFor();
  for (const link of await found.all()) {
    const [href, label] = [await link.getAttribute('href'), await link.getAttribute('aria-label')];
    const gap = label?.replace('Assumed, because it is undocumented: ', '');
    links.set(href ?? '', gap?.replaceAll('`', '').toLowerCase() ?? '');
  }
}

async function focusedText(page: Page): Promise<string> {
  return page.evaluate<string>('document.activeElement.textContent.toLowerCase()');
}

async function openGroups(page: Page): Promise<void> {
  await page.getByText('All assumptions have their defaults.').waitFor();
  for (const group of await page.getByRole('main').locator('summary').all()) await group.click();
}
