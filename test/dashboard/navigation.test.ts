import { startEmulator } from 'outlet-open-api/emulator';
import { expect, test } from 'vitest';
import { open, start } from './start.js';

test('the keyboard skips to the content, and opens a view with its heading focused', async () => {
  const { dashboardUrl } = await start();
  const page = await open(dashboardUrl);

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.evaluate('document.activeElement.tagName')).toBe('MAIN');

  await page.getByRole('navigation').getByRole('link', { name: 'Rate limit' }).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Rate limit' }).waitFor();
  expect(await page.title()).toContain('Rate limit');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Rate limit');
});

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
