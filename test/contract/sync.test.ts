import { createOrderFeed } from 'outlet-open-api/sync';
import { parseWebhookEvent } from 'outlet-open-api/webhooks';
import { expect, test, vi } from 'vitest';
import { restaurant } from './restaurant.js';

const { open, client } = restaurant();

test('an order feed hands over the latest order, once for events that come together', async () => {
  const fake = open();
  const outlet = client(fake, 'order-data');
  const { id } = fake.orders.add();
  const db = new Map<string, unknown>();

  const feed = createOrderFeed(outlet, { onOrder: async (order) => db.set(order.id, order.status) });
  const { updatedAt } = fake.orders.complete(id);
  const event = parseWebhookEvent({ event: 'order.complete', id, updatedAt });
  expect(await Promise.all([feed.notify(event), feed.notify(event)])).toEqual(['handled', 'handled']);
  expect(db.get(id)).toBe('complete');
  expect(fake.requests).toHaveLength(1);

  fake.orders.cancel(id);
  feed.notify(event);
  await feed.idle();
  expect(db.get(id)).toBe('cancelled');
});

test('a missing order is gone, and told as that', async () => {
  const fake = open();
  const { id } = fake.orders.add({ partnerAggregated: true });
  const onError = vi.fn();
  const feed = createOrderFeed(client(fake, 'order-data'), { onOrder: () => expect.unreachable(), onError });
  const event = parseWebhookEvent({ event: 'order.cancelled', id, updatedAt: new Date().toISOString() });
  expect(await feed.notify(event)).toBe('gone');
  expect(onError).toHaveBeenCalledExactlyOnceWith(expect.any(Error), {
    orderId: id,
    attempt: 1,
    final: true,
    gone: true,
  });
});

test('a closed feed takes no more, and drains', async () => {
  const fake = open();
  const { id } = fake.orders.add({ status: 'complete' });
  const feed = createOrderFeed(client(fake, 'order-data'), { onOrder: async () => {} });
  const event = parseWebhookEvent({ event: 'order.complete', id, updatedAt: new Date().toISOString() });
  const taken = feed.notify(event);
  const closed = feed.close();
  await expect(feed.notify(event)).rejects.toMatchObject({ name: 'OrderFeedError', reason: 'closed' });
  await closed;
  expect(await taken).toBe('handled');
});
