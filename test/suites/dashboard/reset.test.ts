import type { Emulator } from 'outlet-open-api/emulator';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { expect, test } from 'vitest';
import { clientOf } from './integration.js';
import { confirm } from './page.js';
import { open, start } from './start.js';

test('a reset restores the data, and keeps the keys', async () => {
  const emulator = await start({ now: () => Date.parse('2026-03-01T12:00:00Z') });
  const { fake } = emulator;
  const initial = fake.orders.all();
  const { token } = fake.keys.create({ useCase: 'digital-ordering', label: 'Mine' });
  fake.key('digital-ordering').webhookUrl = 'http://127.0.0.1:1/';
  fake.orders.add();
  fake.updateOutlet({ name: 'Renamed' });
  fake.failNext({ fault: 'server-error', times: 9 });
  fake.clock.advance(60_000);
  const page = await open(emulator.dashboardUrl, '/faults');
  const banner = page.getByRole('banner');
  await banner.getByText('Renamed').waitFor();
  await banner.getByRole('link', { name: '1 active fault' }).waitFor();

  await confirm(page, 'Reset the emulator', 'Reset');

  await page.getByText('Restored the initial data.').waitFor();
  await banner.getByText('Corner Bistro').waitFor();
  await banner.getByRole('link', { name: 'active fault' }).waitFor({ state: 'detached' });
  await banner.getByRole('link', { name: /^Clock/ }).waitFor({ state: 'detached' });
  expect(fake.orders.all()).toEqual(initial);
  expect(await clientOf(emulator, token).channels.list()).not.toEqual([]);
  expect(fake.key('digital-ordering').webhookUrl).toBe('http://127.0.0.1:1/');
});

test('a reset that is not confirmed changes nothing', async () => {
  const emulator = await start();
  const { id } = emulator.fake.orders.add();
  const page = await open(emulator.dashboardUrl, '/faults');
  await page.getByRole('button', { name: 'Reset the emulator' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reset the emulator' });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });

  expect(emulator.fake.orders.get(id)).toBeDefined();
});

test('hostile mode changes the assumptions, and is marked on each view', async () => {
  const emulator = await start();
  expect(await fieldsOfOrders(emulator)).toContain('data');
  const page = await open(emulator.dashboardUrl, '/faults');
  await page.getByLabel('Seed').fill('9');
  await confirm(page, 'Turn on hostile mode', 'Turn on');
  await page.getByText('on with seed 9').waitFor();
  expect(JSON.stringify(emulator.fake.assumptions)).toBe(
    JSON.stringify(createFakeOutlet({ hostile: true, seed: 9, empty: true }).assumptions),
  );
  // This seed chooses another name for the field.
  expect(await fieldsOfOrders(emulator)).toContain('records');

  await page.getByRole('banner').getByRole('link', { name: 'Hostile mode' }).click();
  await page.getByText(/^\d+ assumptions differ from the default/).waitFor();
  await page.getByText('Hostile mode is on with seed 9.').waitFor();
  expect(await page.getByLabel('wrapper', { exact: true }).inputValue()).toBe('records');

  await page.getByRole('link', { name: 'Change hostile mode' }).click();
  await confirm(page, 'Turn off hostile mode', 'Turn off');
  await page.getByText('Hostile mode is off.').first().waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'Hostile mode' }).waitFor({ state: 'detached' });
  expect(await fieldsOfOrders(emulator)).toContain('data');
});

/** Returns the names of the fields of `GET /orders`. */
async function fieldsOfOrders({ url, fake }: Emulator): Promise<string[]> {
  const [from, to] = [Date.now() - 86_400_000, Date.now()].map((time) => new Date(time).toISOString());
  const query = new URLSearchParams({ from: String(from), to: String(to) });
  const headers = { authorization: `Bearer ${fake.key('order-data').token}` };
  const response = await fetch(`${url}/api/v1/orders?${query}`, { headers });
  return Object.keys(await response.json());
}
