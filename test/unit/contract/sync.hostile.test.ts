import { AuthenticationError, type Order } from 'outlet-open-api';
import {
  backfillOrders,
  createMemoryCheckpointStore,
  createMemoryOrderStore,
  createOrderCopy,
  createOrderFeed,
  pollGoodsReceipts,
} from 'outlet-open-api/sync';
import { parseWebhookEvent } from 'outlet-open-api/webhooks';
import { expect, test, vi } from 'vitest';
import { restaurant } from './restaurant.js';

const { open, client } = restaurant();

test('an order feed delivers the current order, once for events that arrive together', async () => {
  const fake = open();
  const outlet = client(fake, 'order-data');
  const { id } = fake.orders.add();
  const db = new Map<string, unknown>();

  const feed = createOrderFeed({ outlet, onOrder: async (order) => db.set(order.id, order.status) });
  const { updatedAt } = fake.orders.complete(id);
  const event = parseWebhookEvent({ event: 'order.complete', id, updatedAt });
  const outcomes = [1, 2, 3].map(() => feed.receive(event, {}));
  expect(await Promise.all(outcomes)).toEqual(['handled', 'handled', 'handled']);
  expect(db.get(id)).toBe('complete');
  expect(fake.requests).toHaveLength(2);

  fake.orders.cancel(id);
  feed.receive(event, {});
  await feed.idle();
  expect(db.get(id)).toBe('cancelled');
});

test('a revoked key is reported once for an order', async () => {
  const fake = open();
  const { id } = fake.orders.add();
  const onError = vi.fn();
  const feed = createOrderFeed({
    outlet: client(fake, 'order-data'),
    onOrder: () => expect.unreachable(),
    onError,
  });
  fake.keys.revoke('order-data');
  const event = parseWebhookEvent({ event: 'order.complete', id, updatedAt: new Date().toISOString() });
  await expect(feed.receive(event, {})).rejects.toBeInstanceOf(AuthenticationError);
  expect(onError).toHaveBeenCalledExactlyOnceWith(expect.any(AuthenticationError), {
    keyRef: '',
    orderId: id,
    attempt: 1,
    isFinal: true,
  });
});

test('backfill, reconcile and poll', async () => {
  const fake = open({ rateLimit: false });
  const outlet = client(fake, 'order-data', { rateLimit: false });
  const to = new Date();
  const from = new Date(to.getTime() - 20 * 24 * 60 * 60 * 1_000);
  const checkpoints = createMemoryCheckpointStore();
  const rows = new Map<string, Order>();
  const db = {
    upsert: (orders: readonly Order[]) => {
      for (const order of orders) rows.set(order.id, order);
    },
  };
  const onProgress = vi.fn();

  await backfillOrders(outlet, {
    name: 'backfill',
    outletRef: 'bistro',
    from,
    to,
    checkpoints,
    onOrders: async (orders) => db.upsert(orders),
    onProgress,
  });
  expect(rows.size).toBeGreaterThan(0);
  expect(onProgress).toHaveBeenCalled();

  const copy = createOrderCopy({ store: createMemoryOrderStore() });
  await copy.backfill(outlet, { outletRef: 'bistro', from, to });
  const missed = fake.orders.add({ status: 'complete', created: new Date(to.getTime() - 60_000) });
  expect(await copy.reconcile(outlet, { outletRef: 'bistro', days: 19 })).toMatchObject({
    added: 1,
    notFound: [],
  });
  expect(await copy.get('bistro', missed.id)).toMatchObject({ status: 'complete' });

  const delivered: unknown[] = [];
  const poll = () =>
    pollGoodsReceipts(outlet, {
      name: 'receipts',
      outletRef: 'bistro',
      trailingDays: 7,
      checkpoints,
      maxLookbackDays: 90,
      from,
      onChanged: async (receipt, { change, readAt }) =>
        delivered.push([receipt.status, change, readAt instanceof Date]),
      onNotFound: (receipt) => expect.unreachable(receipt.id),
    });
  await poll();
  delivered.length = 0;
  const created = new Date(Date.now() - 60_000);
  const { id } = fake.goodsReceipts.add({ created, items: [{ totalPrice: 10 }] });
  await poll();
  fake.goodsReceipts.cancel(id);
  await poll();
  expect(delivered).toEqual([
    ['completed', 'new', true],
    ['cancelled', 'changed', true],
  ]);
});
