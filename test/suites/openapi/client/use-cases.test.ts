import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Integration, open, required } from './open.js';

test('Digital Ordering: places an order, follows it, and cancels another', async () => {
  const { fake, api, received } = open('digital-ordering');
  const channels = required((await api.GET('/channels')).data).data;
  const channelId = required(channels.find(({ type }) => type === 'partner')).id;
  const query = { channelType: 'partner', partnerChannel: 'foodie' };
  // The API specification does not define the fields of a menu.
  const menu = await api.GET('/menus', { params: { query } });
  const menuItemId = 'item-burger';
  expect(menu.data?.menuItems).toContainEqual(expect.objectContaining({ id: menuItemId }));
  const place = (key: string) =>
    api.POST('/orders', {
      params: { header: { 'Idempotency-Key': key } },
      body: {
        channelId,
        partnerInfo: { partnerChannel: 'foodie', orderId: 'F-1' },
        items: [{ menuItemId, quantity: 1 }],
      },
    });

  const key = randomUUID();
  const { id } = required((await place(key)).data);
  const replay = await place(key);
  expect(replay.response.headers.get('x-idempotent-replay')).toBe('true');
  expect(replay.data).toMatchObject({ id, status: 'open' });

  fake.orders.inKitchen(id);
  fake.orders.ready(id);
  fake.orders.complete(id);
  expect((await received()).map(({ event }) => event)).toEqual([
    'order.inKitchen',
    'order.readyForPickup',
    'order.complete',
  ]);

  const other = required((await place(randomUUID())).data);
  const path = { orderId: other.id };
  const cancelled = await api.PUT('/orders/{orderId}', { params: { path }, body: { status: 'cancelled' } });
  expect(cancelled.data?.status).toBe('cancelled');
  expect(await received()).toMatchObject([{ event: 'order.cancelled', id: other.id }]);

  const unknown = await api.GET('/orders/{orderId}', { params: { path: { orderId: 'o-0' } } });
  expect(unknown.error).toMatchObject({ code: 404, message: expect.any(String) });
});

test('Reservations: opens an order, changes and cancels it', async () => {
  const { fake, api, received } = open('reservations');
  const { data } = await api.POST('/orders/reservations', {
    body: {
      channelId: 'table-1',
      guestCount: 2,
      partnerReservationInfo: { partnerName: 'bookable', reservationId: 'R-1', firstName: 'Ada' },
      payments: [{ offlineMethod: 'card', amount: 20, currency: 'EUR', created: new Date().toISOString() }],
    },
  });
  const { id: orderId } = required(data);
  const update = (body: { guestCount: number } | { channelId: string } | { status: 'cancelled' }) =>
    api.PUT('/orders/reservations/{orderId}', { params: { path: { orderId } }, body });

  expect((await update({ guestCount: 3 })).data?.guestCount).toBe(3);
  expect((await update({ channelId: 'table-2' })).data?.channelId).toBe('table-2');
  fake.orders.changeTotals(orderId);
  await update({ status: 'cancelled' });
  fake.channels.add({ id: 'table-9', type: 'dine-in' });
  fake.channels.publish();

  for (const event of await received()) {
    if (event.event === 'channels.published') {
      expect((await api.GET('/channels')).data?.data).toContainEqual(
        expect.objectContaining({ id: 'table-9' }),
      );
    } else if (event.event !== 'outlet.updated' && event.event !== 'menus.published') {
      const { data } = await api.GET('/orders/{orderId}', { params: { path: { orderId: event.id } } });
      expect(data).toMatchObject({ id: orderId, partnerReservationInfo: { reservationId: 'R-1' } });
    }
  }
  expect(fake.deliveries.map(({ event }) => event)).toEqual([
    'order.guestCountUpdated',
    'order.channelUpdated',
    'order.totalsUpdated',
    'order.statusUpdated',
    'channels.published',
  ]);
});

test('Order Data: fetches an order after its webhook, and lists a range', async () => {
  const integration = open('order-data');
  const { fake, api, received } = integration;
  for (let count = 0; count < 30; count += 1) fake.orders.complete(fake.orders.add().id);

  const [event] = await received();
  if (event?.event !== 'order.complete') throw new Error('The event is missing.');
  const { data } = await api.GET('/orders/{orderId}', { params: { path: { orderId: event.id } } });
  expect(required(data).status).toBe('complete');

  const ids = await orderIds(integration);
  expect(ids).toContain(event.id);
  expect(ids.length).toBeGreaterThan(25);
  expect(new Set(ids).size).toBe(ids.length);
});

test('Inventory Management: fetches the menu after its webhook, and orders', async () => {
  const integration = open('inventory-management');
  const { fake, api, received } = integration;
  fake.menus.publish();
  fake.orders.cancel(fake.orders.add().id);

  const [menus, orders] = await received();
  expect(menus).toEqual({ event: 'menus.published', updatedAt: expect.any(String) });
  const { data } = await api.GET('/menus', { params: { query: { channelType: 'dine-in' } } });
  expect(data?.menuItems).toContainEqual(expect.objectContaining({ id: 'item-burger' }));
  if (orders?.event !== 'order.cancelled') throw new Error('The event is missing.');
  expect(await orderIds(integration)).toContain(orders.id);
});

test('Accounting: lists goods receipts, and the actions of an order', async () => {
  const { fake, api } = open('order-data');
  const { id: orderId } = fake.orders.add();
  const receipt = fake.goodsReceipts.add({ status: 'partiallyReceived', items: [{ totalPrice: 12.5 }] });

  const { data } = await api.GET('/inventory/goods-receipts', {
    params: { query: { ...lastDays(1), status: ['completed', 'partiallyReceived'] } },
  });
  const found = required(required(data).data.find(({ id }) => id === receipt.id));
  expect(found).toMatchObject({ status: 'partiallyReceived', totalPrice: 12.5, supplier: {} });
  const foreign = { ...lastDays(1), outletId: 'another' };
  expect((await api.GET('/inventory/goods-receipts', { params: { query: foreign } })).error).toMatchObject({
    code: 403,
  });

  const log = await api.GET('/orders/{orderId}/action-log', { params: { path: { orderId } } });
  const page = await api.GET('/orders/action-logs', { params: { query: lastDays(1) } });
  expect(page.data?.data).toEqual(expect.arrayContaining(required(log.data).data));
});

async function orderIds({ api }: Integration): Promise<string[]> {
  const ids: string[] = [];
  const range = lastDays(30);
  let cursor: string | null | undefined;
  do {
    const query = { ...range, ...(cursor && { cursor }) };
    const page = required((await api.GET('/orders', { params: { query } })).data);
    ids.push(...page.data.map(({ id }) => id));
    cursor = page.next;
  } while (cursor);
  return ids;
}

function lastDays(days: number): { from: string; to: string } {
  const to = Date.now() + 1_000;
  return { from: new Date(to - days * 24 * 60 * 60 * 1_000).toISOString(), to: new Date(to).toISOString() };
}
