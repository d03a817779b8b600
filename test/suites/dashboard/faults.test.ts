import { ConnectionError, InternalServerError, RateLimitError } from 'outlet-open-api';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { clientOf, order } from './integration.js';
import { readTable } from './page.js';
import { open, start } from './start.js';

test.each([
  { name: 'Server error (500)', error: InternalServerError, hasEffect: false },
  { name: 'Lost response', error: ConnectionError, hasEffect: true },
  { name: 'Cut body', error: ConnectionError, hasEffect: true },
  { name: 'Rate limited (429)', error: RateLimitError, hasEffect: false },
])('the next request gets the fault: $name', async ({ name, error, hasEffect }) => {
  const { emulator, page, outlet } = await openFaults();
  const countBefore = emulator.fake.orders.all().length;
  await page.getByLabel('Operation').selectOption('POST /orders');
  await page.getByLabel('Fault', { exact: true }).selectOption(name);
  await page.getByRole('button', { name: 'Add fault' }).click();
  await expect
    .poll(() => faultsOn(page))
    .toMatchObject([
      { Fault: name, Operation: 'POST /orders', Requests: 'The next request', Used: '0', Left: '1' },
    ]);
  await page.getByRole('banner').getByRole('link', { name: '1 active fault' }).waitFor();

  await outlet.channels.list();
  await expect(outlet.orders.create(order)).rejects.toThrow(error);
  expect(emulator.fake.orders.all()).toHaveLength(countBefore + (hasEffect ? 1 : 0));

  await page.getByText('No fault is active. Requests get their usual responses.').waitFor();
  await outlet.orders.create(order);
  await page.getByRole('link', { name: 'Requests', exact: true }).click();
  await page
    .getByRole('row', { name: `Fault: ${name}` })
    .getByRole('link', { name: 'POST /orders' })
    .waitFor();
});

test('latency delays the next requests, which then succeed', async () => {
  const { page, outlet } = await openFaults();
  await page.getByLabel('Fault', { exact: true }).selectOption('Latency');
  await page.getByLabel('Delay before the response').fill('700');
  await page.getByLabel('Number of requests').fill('2');
  await page.getByRole('button', { name: 'Add fault' }).click();
  await expect
    .poll(() => faultsOn(page))
    .toMatchObject([{ Fault: 'Latency, 700 ms', Operation: 'All operations', Left: '2' }]);

  const begin = performance.now();
  expect(await outlet.channels.list()).not.toEqual([]);
  // Timers of Node.js can fire a millisecond early.
  expect(performance.now() - begin).toBeGreaterThanOrEqual(699);
  await expect.poll(() => faultsOn(page)).toMatchObject([{ Used: '1', Left: '1' }]);
});

test('a share of requests gets the fault until it is removed', async () => {
  const { emulator, page } = await openFaults();
  await page.getByLabel('Fault', { exact: true }).selectOption('Rate limited (429)');
  await page.getByLabel('Requests', { exact: true }).selectOption('A share of all requests');
  await page.getByLabel('Share').fill('50');
  await page.getByRole('button', { name: 'Add fault' }).click();
  await expect
    .poll(() => faultsOn(page))
    .toMatchObject([{ Requests: '50 % of all requests', Used: '0', Left: 'No end' }]);

  expect(emulator.fake.faults).toMatchObject([{ fault: { share: 0.5, times: Infinity } }]);

  await page.getByRole('button', { name: 'Remove Rate limited (429)' }).click();
  await page.getByText('No fault is active.').waitFor();
  expect(emulator.fake.faults).toEqual([]);
  await page.getByRole('banner').getByRole('link', { name: 'active fault' }).waitFor({ state: 'detached' });
});

test('the usual faults are one click away, and last as long as they say', async () => {
  const { emulator, page, outlet } = await openFaults();
  await page.getByRole('button', { name: 'API down for 20 s' }).click();

  await expect
    .poll(() => faultsOn(page))
    .toMatchObject([
      { Fault: 'Unavailable (503)', Operation: 'All operations', Requests: 'For 20 s', Left: '' },
    ]);
  await expect(outlet.channels.list({ maxRetries: 0 })).rejects.toMatchObject({ status: 503 });
  expect(emulator.fake.faults).toMatchObject([{ fault: { lasting: 20_000 }, used: 1 }]);
});

test('two faults are removed together', async () => {
  const { emulator, page } = await openFaults();
  emulator.fake.failNext({ fault: 'server-error', times: 12_000 });
  await expect
    .poll(() => faultsOn(page))
    .toMatchObject([{ Requests: 'The next 12,000 requests', Left: '12,000' }]);
  const button = page.getByRole('button', { name: 'Remove all' });
  expect(await button.count()).toBe(0);
  emulator.fake.failNext({ fault: 'latency' });
  const remove = page.getByRole('button', { name: 'Remove Latency' });
  await remove.focus();
  emulator.fake.faults.at(-1)?.remove();
  await remove.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Remove');
  emulator.fake.failNext({ fault: 'latency' });
  await button.click();
  await page.getByText('No fault is active.').waitFor();
  expect(emulator.fake.faults).toEqual([]);
});

/** Opens the view, with a client of the Digital Ordering key. */
async function openFaults() {
  const emulator = await start({ rateLimit: false });
  const outlet = clientOf(emulator, emulator.fake.key('digital-ordering').token);
  return { emulator, outlet, page: await open(emulator.dashboardUrl, '/faults') };
}

function faultsOn(page: Page) {
  return readTable(page, 'Active faults');
}
