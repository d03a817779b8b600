import type { Emulator, EmulatorOptions } from 'outlet-open-api/emulator';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openReceiver } from '../emulator/running.js';
import { copy } from './clipboard.js';
import { open, start } from './start.js';
import { type Row, readTable } from './table.js';

test('a receiver that fails once gets the retry, and each attempt is listed', async () => {
  const { emulator, page, received } = await openWithReceiver({ failures: 1, webhookRetryDelay: 120_000 });
  const { id } = emulator.fake.orders.add();
  emulator.fake.orders.complete(id);

  await expect
    .poll(() => attemptsOn(page))
    .toMatchObject([
      {
        Event: 'order.complete',
        Attempt: '1',
        Status: '503',
        'Next retry': expect.stringMatching(/^in (2 min|1 min \d+ s)$/),
        Response: 'Come back later',
      },
    ]);
  const [first] = await attemptsOn(page);
  expect(first?.Time).not.toBe('');
  expect(first?.Duration).toMatch(/^\d+ ms$/);
  expect(first?.['API key and URL']).toContain('Reporting');

  emulator.fake.clock.advance(120_000);
  await expect
    .poll(() => attemptsOn(page))
    .toMatchObject([
      { Event: 'order.complete', Attempt: '2', Status: '200', 'Next retry': '', Response: 'Thank you' },
      { Event: 'order.complete', Attempt: '1', Status: '503', 'Next retry': '' },
    ]);
  expect(received).toEqual(Array(2).fill({ event: 'order.complete', id, updatedAt: expect.any(String) }));

  await page.getByLabel('Only failed attempts').check();
  await expect.poll(async () => (await attemptsOn(page)).map(({ Status }) => Status)).toEqual(['503']);
});

test('a receiver that cannot be reached is an attempt without a response', async () => {
  const emulator = await start({ webhookRetries: 0 });
  // No server listens on this port.
  emulator.fake.key('order-data').webhookUrl = 'http://127.0.0.1:1/';
  const page = await open(emulator.dashboardUrl, '/webhooks');
  emulator.fake.sendEvent({ event: 'order.complete', key: 'order-data', id: 'o-1' });

  await expect.poll(() => attemptsOn(page)).toMatchObject([{ Status: 'No response', 'Next retry': '' }]);
  const [attempt] = await attemptsOn(page);
  expect(attempt?.Response).not.toBe('');
});

test('an attempt shows its payload and response, and can be redelivered', async () => {
  const { emulator, page, received } = await openWithReceiver();
  emulator.fake.sendEvent({ event: 'order.cancelled', key: 'order-data', id: 'o-1' });
  await page.getByRole('link', { name: 'Details of order.cancelled 1, attempt 1' }).click();
  await page.getByRole('heading', { level: 1, name: 'order.cancelled, attempt 1' }).waitFor();
  expect(JSON.parse(await copy(page, page, 'Payload'))).toEqual(received[0]);
  await page.getByText('Thank you').waitFor();
  await page.getByRole('link', { name: 'All webhooks' }).click();

  await page.getByRole('button', { name: 'Redeliver order.cancelled 1' }).click();
  await expect.poll(() => received).toHaveLength(2);
  expect(received[1]).toEqual(received[0]);
  await expect
    .poll(() => attemptsOn(page))
    .toMatchObject([
      { Event: 'order.cancelled', Attempt: '1', Status: '200' },
      { Event: 'order.cancelled', Attempt: '1', Status: '200' },
    ]);
});

test('filters find attempts by key, event and order, and link to the order', async () => {
  const { emulator, page } = await openWithReceiver();
  const { fake } = emulator;
  fake.key('reservations').webhookUrl = fake.key('order-data').webhookUrl;
  const { id } = fake.orders.add({ partnerInfo: { orderId: 'F-77' } });
  fake.orders.complete(id);
  fake.sendEvent({ event: 'order.cancelled', key: 'order-data', id: 'o-none' });
  fake.channels.publish();
  const events = async () =>
    (await attemptsOn(page)).map(({ Event, Order }) => `${Event} ${Order}`.trim()).sort();
  const all = ['channels.published', 'order.cancelled o-none', 'order.complete F-77'];
  await expect.poll(events).toEqual(expect.arrayContaining(all));

  await page.getByLabel('API key').selectOption('Bookings');
  await expect.poll(events).toEqual(['channels.published']);
  await page.getByLabel('API key').selectOption('All keys');
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('cancelled');
  await expect.poll(events).toEqual(['order.cancelled o-none']);
  await search.fill('none of them');
  await page.getByText('No attempt matches the filters.').waitFor();
  await search.fill(id);
  await expect.poll(events).toEqual(['order.complete F-77']);
  await page.getByRole('link', { name: 'F-77' }).click();
  await page.getByRole('heading', { level: 1, name: 'Order F-77' }).waitFor();
});

test.each([390, 1280])('the status and the button of an attempt are visible at %d px', async (width) => {
  const emulator = await start({ webhookRetryDelay: 120_000 });
  // No server listens on this port.
  emulator.fake.key('order-data').webhookUrl = 'http://127.0.0.1:1/webhooks';
  emulator.fake.sendEvent({ event: 'order.guestCountUpdated', key: 'order-data', id: 'o-1' });
  const page = await open(emulator.dashboardUrl, '/webhooks', { width });
  for (const content of [page.getByText('No response'), page.getByRole('button', { name: /^Redeliver/ })]) {
    await content.waitFor();
    const box = await content.boundingBox();
    expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThan(width);
  }
});

test('a test event goes to the chosen key', async () => {
  const { emulator, page, received } = await openWithReceiver();
  const others: unknown[] = [];
  emulator.fake.key('digital-ordering').webhookUrl = await openReceiver((payload, response) => {
    others.push(payload);
    response.end();
  });
  await page.getByRole('button', { name: 'Send test event' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send a test event' });
  await dialog.getByLabel('API key').selectOption('Reporting');
  await dialog.getByLabel('Event', { exact: true }).selectOption('outlet.updated');
  await dialog.getByRole('button', { name: 'Send event' }).click();

  await expect.poll(() => received).toEqual([{ event: 'outlet.updated', updatedAt: expect.any(String) }]);
  await expect
    .poll(() => attemptsOn(page))
    .toMatchObject([{ Event: 'outlet.updated', Attempt: '1', Status: '200' }]);
  expect(others).toEqual([]);
});

test('without a webhook URL, a link leads to the API keys', async () => {
  const { dashboardUrl } = await start();
  const page = await open(dashboardUrl, '/webhooks');
  const button = page.getByRole('button', { name: 'Send test event' });
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('link', { name: 'Set one' }).click();
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
});

/** Opens the view, with a receiver of the Order Data key that fails a number of times. */
async function openWithReceiver({ failures = 0, ...options }: EmulatorOptions & { failures?: number } = {}) {
  const emulator: Emulator = await start(options);
  const received: unknown[] = [];
  emulator.fake.key('order-data').webhookUrl = await openReceiver((payload, response) => {
    received.push(payload);
    if (received.length <= failures) response.writeHead(503).end('Come back later');
    else response.end('Thank you');
  });
  return { emulator, received, page: await open(emulator.dashboardUrl, '/webhooks') };
}

function attemptsOn(page: Page): Promise<Row[]> {
  return readTable(page, 'Attempts');
}
