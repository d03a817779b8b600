import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { clientOf, receiveWebhooks } from './integration.js';
import { open, start } from './start.js';

const items = [{ menuItemId: 'item-burger', quantity: 2 }];

/** A column of the board, or the open tab of the last one. The number of its orders is a part of its name. */
function column(page: Page, status: string) {
  const name = new RegExp(`^${status} [\\d,]+$`);
  return page.getByRole('region', { name }).or(page.getByRole('tabpanel', { name }));
}

/** Presses a button in the menu of a card. */
async function chooseStep(page: Page, title: string, step: string): Promise<void> {
  await page.getByRole('button', { name: `Other steps of ${title}`, exact: true }).click();
  await page.getByRole('button', { name: `${step} ${title}`, exact: true }).click();
}

/** The references of orders of the test, in the order of a column. */
function titlesIn(page: Page, status: string): Promise<string[]> {
  return column(page, status).getByRole('heading', { level: 3 }).allTextContents();
}

test('an order that a client creates appears on the open board', async () => {
  const emulator = await start();
  const page = await open(emulator.dashboardUrl, '/orders');
  await page.getByRole('region', { name: 'Open 3' }).waitFor();

  await clientOf(emulator, emulator.fake.key('digital-ordering').token).orders.create({
    channelId: 'channel-foodie',
    partnerInfo: { partnerChannel: 'foodie', orderId: 'F-1001' },
    items,
  });

  await page.getByRole('region', { name: 'Open 4' }).getByRole('link', { name: 'F-1001' }).waitFor();
});

test('the board shows an order, and moves it when staff press its buttons', async () => {
  const emulator = await start();
  const received = await receiveWebhooks(emulator, 'digital-ordering');
  const outlet = clientOf(emulator, emulator.fake.key('digital-ordering').token);
  const page = await open(emulator.dashboardUrl, '/orders');
  const { id } = emulator.fake.orders.add({
    createdBy: 'digital-ordering',
    channelId: 'channel-foodie',
    partnerInfo: { partnerChannel: 'foodie', orderId: 'F-1' },
    guestCount: 3,
    items,
  });
  const link = page.getByRole('link', { name: 'F-1', exact: true });
  const card = column(page, 'Open').getByRole('listitem').filter({ has: link });
  await card.getByText('foodie · 2 × Burger · 3 guests').waitFor();
  await card.getByText('€27.80').waitFor();
  await card.getByText('Digital Ordering').waitFor();

  for (const [button, status, label] of [
    ['Send to kitchen', 'inKitchen', 'In kitchen'],
    ['Mark ready', 'readyForPickup', 'Ready for pickup'],
    ['Complete', 'complete', 'Complete'],
    ['Reopen', 'open', 'Open'],
  ] as const) {
    await page.getByRole('button', { name: `${button} F-1`, exact: true }).click();
    await column(page, label).getByRole('link', { name: 'F-1', exact: true }).waitFor();
    expect((await outlet.orders.get(id)).status).toBe(status);
  }
  await chooseStep(page, 'F-1', 'Cancel');
  await link.waitFor({ state: 'hidden' });
  await page.getByRole('tab', { name: 'Cancelled' }).click();
  await column(page, 'Cancelled').getByRole('link', { name: 'F-1', exact: true }).waitFor();
  expect(await received.events()).toEqual([
    'order.inKitchen',
    'order.readyForPickup',
    'order.complete',
    'order.cancelled',
  ]);
});

test('a step that the status no longer allows shows the message of the emulator', async () => {
  const { dashboardUrl, fake } = await start();
  const { id } = fake.orders.add({ channelId: 'table-1' });
  const page = await open(dashboardUrl, '/orders');
  await column(page, 'Open').getByRole('link', { name: 'Table 1' }).waitFor();
  // Another person is faster, and the page learns of it too late.
  await page.route('**/complete', async (route) => {
    fake.orders.cancel(id);
    await route.continue();
  });

  await chooseStep(page, 'Table 1', 'Complete');

  const error = page.getByText(`Order ${id} is cancelled and cannot become complete.`);
  await page.getByRole('alert').filter({ has: error }).waitFor();
  await page.getByRole('link', { name: 'Channels' }).click();
  await error.waitFor({ state: 'detached' });
});

test('the search finds orders by their reference and guest', async () => {
  const { dashboardUrl, fake } = await start();
  fake.orders.add({ partnerInfo: { orderId: 'F-77' } });
  fake.orders.add({ partnerReservationInfo: { reservationId: 'R-9', firstName: 'Kim', lastName: 'Lee' } });
  const page = await open(dashboardUrl, '/orders');
  await page.getByRole('region', { name: 'Open 5' }).waitFor();

  await page.getByRole('searchbox', { name: 'Search orders' }).fill('f-77');
  await page.getByRole('region', { name: 'Open 1' }).waitFor();
  expect(await titlesIn(page, 'Open')).toEqual(['F-77']);
  expect(await column(page, 'Complete').getByText('No orders').isVisible()).toBe(true);

  await page.getByRole('searchbox', { name: 'Search orders' }).fill('kim lee');
  await page.getByRole('link', { name: 'Kim Lee' }).waitFor();
  expect(await titlesIn(page, 'Open')).toEqual(['Kim Lee']);
});

test('a card names its items if the names are short, and the reservation', async () => {
  const { dashboardUrl, fake } = await start({ empty: false });
  const guest = { firstName: 'Kim', lastName: 'Lee' };
  const dishes = ['item-burger', 'item-soup', 'item-cake', 'item-coffee'];
  for (const [index, count] of [2, 4].entries()) {
    fake.orders.add({
      partnerReservationInfo: { ...guest, reservationId: `R-${index}` },
      items: dishes.slice(0, count).map((menuItemId) => ({ menuItemId, quantity: 1 })),
    });
  }
  const long = dishes.slice(0, 3).map((menuItemId) => ({ menuItemId, quantity: 10_000 }));
  fake.orders.add({ partnerInfo: { orderId: 'F-1' }, items: long });
  const page = await open(dashboardUrl, '/orders');

  const cards = column(page, 'Open').getByRole('listitem');
  await cards.filter({ hasText: 'Burger, Soup · R-0' }).getByRole('link', { name: 'Kim Lee' }).waitFor();
  await cards.filter({ hasText: 'Burger, Soup, Cake, … · R-1' }).waitFor();
  await cards.filter({ hasText: 'F-1' }).getByText('30,000 items').waitFor();
});

test('the autopilot ends orders until it is switched off, and the header shows it', async () => {
  const { dashboardUrl, fake } = await start({ empty: true });
  const { id } = fake.orders.add();
  const page = await open(dashboardUrl, '/orders');
  const autopilot = page.getByLabel('Autopilot', { exact: true });
  await autopilot.selectOption('Slow: every 15 s');
  const badge = page.getByRole('banner').getByRole('link', { name: 'Autopilot' });
  await badge.waitFor();

  fake.clock.advance(45_000);
  expect(['complete', 'cancelled']).toContain(fake.orders.get(id)?.status);

  // Another person changes it.
  fake.autopilot.start({ interval: 1_000 });
  await expect.poll(() => autopilot.inputValue()).toBe('1000');
  await autopilot.selectOption('Off');
  await badge.waitFor({ state: 'hidden' });
  expect(fake.autopilot.interval).toBeUndefined();
});

test('a column shows 25 orders, and more on request', async () => {
  const { dashboardUrl, fake } = await start({ empty: true });
  for (let number = 1; number <= 60; number += 1)
    fake.orders.add({ partnerInfo: { orderId: `F-${number}` } });
  const page = await open(dashboardUrl, '/orders');
  const more = page.getByRole('button', { name: 'Show more: Open' });
  const cards = page.getByRole('region', { name: 'Open 60' }).getByRole('listitem');
  await more.waitFor();
  expect(await cards.count()).toBe(25);

  await more.click();
  await cards.nth(49).waitFor();
  expect(await cards.count()).toBe(50);

  await more.click();
  await cards.nth(59).waitFor();
  await more.waitFor({ state: 'hidden' });
});

test('a guest called <script> is text', async () => {
  const { dashboardUrl, fake } = await start();
  const lastName = '<script>document.title = "run"</script><img src=x onerror="document.title = 1">';
  const note = '<b>window</b>';
  const { id } = fake.orders.add({
    partnerReservationInfo: { reservationId: 'R-1', firstName: 'Bobby', lastName, note },
  });
  const page = await open(dashboardUrl, '/orders');

  await page.getByRole('link', { name: `Bobby ${lastName}` }).click();

  await page.getByRole('heading', { level: 1, name: `Order Bobby ${lastName}` }).waitFor();
  await page.getByRole('definition').getByText(note, { exact: true }).waitFor();
  expect(new URL(page.url()).hash).toBe(`#/orders/${id}`);
  expect(await page.title()).toContain(lastName);
});

test('staff enter an order, which the client of its key can read', async () => {
  const emulator = await start();
  const page = await open(emulator.dashboardUrl, '/orders');
  await page.getByRole('button', { name: 'New order' }).click();
  const dialog = page.getByRole('dialog', { name: 'New order' });

  await dialog.getByLabel('Created by').selectOption('Digital Ordering');
  await dialog.getByLabel('Channel').selectOption('foodie');
  await dialog.getByLabel('Quantity of item 1').fill('2');
  await dialog.getByLabel('Item 1', { exact: true }).selectOption('Pizza');
  await dialog.getByRole('button', { name: 'Add item' }).click();
  await dialog.getByLabel('Item 2', { exact: true }).selectOption('Soup');
  await dialog.getByRole('button', { name: 'Create order' }).click();

  await page.getByText('The order is created.').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  const created = emulator.fake.orders.all().at(-1);
  const order = await clientOf(emulator, emulator.fake.key('digital-ordering').token).orders.get(
    created?.id ?? '',
  );
  expect(order).toMatchObject({
    channelId: 'channel-foodie',
    items: [
      { menuItemId: 'item-pizza', quantity: 2 },
      { menuItemId: 'item-soup', quantity: 1 },
    ],
  });
  await column(page, 'Open')
    .getByRole('link', { name: order.partnerInfo?.orderId ?? '' })
    .waitFor();
});

test('an order that the outlet rejects keeps the form open, with the message', async () => {
  const { dashboardUrl } = await start();
  const page = await open(dashboardUrl, '/orders');
  await page.getByRole('button', { name: 'New order' }).click();
  const dialog = page.getByRole('dialog', { name: 'New order' });

  await dialog.getByLabel('Created by').selectOption('Reservations');
  await dialog.getByRole('button', { name: 'Create order' }).click();

  await dialog.getByRole('alert').getByText('A reservation needs a table and a number of guests.').waitFor();
});
