import type { Emulator, EmulatorOptions } from 'outlet-open-api/emulator';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { closedUrl } from '../../support/services/open-server.js';
import { gate } from '../../support/time/gate.js';
import { openReceiver } from '../../unit/emulator/running.js';
import { receiveWebhooks } from './integration.js';
import { copy, type Row, readTable } from './page.js';
import { open, start } from './start.js';

test('a receiver that fails once gets the retry, and both attempts are in one row', async () => {
  const { emulator, page, received } = await openWithReceiver({ failures: 1, webhookRetryDelay: 120_000 });
  const { id } = emulator.fake.orders.add({ partnerInfo: { orderId: 'F-77' } });
  emulator.fake.orders.complete(id);

  await expect
    .poll(() => deliveriesOn(page))
    .toMatchObject([
      {
        Event: 'order.complete\nF-77 to Order Data',
        Status: expect.stringMatching(/^Retrying\n503\nNext attempt in (2 min|1 min \d+ s)$/),
        Response: 'Come back later',
      },
    ]);
  const [first] = await deliveriesOn(page);
  expect(first?.Time).not.toBe('');
  emulator.fake.clock.hold();
  await page.getByText('Next attempt after the clock resumes').waitFor();
  emulator.fake.clock.resume();

  await page.getByLabel('Last attempt failed').check();
  emulator.fake.clock.advance(120_000);
  await page.getByText('No delivery matches the filters.').waitFor();
  await page.getByLabel('Last attempt failed').uncheck();
  await expect
    .poll(() => deliveriesOn(page))
    .toMatchObject([{ Status: 'Delivered\n503, then 200', Response: 'Thank you' }]);
  expect(received).toEqual(Array(2).fill({ event: 'order.complete', id, updatedAt: expect.any(String) }));
});

test('a delivery is visible while its receiver hangs', async () => {
  const emulator = await start({ webhookRetries: 0 });
  const { promise, open: respond } = gate<void>();
  emulator.fake.key('order-data').webhookUrl = await openReceiver(
    (_, response) => void promise.then(() => response.end()),
  );
  const page = await open(emulator.dashboardUrl, '/webhooks');
  emulator.fake.sendEvent({ event: 'order.complete', key: 'order-data', id: 'o-1' });

  await expect.poll(() => deliveriesOn(page)).toMatchObject([{ Status: 'Sending…', Response: '' }]);
  await page.getByRole('link', { name: 'Details of order.complete 1' }).click();
  await page.getByRole('cell', { name: 'Sending…' }).waitFor();
  respond();
  await page.getByText('Delivered').waitFor();
});

test('a receiver that cannot be reached has a reason', async () => {
  const emulator = await start({ webhookRetries: 0 });
  const url = await closedUrl();
  emulator.fake.key('order-data').webhookUrl = url;
  const page = await open(emulator.dashboardUrl, '/webhooks');
  emulator.fake.sendEvent({ event: 'order.complete', key: 'order-data', id: 'o-1' });

  const reason = `Nothing listens on ${new URL(url).host}. Start the server, or check the port.`;
  await expect
    .poll(() => deliveriesOn(page))
    .toMatchObject([{ Status: 'Failed\nNo response', Response: reason }]);

  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('link', { name: 'See the responses' }).click();
  await expect.poll(() => page.getByLabel('Status').inputValue()).toBe('failed');
  await expect.poll(() => deliveriesOn(page)).toHaveLength(1);
  await page.getByLabel('Status').selectOption('Retrying');
  await page.getByText('No delivery matches the filters.').waitFor();

  emulator.fake.key('order-data').webhookUrl = await openReceiver((_, response) => response.end());
  const button = page.getByRole('button', { name: 'Redeliver all failed' });
  await button.press('Enter');
  await button.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Send test event');
});

test('a delivery shows its payload and its attempts, and can be redelivered', async () => {
  const { emulator, page, received } = await openWithReceiver();
  emulator.fake.sendEvent({ event: 'order.cancelled', key: 'order-data', id: 'o-1' });
  await page.getByRole('link', { name: 'Details of order.cancelled 1' }).click();
  await page.getByRole('heading', { level: 1, name: 'order.cancelled to Order Data' }).waitFor();
  expect(JSON.parse(await copy(page, page, 'Payload'))).toEqual(received[0]);
  await page.getByText('Thank you').first().waitFor();

  await page.getByRole('button', { name: 'Redeliver order.cancelled 1' }).click();
  await expect.poll(() => received).toHaveLength(2);
  // Equal attempts are one row.
  await expect
    .poll(() => readTable(page, 'Attempts, newest first'))
    .toMatchObject([
      {
        Attempt: '1 to 2',
        Time: expect.stringContaining(' to '),
        Status: '200',
        Response: 'Thank you',
      },
    ]);
  expect(received[1]).toEqual(received[0]);
  await page.getByRole('link', { name: 'All webhooks' }).click();
  await expect.poll(() => deliveriesOn(page)).toMatchObject([{ Status: 'Delivered\n200 twice' }]);
});

test('an attempt is compared with the last one, with what differs marked', async () => {
  const { emulator, page, received } = await openWithReceiver({ failures: 1, webhookRetries: 0 });
  emulator.fake.sendEvent({ event: 'order.cancelled', key: 'order-data', id: 'o-1' });
  await page.getByLabel('Last attempt failed').check();
  await page.getByRole('button', { name: 'Redeliver order.cancelled 1' }).click();
  await expect.poll(() => received).toHaveLength(2);
  await page.getByText('No delivery matches the filters.').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Webhooks');
  await page.getByLabel('Last attempt failed').uncheck();
  await page.getByRole('link', { name: 'Details of order.cancelled 1' }).click();
  await page.getByLabel('Compare with').selectOption({ index: 1 });

  const marksOf = (name: string) =>
    page.locator('section', { has: page.getByRole('heading', { name }) }).locator('mark');
  await expect.poll(() => marksOf('Attempt 1').allTextContents()).toContain('Come back later');
  expect(await marksOf('Attempt 1').allTextContents()).toContain('503');
  expect(await marksOf('Attempt 2').allTextContents()).toContain('Thank you');
});

test('new rows leave the focus where it is, and do not move what the reader has scrolled to', async () => {
  const { emulator, page } = await openWithReceiver();
  const sendEvent = () => emulator.fake.sendEvent({ event: 'outlet.updated', key: 'order-data' });
  for (let count = 0; count < 30; count += 1) sendEvent();
  await expect.poll(() => deliveriesOn(page)).toHaveLength(30);
  const button = page.getByRole('button', { name: 'Redeliver outlet.updated 5' });
  await button.focus();
  const place = async () => Math.round((await button.boundingBox())?.y ?? -1);
  const before = await place();

  sendEvent();
  await expect.poll(() => deliveriesOn(page)).toHaveLength(31);
  // The browser scrolls by whole pixels.
  expect(Math.abs((await place()) - before)).toBeLessThan(2);
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => (await deliveriesOn(page))[26])
    .toMatchObject({ Status: 'Delivered\n200 twice' });
});

test('filters find deliveries by key, event and order, and link to the order', async () => {
  const { emulator, page } = await openWithReceiver();
  const { fake } = emulator;
  fake.key('reservations').webhookUrl = fake.key('order-data').webhookUrl;
  const { id } = fake.orders.add({ partnerInfo: { orderId: 'F-77' } });
  fake.orders.complete(id);
  fake.sendEvent({ event: 'order.cancelled', key: 'order-data', id: 'o-none' });
  fake.channels.publish();
  const events = async () => (await deliveriesOn(page)).map(({ Event }) => Event?.replace('\n', ' ')).sort();
  const published = 'channels.published to Reservations';
  const cancelled = 'order.cancelled o-none to Order Data';
  const complete = 'order.complete F-77 to Order Data';
  await expect.poll(events).toEqual([published, cancelled, complete]);

  await page.getByLabel('API key').selectOption('Reservations');
  await expect.poll(events).toEqual([published]);
  await page.getByLabel('API key').selectOption('All keys');
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('cancelled');
  await expect.poll(events).toEqual([cancelled]);
  await search.fill('none of them');
  await page.getByText('No delivery matches the filters.').waitFor();
  await search.fill(id);
  await expect.poll(events).toEqual([complete]);
  await page.getByRole('link', { name: 'F-77' }).click();
  await page.getByRole('heading', { level: 1, name: 'Order F-77' }).waitFor();
});

test.each([390, 1280])('the status and the button of a delivery are visible at %d px', async (width) => {
  const emulator = await start({ webhookRetryDelay: 120_000 });
  // No server listens on this port.
  emulator.fake.key('order-data').webhookUrl = 'http://127.0.0.1:1/webhooks';
  emulator.fake.sendEvent({ event: 'order.guestCountUpdated', key: 'order-data', id: 'o-1' });
  const page = await open(emulator.dashboardUrl, '/webhooks', { width });
  for (const content of [
    page.getByRole('table').getByText('Retrying'),
    page.getByRole('button', { name: /^Redeliver/ }),
  ]) {
    await content.waitFor();
    const box = await content.boundingBox();
    expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThan(width);
  }
});

test('a test event goes to the chosen key', async () => {
  const { emulator, page, received } = await openWithReceiver();
  const others = await receiveWebhooks(emulator, 'digital-ordering');
  await page.getByRole('button', { name: 'Send test event' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send a test event' });
  await dialog.getByLabel('API key').selectOption('Order Data');
  await dialog.getByLabel('Event', { exact: true }).selectOption('outlet.updated');
  await dialog.getByRole('button', { name: 'Send event' }).click();

  await expect.poll(() => received).toEqual([{ event: 'outlet.updated', updatedAt: expect.any(String) }]);
  await expect
    .poll(() => deliveriesOn(page))
    .toMatchObject([{ Event: 'outlet.updated\nto Order Data', Status: 'Delivered\n200' }]);
  expect(others.payloads).toEqual([]);
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

function deliveriesOn(page: Page): Promise<Row[]> {
  return readTable(page, 'Deliveries');
}
