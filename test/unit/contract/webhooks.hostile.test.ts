import { createWebhookHandler } from 'outlet-open-api/webhooks';
import { expect, test } from 'vitest';
import { restaurant } from './restaurant.js';

const { open, client } = restaurant();

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
