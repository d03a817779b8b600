import { expect, test } from 'vitest';
import { clientOf, receiveWebhooks } from './integration.js';
import { confirm } from './page.js';
import { open, start } from './start.js';

test('channels are added, renamed and removed, and published with one event', async () => {
  const emulator = await start();
  const received = await receiveWebhooks(emulator, 'reservations');
  const outlet = clientOf(emulator, emulator.fake.key('reservations').token);
  const published = await outlet.channels.list();
  const page = await open(emulator.dashboardUrl, '/channels');
  await page.getByText('Everything is published.').waitFor();

  await page.getByRole('button', { name: 'Add channel' }).click();
  const added = page.getByRole('dialog', { name: 'Add channel' });
  await added.getByLabel('Name').fill('Garden 7');
  expect(await added.getByLabel('ID').inputValue()).toBe('garden-7');
  await added.getByRole('button', { name: 'Add channel' }).click();
  await page.getByRole('row', { name: /^Garden 7 Changed garden-7 Table/ }).waitFor();

  await page.getByRole('button', { name: 'Rename Table 2' }).click();
  const renamed = page.getByRole('dialog', { name: 'Rename Table 2' });
  await renamed.getByLabel('Name').fill('Window');
  await renamed.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: /^Window Changed table-2/ }).waitFor();

  await confirm(page, 'Remove Table 1', 'Remove');
  await page.getByRole('row', { name: /table-1/ }).waitFor({ state: 'detached' });

  await page.getByRole('status').getByText('Unpublished changes.').waitFor();
  expect(await received.events()).toEqual([]);
  expect(await outlet.channels.list()).toEqual(published);

  await page.getByRole('button', { name: 'Publish' }).click();

  await page.getByText('Everything is published.').waitFor();
  expect(await received.events()).toEqual(['channels.published']);
  const channels = await outlet.channels.list();
  expect(channels.map(({ id }) => id)).not.toContain('table-1');
  expect(channels).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: 'garden-7', type: 'dine-in', name: 'Garden 7' }),
      expect.objectContaining({ id: 'table-2', name: 'Window' }),
    ]),
  );
});

test('a channel with a known ID shows the message in the form', async () => {
  const { dashboardUrl } = await start();
  const page = await open(dashboardUrl, '/channels');
  await page.getByRole('button', { name: 'Add channel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add channel' });

  await dialog.getByLabel('Name').fill('Table 1');
  await dialog.getByLabel('Type').selectOption('Ordering platform (partner)');
  await dialog.getByRole('button', { name: 'Add channel' }).click();

  await dialog.getByRole('alert').getByText('has a channel table-1 already').waitFor();
});
