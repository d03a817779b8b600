import { type Emulator, startEmulator } from 'outlet-open-api/emulator';
import type { UseCase } from 'outlet-open-api/testing';
import { type Evening, send } from './evening.js';

/** An emulator in the middle of a busy evening, and the order that its view shows. */
export interface BusyEvening extends Evening {
  readonly orderId: string;
}

type Call = (
  useCase: UseCase,
  method: string,
  path: string,
  body?: object,
  idempotencyKey?: string,
) => Promise<{ id: string }>;

/** Starts an emulator with a seed and a clock of its own, so that the views are the same each time. */
export async function startBusyEvening(): Promise<BusyEvening> {
  let time = Date.parse('2026-05-22T18:29:12.000Z');
  const bookings = { isDown: false };
  const emulator = await startEmulator({
    seed: 4,
    now: () => time,
    webhookFetch: async (url) =>
      bookings.isDown && url.includes('tablebook')
        ? new Response('The database is not available.', { status: 503 })
        : new Response('ok'),
  });
  const pass = (milliseconds: number) => {
    time += milliseconds;
  };
  const call: Call = async (useCase, method, path, body, idempotencyKey) => {
    pass(1_700);
    return send(emulator, useCase, method, path, body, idempotencyKey);
  };

  setWebhookUrls(emulator);
  await takeOrders(emulator, call, pass);
  editRestaurant(emulator);
  const orderId = await seatGuests(emulator, call, pass, bookings);
  await readInBursts(emulator, call, pass);
  await repeatOrders(call);
  bookings.isDown = true;
  emulator.fake.orders.ready(orderId);
  emulator.fake.failNext({
    method: 'POST',
    path: '/orders',
    fault: 'lost-response',
    share: 0.2,
    times: Infinity,
  });
  await emulator.fake.idle({ skipRetries: true });

  return {
    dashboardUrl: emulator.dashboardUrl,
    orderId,
    now: () => time,
    close: () => emulator.close(),
  };
}

function setWebhookUrls({ fake }: Emulator): void {
  fake.key('digital-ordering').webhookUrl = 'https://orders.foodie.example/webhooks?secret=…';
  fake.key('reservations').webhookUrl = 'https://api.tablebook.example/webhooks?secret=…';
  fake.key('inventory-management').webhookUrl = 'https://stock.example/webhooks?secret=…';
  fake.keys.revoke(fake.keys.create({ useCase: 'order-data', label: 'Reports, last year' }));
}

/** The platform and guests order, and staff move the orders on. */
async function takeOrders({ fake }: Emulator, call: Call, pass: (ms: number) => void): Promise<void> {
  const dishes = ['item-burger', 'item-pizza', 'item-salad', 'item-cake', 'item-soup', 'item-lemonade'];
  const ids: string[] = [];
  for (const [index, menuItemId] of dishes.entries()) {
    const order = await call('digital-ordering', 'POST', '/orders', {
      channelId: 'channel-foodie',
      partnerInfo: { partnerChannel: 'foodie', orderId: `F-${1042 + index}` },
      items: [
        { menuItemId, quantity: 1 + (index % 3) },
        { menuItemId: 'item-coffee', quantity: 1, options: [{ optionId: 'option-large', quantity: 1 }] },
      ],
    });
    ids.push(order.id);
    pass(90_000);
  }
  const tables = [2, 5].map((table) =>
    fake.orders.add({
      channelId: `table-${table}`,
      guestCount: table,
      items: [{ menuItemId: 'item-pizza', quantity: table }],
    }),
  );
  pass(120_000);
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = ids;
  for (const id of [first, second, third, tables[0]?.id ?? '']) fake.orders.inKitchen(id);
  pass(240_000);
  for (const id of [first, second]) fake.orders.ready(id);
  pass(60_000);
  fake.orders.complete(first);
  await call('digital-ordering', 'PUT', `/orders/${fourth}`, { status: 'cancelled' });
  fake.orders.ready(fifth);
  pass(30_000);
}

/** The merchant changes the menu without publishing it, and records deliveries of goods. */
function editRestaurant({ fake }: Emulator): void {
  fake.menus.update('item-pizza', { name: 'Pizza with mushrooms', price: 14.8 });
  fake.menus.update('item-soup', { price: 6.9 });
  fake.channels.add({ id: 'table-7', type: 'dine-in', name: 'Table 7, terrace' });
  const line = { taxRateName: 'Reduced', taxRate: 0.07, taxRateKind: 'percentage', inventoryUom: 'kg' };
  const { id } = fake.goodsReceipts.add({
    status: 'draft',
    supplier: { supplierId: 'supplier-1', name: 'Green Valley Produce' },
    items: [
      { ...line, quantity: 12, totalPrice: 34.8, discountAmount: 0 },
      { ...line, quantity: 4, totalPrice: 18.4, discountAmount: 1.2 },
    ],
    shippingFee: 6.5,
  });
  fake.goodsReceipts.update(id, { discount: 2 });
}

/** Two reservations arrive. A webhook of the booking system succeeds with its retry. Returns the ID of the second order. */
async function seatGuests(
  { fake }: Emulator,
  call: Call,
  pass: (ms: number) => void,
  bookings: { isDown: boolean },
): Promise<string> {
  const reserve = (table: string, guestCount: number, guest: object) =>
    call('reservations', 'POST', '/orders/reservations', {
      channelId: table,
      guestCount,
      partnerReservationInfo: { partnerName: 'tablebook', ...guest },
    });
  await reserve('table-1', 2, { reservationId: 'R-2071', firstName: 'Kim', lastName: 'Lee' });
  const { id } = await reserve('table-4', 6, {
    reservationId: 'R-2072',
    firstName: 'Maximiliane Charlotte',
    lastName: 'von Hohenstein-Wittgenberg',
    note: 'High chair, please',
  });
  pass(20_000);
  bookings.isDown = true;
  fake.orders.changeTotals(id, {
    items: [
      { menuItemId: 'item-burger', quantity: 3, options: [{ optionId: 'option-cheese', quantity: 1 }] },
      { menuItemId: 'item-lemonade', quantity: 4 },
    ],
  });
  await fake.idle({ skipRetries: true });
  bookings.isDown = false;
  pass(1_000);
  await fake.idle();
  pass(9_000);
  fake.orders.changeGuests(id, 7);
  await fake.idle({ skipRetries: true });
  await call('reservations', 'PUT', `/orders/reservations/${id}`, { channelId: 'table-6' });
  fake.orders.inKitchen(id);
  return id;
}

/** A report reads more than the rate limit allows, and one request gets a fault. */
async function readInBursts(emulator: Emulator, call: Call, pass: (ms: number) => void): Promise<void> {
  const range = '?from=2026-05-01T00:00:00Z&to=2026-05-22T00:00:00Z';
  for (const size of [3, 5, 4, 7, 5, 2, 5, 8, 4, 5, 3]) {
    pass(3_000);
    for (let sent = 0; sent < size; sent += 1) await send(emulator, 'order-data', 'GET', `/orders${range}`);
  }
  await call('inventory-management', 'GET', '/menus?channelType=dine-in');
  emulator.fake.failNext({ fault: 'server-error', method: 'GET', path: '/channels' });
  await call('digital-ordering', 'GET', '/channels');
  await call('digital-ordering', 'GET', '/channels');
}

/** The platform repeats an order, and uses its idempotency key for another one. */
async function repeatOrders(call: Call): Promise<void> {
  const order = (orderId: string) => ({
    channelId: 'channel-foodie',
    partnerInfo: { partnerChannel: 'foodie', orderId },
    items: [{ menuItemId: 'item-burger', quantity: 2 }],
  });
  const key = '5f0c9c3a-8f0e-4b7e-9d6e-3d2f6f6c1b42';
  await call('digital-ordering', 'POST', '/orders', order('F-1048'), key);
  await call('digital-ordering', 'POST', '/orders', order('F-1048'), key);
  await call('digital-ordering', 'POST', '/orders', order('F-1049'), key);
}
