import { createServer } from 'node:http';
import {
  createTestEvent,
  createTestRequest,
  createWebhookHandler,
  ipAllowList,
  parseWebhookEvent,
  sharedSecret,
  toNodeListener,
} from 'outlet-open-api/webhooks';
import { expect, test, vi } from 'vitest';
import { restaurant } from './restaurant.js';

const { open, client } = restaurant();
const updatedAt = '2026-11-01T12:00:00.000Z';

test('an event is parsed and narrowed', () => {
  const rawBody = JSON.stringify({ event: 'order.complete', id: 'o-1', updatedAt });
  const event = parseWebhookEvent(rawBody);
  expect(event).toMatchObject({ event: 'order.complete', id: 'o-1', updatedAt });
  const bytes = new TextEncoder().encode(rawBody);
  expect(parseWebhookEvent(bytes.buffer)).toEqual(event);
  const thin = parseWebhookEvent(bytes, { useCase: 'reservations' });
  switch (thin.event) {
    case 'unknown':
      expect([thin.name, thin.reason]).toEqual(['order.complete', 'use-case']);
      break;
    default:
      expect.unreachable();
  }
});

/** A fake outlet that sends the events of a key to a handler, which reads what each refers to. */
function reading(useCase: 'inventory-management' | 'reservations') {
  const fake = open({
    webhooksForUnownedOrders: true,
    webhookFetch: (url, init) => handle(new Request(url, init)),
  });
  const outlet = client(fake, useCase);
  /** What was read after each event: the ID of an order, the number of channels, or the type of a menu. */
  const read = new Map<string, unknown>();
  const handle = createWebhookHandler({
    verify: 'none',
    async onAny({ event, id }) {
      if (event === 'channels.published') read.set(event, (await outlet.channels.list()).length);
      else if (event === 'menus.published')
        read.set(event, typeof (await outlet.menus.get({ channelType: 'dine-in' })));
      else read.set(event, (await outlet.orders.get(String(id))).id);
    },
  });
  fake.key(useCase).webhookUrl = 'https://receiver.example/hooks';
  return { fake, outlet, read };
}

test('an Inventory Management key reads what its events refer to §use-case.inventory §flow.inventory.order §flow.inventory.menu', async () => {
  const { fake, read } = reading('inventory-management');
  const { id } = fake.orders.complete(fake.orders.add().id);
  fake.orders.cancel(id);
  fake.menus.publish();
  await fake.idle();
  expect(Object.fromEntries(read)).toEqual({
    'order.complete': id,
    'order.cancelled': id,
    'menus.published': 'object',
  });
});

test('a Reservations key reads what its events refer to §flow.reservations.events §flow.reservations.channels', async () => {
  const { fake, outlet, read } = reading('reservations');
  const channels = await outlet.channels.list();
  const [table, otherTable] = channels.filter(({ type }) => type === 'dine-in').map(({ id }) => id);
  const { id } = await outlet.reservations.create({
    channelId: String(table),
    guestCount: 2,
    partnerReservationInfo: {
      partnerName: 'bookable',
      reservationId: 'R-77',
      firstName: 'Grace',
      lastName: 'Example',
      phoneNumber: '+4915100000000',
    },
  });
  fake.orders.moveTable(id, String(otherTable));
  fake.orders.changeGuests(id, 3);
  fake.orders.changeTotals(id);
  fake.orders.complete(id);
  fake.channels.publish();
  await fake.idle();
  expect(Object.fromEntries(read)).toEqual({
    'order.channelUpdated': id,
    'order.guestCountUpdated': id,
    'order.totalsUpdated': id,
    'order.statusUpdated': id,
    'channels.published': channels.length,
  });
});

test('a handler receives deliveries', async () => {
  const fake = open();
  const outlet = client(fake, 'order-data');
  const [current, previous, value] = ['the-current-secret', 'the-previous-secret', 'the-current-secret'];
  const clientIp = '203.0.113.7';
  const queue = { add: vi.fn(async (_: object) => {}) };
  const seen: string[] = [];

  const handle = createWebhookHandler({
    verify: [
      sharedSecret({ query: 'secret', value: [current, previous] }),
      ipAllowList(['203.0.113.0/24'], { clientIp: () => clientIp }),
    ],
    maxBodyBytes: 65_536,
    responseTimeout: 4_000,
    handlerTimeout: 60_000,
    deduplicate: true,
    resolve: (_request) => ({ outlet }),
    on: {
      'order.complete': async (event, { outlet, signal }) => {
        const { status } = await outlet.orders.get(event.id, { signal });
        seen.push(String(status));
        await queue.add(event);
      },
    },
    onAny: async (_event) => {},
    onUnknown: async (_event) => {},
    onError: (_error, { step: _step, event: _event }) => {},
  });
  const server = createServer(toNodeListener(handle));
  server.close();

  const { id } = fake.orders.add({ status: 'complete' });
  const event = createTestEvent('order.complete', { id });
  const { request, info } = createTestRequest(event, {
    url: 'https://bistro.example/hooks',
    secret: { query: 'secret', value },
    clientIp,
  });
  const response = await handle(request, info);
  expect(response.status).toBe(200);
  expect(seen).toEqual(['complete']);
  expect(queue.add).toHaveBeenCalledExactlyOnceWith(event);
});
