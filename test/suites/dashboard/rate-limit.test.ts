import { expect, test } from 'vitest';
import { open, start } from './start.js';

test('the rate limit shows allowed requests of a key, and those with a 429, as they happen', async () => {
  const emulator = await start();
  const { token, label } = emulator.fake.key('digital-ordering');
  const page = await open(emulator.dashboardUrl, '/requests');

  const headers = { authorization: `Bearer ${token}` };
  const send = async () => (await fetch(`${emulator.url}/api/v1/channels`, { headers })).status;
  await send();
  emulator.fake.clock.advance(10_000);
  // A burst falls into two windows at most, so at least two of twelve requests are rejected.
  const statuses = await Promise.all(Array.from({ length: 12 }, send));
  const rejected = statuses.filter((status) => status === 429).length;
  expect(rejected).toBeGreaterThanOrEqual(2);

  const summary = `${13 - rejected} allowed, ${rejected} got a 429`;
  const plot = page.getByRole('img', { name: `${label} in the last minute: ${summary}` });
  await plot.waitFor();
  expect(await plot.locator('.rejected').count()).toBeGreaterThanOrEqual(1);

  await page.getByRole('link', { name: 'Overview' }).click();
  await page
    .locator('.stat', { hasText: 'Failed' })
    .getByRole('link', { name: String(rejected) })
    .click();
  await expect.poll(() => page.getByLabel('Status').inputValue()).toBe('failed');
});

test('the rate limit says that there is none', async () => {
  const { dashboardUrl } = await start({ rateLimit: false });
  const page = await open(dashboardUrl, '/requests');

  await page.getByText('The emulator runs without a rate limit').waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'No rate limit' }).waitFor();
});
