import { expect, test } from 'vitest';
import { openReceiver } from '../../unit/emulator/running.js';
import { clientOf, receiveWebhooks } from './integration.js';
import { readTable } from './page.js';
import { open, start } from './start.js';

const timeline = 'Timeline, newest first';

test('an order shows its items, payments and actions', async () => {
  const { dashboardUrl, fake } = await start();
  const { id } = fake.orders.add({
    channelId: 'channel-foodie',
    partnerInfo: { partnerChannel: 'foodie', orderId: 'F-1' },
    items: [
      { menuItemId: 'item-burger', quantity: 2, options: [{ optionId: 'option-cheese', quantity: 1 }] },
    ],
  });
  fake.orders.complete(id);
  const page = await open(dashboardUrl, `/orders/${id}`);

  await page.getByRole('heading', { level: 1, name: 'Order F-1' }).waitFor();
  const items = page.getByRole('table', { name: 'Items of the order' });
  await items.getByRole('row', { name: 'Burger Extra cheese 2 €30.20' }).waitFor();
  const payments = page.getByRole('table', { name: 'Payments of the order' });
  await payments.getByRole('row', { name: /^card .* €30\.20$/ }).waitFor();
  expect((await readTable(page, timeline)).map((row) => row['What happened'])).toEqual([
    expect.stringMatching(/^orderCompleted\s/),
    expect.stringMatching(/^orderCreated\s/),
  ]);
});

test('the timeline of an order has its requests and webhooks, with links to their pages', async () => {
  const now = () => Date.parse('2026-03-01T12:00:00Z');
  const emulator = await start({ now });
  const { fake } = emulator;
  fake.key('digital-ordering').webhookUrl = await openReceiver((_, response) =>
    response.writeHead(503).end(),
  );
  const outlet = clientOf(emulator, fake.key('digital-ordering').token);
  const order = await outlet.orders.create({
    channelId: 'channel-foodie',
    partnerInfo: { partnerChannel: 'foodie', orderId: 'F-1' },
    items: [{ menuItemId: 'item-burger', quantity: 2, customerName: 'Kim' }],
  });
  const page = await open(emulator.dashboardUrl, `/orders/${order.id}`);
  await page.getByRole('row', { name: 'POST /orders' }).waitFor();
  await page.getByRole('row', { name: 'Burger Kim 2 €27.80' }).waitFor();
  fake.clock.advance(60_000);
  fake.orders.inKitchen(order.id);

  await expect
    .poll(async () =>
      (await readTable(page, timeline)).map(({ Time, Status }) => [Time?.split('\n').at(-1), Status]),
    )
    .toEqual([
      ['Webhook', expect.stringMatching(/^Retrying\n503/)],
      ['Action', ''],
      ['Action', ''],
      ['Request', '201'],
    ]);
  await page.getByRole('link', { name: 'POST /orders' }).click();
  await page.getByRole('heading', { level: 1, name: 'POST /orders' }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'order.inKitchen' }).click();
  await page.getByRole('heading', { level: 1, name: 'order.inKitchen to Digital Ordering' }).waitFor();
  await page.getByRole('link', { name: 'F-1' }).click();
  await page.getByRole('heading', { level: 1, name: 'Order F-1' }).waitFor();
});

test('the timeline is the second section, and empty sections are hidden', async () => {
  const { dashboardUrl, fake } = await start();
  const { id } = fake.orders.add({ channelId: 'channel-foodie' });
  const page = await open(dashboardUrl, `/orders/${id}`);
  const sections = () => page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
  await expect.poll(sections).toEqual(['Details', 'Timeline', 'Items', 'Raw data']);

  fake.orders.cancel(id);
  await expect.poll(sections).toEqual(['Details', 'Timeline', 'Raw data']);
});

test('the times of another day have seconds, and cover nothing', async () => {
  const { dashboardUrl, fake } = await start();
  fake.clock.advance(86_400_000);
  const { id } = fake.orders.add({ channelId: 'table-1' });
  for (const width of [390, 1280]) {
    const page = await open(dashboardUrl, `/orders/${id}`, { width });
    const times = page.getByRole('definition').locator('time');
    await times.first().waitFor();
    for (const time of await times.all()) {
      expect(await time.textContent()).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d\d:\d\d:\d\d$/);
      // The element is as wide as its text, and its parent as wide as the column.
      const [own, column] = [await time.boundingBox(), await time.locator('..').boundingBox()];
      expect(own?.width).toBeLessThanOrEqual(column?.width ?? 0);
    }
  }
});

test('staff change the guests and the table of a reservation, and add an item', async () => {
  const emulator = await start();
  const received = await receiveWebhooks(emulator, 'reservations');
  const outlet = clientOf(emulator, emulator.fake.key('reservations').token);
  const { id } = await outlet.reservations.create({
    channelId: 'table-1',
    guestCount: 2,
    partnerReservationInfo: { partnerName: 'bookable', reservationId: 'R-77' },
  });
  const page = await open(emulator.dashboardUrl, `/orders/${id}`);

  await page.getByLabel('Guests', { exact: true }).fill('5');
  await page.getByRole('button', { name: 'Save guests' }).click();
  await page.getByText('Guests saved.').waitFor();
  await page.getByLabel('Table', { exact: true }).selectOption('Table 4');
  await page.getByRole('button', { name: 'Move to table' }).click();
  await page.getByText('Table changed.').waitFor();
  await page.getByLabel('Menu item').selectOption('Soup, €6.40');
  await page.getByRole('button', { name: 'Add item' }).click();
  await page.getByText('Added Soup.').waitFor();

  await page.getByRole('row', { name: 'Soup 1 €6.40' }).waitFor();
  expect(await outlet.orders.get(id)).toMatchObject({
    guestCount: 5,
    channelId: 'table-4',
    items: [{ menuItemId: 'item-soup', quantity: 1 }],
  });
  expect(await received.events()).toEqual([
    'order.guestCountUpdated',
    'order.channelUpdated',
    'order.totalsUpdated',
  ]);
});

test('staff take each step on the page of an order, and republish its last event', async () => {
  const emulator = await start();
  const received = await receiveWebhooks(emulator, 'order-data');
  const outlet = clientOf(emulator, emulator.fake.key('order-data').token);
  const { id } = emulator.fake.orders.add({
    createdBy: 'digital-ordering',
    partnerInfo: { orderId: 'F-1' },
    items: [{ menuItemId: 'item-soup', quantity: 1 }],
  });
  const page = await open(emulator.dashboardUrl, `/orders/${id}`);

  for (const [button, status] of [
    ['Send to kitchen', 'inKitchen'],
    ['Mark ready', 'readyForPickup'],
    ['Complete', 'complete'],
    ['Reopen', 'open'],
    ['Cancel', 'cancelled'],
  ] as const) {
    const step = page.getByRole('button', { name: `${button} F-1`, exact: true });
    await step.click();
    await step.waitFor({ state: 'hidden' });
    expect((await outlet.orders.get(id)).status).toBe(status);
  }
  await page.getByRole('button', { name: 'Reopen' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Republish' }).click();

  await page.getByText('Republished the last event of F-1.').waitFor();
  expect(await received.events()).toEqual(['order.complete', 'order.cancelled', 'order.cancelled']);
});

test('an input that a person edits stays while the order changes', async () => {
  const { dashboardUrl, fake } = await start();
  const { id } = fake.orders.add({ channelId: 'table-1', guestCount: 2 });
  const page = await open(dashboardUrl, `/orders/${id}`);
  const guests = page.getByLabel('Guests', { exact: true });
  await guests.fill('7');

  fake.orders.changeTotals(id, { items: [{ menuItemId: 'item-cake', quantity: 1 }] });

  await page.getByRole('row', { name: 'Cake' }).waitFor();
  expect(await guests.inputValue()).toBe('7');
});

test('an order that does not exist, or that a reset removes, shows only a message', async () => {
  const { dashboardUrl, fake } = await start();
  const page = await open(dashboardUrl, '/orders/o-9');
  await page.getByRole('alert').getByText('The outlet has no order o-9.').waitFor();

  const { id } = fake.orders.add({ partnerInfo: { orderId: 'F-1' } });
  await page.goto(`${dashboardUrl}#/orders/${id}`);
  const button = page.getByRole('button', { name: 'Cancel F-1' });
  await button.waitFor();
  fake.reset();
  await page.getByRole('alert').getByText(`The outlet has no order ${id}.`).waitFor();
  expect(await button.count()).toBe(0);
});
