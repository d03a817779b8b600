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
  // The merchant has not published this price yet.
  emulator.fake.menus.update('item-soup', { price: 6.9 });
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
}

/** The platform and guests order, and staff move the orders on. */
async function takeOrders({ fake }: Emulator, call: Call, pass: (ms: number) => void): Promise<void> {
  const dishes = ['item-burger', 'item-pizza', 'item-salad', 'item-cake', 'item-soup', 'item-lemonade'];
  const ids: string[] = [];
  for (const [index, menuItemId] of dishes.entries()) {
    const order = await call('digital-ordering', 'POST', '/orders', {
      channelId: 'channel-foodie',
      partnerInfo: { partnerChannel: 'foodie', orderId: `F-${1042 + index}` },
      items: [{ menuItemId, quantity: 1 }],
    });
    ids.push(order.id);
    pass(90_000);
  }
  pass(120_000);
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = ids;
  for (const id of [first, second, third]) fake.orders.inKitchen(id);
  pass(240_000);
  for (const id of [first, second]) fake.orders.ready(id);
  pass(60_000);
  fake.orders.complete(first);
  await call('digital-ordering', 'PUT', `/orders/${fourth}`, { status: 'cancelled' });
  fake.orders.ready(fifth);
  pass(30_000);
}

/** A reservation arrives, and a webhook of the booking system succeeds with its retry. Returns the ID of the order. */
async function seatGuests(
  { fake }: Emulator,
  call: Call,
  pass: (ms: number) => void,
  bookings: { isDown: boolean },
): Promise<string> {
  const { id } = await call('reservations', 'POST', '/orders/reservations', {
    channelId: 'table-4',
    guestCount: 6,
    partnerReservationInfo: {
      partnerName: 'tablebook',
      reservationId: 'R-2072',
      firstName: 'Maximiliane Charlotte',
      lastName: 'von Hohenstein-Wittgenberg',
      note: 'High chair, please',
    },
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
  for (const size of [8, 4, 5, 3]) {
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
