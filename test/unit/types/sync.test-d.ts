import type { GoodsReceipt, Order, OutletClient, OutletPool, Page } from 'outlet-open-api';
import {
  type BackfillOptions,
  backfillOrders,
  type CheckpointStore,
  createMemoryCheckpointStore,
  createOrderFeed,
  LeaseError,
  type NotFoundReceipt,
  type OrderFeed,
  type OrderFeedContext,
  type OrderFeedOptions,
  type PollOptions,
  pollGoodsReceipts,
  type SyncCheckpoint,
  type SyncRun,
} from 'outlet-open-api/sync';
import { createFileCheckpointStore } from 'outlet-open-api/sync/node';
import { createWebhookHandler, type WebhookEvent, type WebhookEventFor } from 'outlet-open-api/webhooks';
import { expectTypeOf, test } from 'vitest';

declare const outlet: OutletClient;
declare const outlets: OutletPool;
declare const rows: { upsert(order: Order): Promise<{ id: number }> };

test('the runs take a client', () => {
  for (const take of [backfillOrders, pollGoodsReceipts])
    expectTypeOf(take).parameter(0).toEqualTypeOf<OutletClient>();
});

test('onOrder gets an order, its event and its time, and can return anything', () => {
  createOrderFeed({ outlet, onOrder: (order) => rows.upsert(order) });
  createOrderFeed({
    outlet,
    onOrder(order, info) {
      expectTypeOf(order).toEqualTypeOf<Order>();
      expectTypeOf(info.event).toEqualTypeOf<WebhookEvent | undefined>();
      expectTypeOf(info.outlet).toEqualTypeOf<OutletClient>();
      expectTypeOf([info.keyRef, info.outletRef]).toEqualTypeOf<string[]>();
      expectTypeOf(info.readAt).toEqualTypeOf<Page<Order>['readAt']>();
    },
    onError(error, info) {
      expectTypeOf(error).toEqualTypeOf<unknown>();
      expectTypeOf(info).branded.toEqualTypeOf<{
        readonly keyRef: string;
        readonly orderId: string;
        readonly attempt: number;
        readonly isFinal: boolean;
      }>();
    },
  });
});

test('options can be undefined, and onOrder is required', () => {
  const given = {
    onError: undefined,
    outlet: undefined,
    now: undefined,
    signal: undefined,
    maxPending: undefined,
  };
  expectTypeOf({ onOrder: () => {}, ...given }).toExtend<OrderFeedOptions>();
  expectTypeOf(given).not.toExtend<OrderFeedOptions>();
});

test('a feed connects to a handler with or without resolve, and can read an order again', () => {
  const feed = createOrderFeed({ onOrder: () => {}, now: async () => new Date() });
  createWebhookHandler({ verify: 'none', consumers: [feed] });
  const key = { outlet, keyRef: 'bistro/order-data', outletRef: 'bistro' };
  createWebhookHandler({ verify: 'none', resolve: () => key, consumers: [feed] });
  createWebhookHandler({ verify: 'none', resolve: async ({ url }) => ({ ...key, url }), consumers: [feed] });
  createWebhookHandler({ verify: 'none', resolve: outlets.resolve(({ url }) => url), consumers: [feed] });
  createWebhookHandler({ verify: 'none', resolve: () => ({ keyRef: 'bistro' }), consumers: [feed] });
  expectTypeOf<WebhookEventFor<'order-data'>>().toExtend<Parameters<OrderFeed['receive']>[0]>();
  expectTypeOf(feed.refresh('o-1')).resolves.toEqualTypeOf<'handled' | 'not-found' | 'none'>();
  feed.refresh('o-1', key);
  // @ts-expect-error orders of several outlets can have the same ID
  feed.refresh('o-1', { outlet });
});

test('onOrder gets everything that resolve returns', () => {
  type Tenant = OrderFeedContext & { readonly tenant: number };
  const feed = createOrderFeed<Tenant>({
    onOrder: (_, { tenant }) => expectTypeOf(tenant).toBeNumber(),
  });
  const key = { outlet, keyRef: 'bistro', outletRef: 'bistro' };
  createWebhookHandler({ verify: 'none', resolve: () => ({ ...key, tenant: 7 }), consumers: [feed] });
  // @ts-expect-error refresh gets no tenant
  feed.refresh('o-1', key);
});

test('onOrders gets orders and the time at which they were read', () => {
  const checkpoints = createMemoryCheckpointStore();
  backfillOrders(outlet, {
    name: 'n',
    outletRef: 'bistro',
    from: new Date(),
    checkpoints,
    onOrders(orders, { readAt }) {
      expectTypeOf(orders).toEqualTypeOf<Order[]>();
      expectTypeOf(readAt).toEqualTypeOf<Date>();
    },
    onProgress({ fraction, timeLeft }) {
      expectTypeOf(fraction).toEqualTypeOf<number>();
      expectTypeOf(timeLeft).toEqualTypeOf<number>();
    },
  });
  const given = { name: 'n', outletRef: 'bistro', from: new Date(), onOrders: () => {} };
  // @ts-expect-error checkpoints are required
  backfillOrders(outlet, given);
  // @ts-expect-error a store
  backfillOrders(outlet, { ...given, checkpoints: 'me' });
  // @ts-expect-error name is required
  backfillOrders(outlet, { ...given, checkpoints, name: undefined });
  // @ts-expect-error outlet is required
  backfillOrders(outlet, { ...given, checkpoints, outletRef: undefined });
});

test('options can be undefined', () => {
  const given = {
    to: undefined,
    status: undefined,
    leaseDuration: undefined,
    signal: undefined,
    onProgress: undefined,
  };
  const options = {
    name: 'n',
    outletRef: 'bistro',
    from: '',
    checkpoints: createMemoryCheckpointStore(),
    onOrders: () => {},
    ...given,
  };
  expectTypeOf(options).toExtend<BackfillOptions>();
});

test('callbacks of a poll get receipts', () => {
  pollGoodsReceipts(outlet, {
    name: 'n',
    outletRef: 'bistro',
    checkpoints: createMemoryCheckpointStore(),
    onChanged(receipt, info) {
      expectTypeOf(receipt).toEqualTypeOf<GoodsReceipt>();
      expectTypeOf(info.change).toEqualTypeOf<'new' | 'changed'>();
      expectTypeOf(info.readAt).toEqualTypeOf<Date>();
    },
    onNotFound(receipt, { readAt }) {
      expectTypeOf(receipt).toEqualTypeOf<NotFoundReceipt>();
      expectTypeOf(receipt.goodsReceiptNumber).toEqualTypeOf<string | null | undefined>();
      expectTypeOf(readAt).toEqualTypeOf<Date>();
    },
    outletId: 'outlet-1',
    notFoundAfter: 60_000,
  });
  const given = { name: 'n', outletRef: 'bistro', onChanged: () => {} } as const;
  const checkpoints = createMemoryCheckpointStore();
  expectTypeOf({ ...given, checkpoints, onNotFound: undefined, query: undefined }).toExtend<PollOptions>();
});

test('a store of your own can reject a save', () => {
  expectTypeOf<SyncRun['save']>().parameter(0).toEqualTypeOf<SyncCheckpoint>();
  expectTypeOf(new LeaseError('lost', 'n').reason).toEqualTypeOf<'held' | 'lost' | 'no-response'>();
});

test('both stores implement CheckpointStore', () => {
  expectTypeOf(createMemoryCheckpointStore).returns.toEqualTypeOf<CheckpointStore>();
  expectTypeOf(createFileCheckpointStore).returns.toEqualTypeOf<CheckpointStore>();
  expectTypeOf(createFileCheckpointStore).parameter(0).toEqualTypeOf<string | URL>();
});
