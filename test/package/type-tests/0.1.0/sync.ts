import type { Order, OutletClient } from 'outlet-open-api';
import {
  createOrderFeed,
  type OrderFeed,
  type OrderFeedClient,
  type OrderFeedOptions,
} from 'outlet-open-api/sync';
import type { WebhookEvent, WebhookEventFor } from 'outlet-open-api/webhooks';
import { expectTypeOf, test } from 'vitest';

declare const outlet: OutletClient;
declare const rows: { upsert(order: Order): Promise<{ id: number }> };

test('a client feeds, and so does whatever gets an order', () => {
  expectTypeOf(outlet).toExtend<OrderFeedClient>();
  expectTypeOf({ orders: { get: async (id: string) => ({ id }) } }).toExtend<OrderFeedClient>();
});

test('onOrder takes an order and what led to it, and may give anything', () => {
  createOrderFeed(outlet, { onOrder: (order) => rows.upsert(order) });
  createOrderFeed(outlet, {
    onOrder(order, info) {
      expectTypeOf(order).toEqualTypeOf<Order>();
      expectTypeOf(info.event).toEqualTypeOf<WebhookEvent>();
    },
    onError(error, info) {
      expectTypeOf(error).toEqualTypeOf<unknown>();
      expectTypeOf(info).toExtend<{
        readonly orderId: string;
        readonly attempt: number;
        readonly final: boolean;
        readonly gone: boolean;
      }>();
    },
  });
});

test('options that are undefined are left out, and onOrder is required', () => {
  const given = { onError: undefined, signal: undefined, concurrency: undefined, maxPending: undefined };
  expectTypeOf({ onOrder: () => {}, ...given }).toExtend<OrderFeedOptions>();
  expectTypeOf(given).not.toExtend<OrderFeedOptions>();
});

test('notify takes any event, and tells what became of it', () => {
  expectTypeOf<OrderFeed['notify']>().parameter(0).toEqualTypeOf<WebhookEvent>();
  expectTypeOf<WebhookEventFor<'order-data'>>().toExtend<Parameters<OrderFeed['notify']>[0]>();
  expectTypeOf<OrderFeed['notify']>().returns.resolves.toEqualTypeOf<'handled' | 'stale' | 'gone' | 'none'>();
});
