import { AuthenticationError } from 'outlet-open-api';
import type { Emulator } from 'outlet-open-api/emulator';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openReceiver } from '../../unit/emulator/running.js';
import { clientOf } from './integration.js';
import { confirm, copy } from './page.js';
import { open, start } from './start.js';

test('a new key shows its token once, and the token works', async () => {
  const emulator = await start();
  const page = await open(emulator.dashboardUrl, '/keys');
  const { dialog, token } = await createKey(page, 'Data warehouse', 'Order Data');
  expect(await copy(page, dialog, 'Environment variables')).toBe(
    `export OUTLET_BASE_URL=${emulator.url}\nexport OUTLET_ACCESS_TOKEN=${token}`,
  );

  expect(await clientOf(emulator, token).channels.list()).not.toEqual([]);
  expect(emulator.fake.keys.all().at(-1)).toMatchObject({ token, useCase: 'order-data' });

  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('article', { name: 'Data warehouse' }).getByText('Order Data').waitFor();
  expect(await page.content()).not.toContain(token);
  await page.reload();
  await page.getByRole('article', { name: 'Data warehouse' }).waitFor();
  expect(await page.content()).not.toContain(token);
});

test('a label is text', async () => {
  const label = '<script>document.title = "attacked"</script><b>bold</b>';
  const emulator = await start();
  const page = await open(emulator.dashboardUrl, '/keys');
  const { dialog, token } = await createKey(page, label);
  await dialog.getByText(label).waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('heading', { name: label, exact: true }).waitFor();

  await clientOf(emulator, token).channels.list();
  await page.getByRole('link', { name: 'Requests', exact: true }).click();
  await page.getByRole('cell', { name: label, exact: true }).waitFor();
  expect(await page.title()).not.toContain('attacked');
});

test('the form says what a new key lacks', async () => {
  const emulator = await start();
  const page = await open(emulator.dashboardUrl, '/keys');
  await page.getByRole('button', { name: 'Create key' }).click();
  const form = page.getByRole('dialog', { name: 'Create an API key' });
  await form.getByLabel('Label').fill(' ');
  await form.getByRole('button', { name: 'Create key' }).click();

  await form.getByRole('alert').getByText('The label is empty. Enter one.').waitFor();
  expect(emulator.fake.keys.all()).toHaveLength(4);
});

test('an edited webhook URL receives the next test event', async () => {
  const received: unknown[] = [];
  const url = await openReceiver((payload, response) => {
    received.push(payload);
    response.end();
  });
  const emulator = await start();
  const page = await open(emulator.dashboardUrl, '/keys');
  const card = page.getByRole('article', { name: 'Order Data' });

  await card.getByLabel('Webhook URL').fill(url);
  await card.getByRole('button', { name: 'Save the change of Order Data' }).click();
  await page.getByText('Webhook URL of Order Data saved.').waitFor();
  expect(emulator.fake.key('order-data').webhookUrl).toBe(url);

  await card.getByRole('button', { name: 'Send test event to Order Data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send a test event' });
  await dialog.getByLabel('Event', { exact: true }).selectOption('order.cancelled');
  await dialog.getByLabel('Order', { exact: true }).selectOption('Another order');
  await dialog.getByLabel('Order ID').fill('o-7');
  await dialog.getByRole('button', { name: 'Send event' }).click();
  await expect
    .poll(() => received)
    .toEqual([{ event: 'order.cancelled', id: 'o-7', updatedAt: expect.any(String) }]);
});

test('a test event is about the newest order, unless another one is chosen', async () => {
  const emulator = await start({ webhookFetch: async () => new Response() });
  const { fake } = emulator;
  fake.key('order-data').webhookUrl = 'https://receiver.example/';
  const [older, newest] = ['F-1', 'F-2'].map((orderId) => {
    fake.clock.advance(1_000);
    return fake.orders.add({ partnerInfo: { partnerChannel: 'foodie', orderId } });
  });
  const page = await open(emulator.dashboardUrl, '/keys');
  const send = async (order?: string) => {
    await page.getByRole('button', { name: 'Send test event to Order Data' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send a test event' });
    if (order !== undefined) await dialog.getByLabel('Order', { exact: true }).selectOption(order);
    await dialog.getByRole('button', { name: 'Send event' }).click();
    await dialog.waitFor({ state: 'hidden' });
  };

  await send();
  await send(`F-1 (${older?.id})`);
  await expect.poll(() => fake.deliveries.map(({ payload }) => payload.id)).toEqual([newest?.id, older?.id]);
});

test('the card of a default key has its token', async () => {
  const emulator = await start();
  const page = await open(emulator.dashboardUrl, '/keys');
  const card = page.getByRole('article', { name: 'Reservations' });
  expect(await copy(page, page, 'Access token of Reservations')).toBe(
    emulator.fake.key('reservations').token,
  );
  await card.getByText('Access token of Reservations').waitFor();
});

test('requests with a revoked key get a 401 until it is restored', async () => {
  const { emulator, page, status } = await openWithClient();
  expect(await status()).toBe(200);

  await confirm(page, 'Revoke Digital Ordering', 'Revoke');
  await page.getByText('Digital Ordering is revoked.').waitFor();
  expect(await status()).toBe(401);
  const card = page.getByRole('article', { name: 'Digital Ordering' });
  await card.getByText('Revoked', { exact: true }).waitFor();

  await card.getByRole('button', { name: 'Restore Digital Ordering' }).click();
  await card.getByText('Active', { exact: true }).waitFor();
  expect(await status()).toBe(200);
  expect(emulator.fake.key('digital-ordering').revoked).toBe(false);
});

test('requests with a deleted key get a 401', async () => {
  const { emulator, page, status } = await openWithClient();

  await page.getByRole('button', { name: 'Delete Digital Ordering' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Digital Ordering' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await status()).toBe(200);

  await confirm(page, 'Delete Digital Ordering', 'Delete');
  await page.getByText('Digital Ordering is deleted.').waitFor();
  await page.getByRole('article', { name: 'Digital Ordering' }).waitFor({ state: 'detached' });
  expect(await status()).toBe(401);
  expect(emulator.fake.keys.all().map(({ label }) => label)).toEqual([
    'Reservations',
    'Order Data',
    'Inventory Management',
  ]);
});

/** Fills in the form of a new key, and returns the dialog that shows its token. */
async function createKey(page: Page, label: string, useCase = 'Digital Ordering') {
  await page.getByRole('button', { name: 'Create key' }).click();
  const form = page.getByRole('dialog', { name: 'Create an API key' });
  await form.getByLabel('Use case').selectOption(useCase);
  await form.getByLabel('Label').fill(label);
  await form.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy the token now' });
  return { dialog, token: await copy(page, dialog, 'Access token') };
}

/** Opens the keys, with a client of the first one. */
async function openWithClient() {
  const emulator: Emulator = await start({ rateLimit: false });
  const outlet = clientOf(emulator, emulator.fake.key('digital-ordering').token);
  const page = await open(emulator.dashboardUrl, '/keys');
  /** Returns the status that the client gets now. */
  async function status(): Promise<number> {
    try {
      return (await outlet.channels.list().withResponse()).response.status;
    } catch (error) {
      if (error instanceof AuthenticationError) return error.status;
      throw error;
    }
  }
  return { emulator, page, status };
}
