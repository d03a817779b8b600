import { expect, test } from 'vitest';
import { openReceiver } from '../../unit/emulator/running.js';
import { clientOf } from './integration.js';
import { open, start } from './start.js';

const hour = 3_600_000;
const day = 24 * hour;

test('a clock that moves ahead starts the waiting retry of a webhook', async () => {
  let attempts = 0;
  const url = await openReceiver((_, response) => {
    attempts += 1;
    response.writeHead(attempts === 1 ? 500 : 200).end();
  });
  const emulator = await start({ webhookRetryDelay: hour });
  emulator.fake.key('order-data').webhookUrl = url;
  const page = await open(emulator.dashboardUrl, '/faults');
  emulator.fake.sendEvent({ event: 'order.complete', key: 'order-data', id: 'o-1' });
  await emulator.fake.idle({ skipRetries: true });
  expect(attempts).toBe(1);

  await page.getByRole('button', { name: '+1 hour' }).click();

  await expect.poll(() => attempts).toBe(2);
  await emulator.fake.idle();
  expect(emulator.fake.deliveries).toMatchObject([
    { attempt: 1, status: 500 },
    { attempt: 2, status: 200 },
  ]);
});

test('a clock that moves ahead changes the time of a new order', async () => {
  const emulator = await start();
  const page = await open(emulator.dashboardUrl, '/faults');
  const before = Date.now();
  for (const days of [1, 2, 3]) {
    await page.getByRole('button', { name: '+1 day' }).click();
    await page.getByText(`By ${days} d`, { exact: true }).waitFor();
  }
  await page.getByRole('banner').getByRole('link', { name: 'Clock 3 d ahead' }).waitFor();
  const outlet = clientOf(emulator, emulator.fake.key('digital-ordering').token);
  const { id } = await outlet.orders.create({
    channelId: 'channel-foodie',
    partnerInfo: { partnerChannel: 'foodie', orderId: 'F-1' },
    items: [{ menuItemId: 'item-burger', quantity: 1 }],
  });
  // The list has ended orders only.
  await outlet.orders.cancel(id);
  const range = { from: new Date(before + 3 * day), to: new Date(before + 3 * day + hour) };
  expect((await outlet.orders.list(range).toArray()).map((order) => order.id)).toEqual([id]);
});

test('a clock that is held shows so on each page, and runs again when it is resumed', async () => {
  const emulator = await start();
  const page = await open(emulator.dashboardUrl, '/faults');
  const banner = page.getByRole('banner');
  const held = banner.getByRole('link', { name: 'Clock held' });
  const badge = banner.getByRole('link', { name: 'Clock 1 min ahead' });
  const ahead = page.getByText('Ahead of real time');
  await page.getByRole('button', { name: '+1 minute' }).click();
  await badge.waitFor();
  await ahead.waitFor();
  await page.getByRole('button', { name: 'Hold' }).click();
  await held.waitFor();
  const time = emulator.fake.clock.now();
  // Real time passes, so the clock falls behind.
  expect(await badge.count()).toBe(0);
  expect(await ahead.count()).toBe(0);

  await page.getByRole('button', { name: 'Resume' }).click();
  await held.waitFor({ state: 'hidden' });
  expect(emulator.fake.clock.now()).toBeGreaterThan(time);
  await badge.waitFor();
});
