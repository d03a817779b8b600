import type { Order, OutletClient, Page } from 'outlet-open-api';
import { createOrderFeed, type OrderFeed, type OrderFeedOptions } from 'outlet-open-api/sync';
import { createWebhookHandler, type WebhookEvent, type WebhookEventFor } from 'outlet-open-api/webhooks';
import { expectTypeOf, test } from 'vitest';

declare const outlet: OutletClient;
declare const rows: { upsert(order: Order): Promise<{ id: number }> };

test('onOrder gets an order, its event and its time, and can return anything', () => {
  createOrderFeed({ outlet, onOrder: (order) => rows.upsert(order) });
  createOrderFeed({
    outlet,
    onOrder(order, info) {
      expectTypeOf(order).toEqualTypeOf<Order>();
      expectTypeOf(info.event).toEqualTypeOf<WebhookEvent | undefined>();
      expectTypeOf(info.readAt).toEqualTypeOf<Page<Order>['readAt']>();
    },
    onError(error, info) {
      expectTypeOf(error).toEqualTypeOf<unknown>();
      expectTypeOf(info).toExtend<{
        readonly orderId: string;
        readonly attempt: number;
        readonly isFinal: boolean;
      }>();
    },
  });
});

test('options can be undefined, and onOrder is required', () => {
  const given = { onError: undefined, now: undefined, signal: undefined, maxPending: undefined };
  expectTypeOf({ onOrder: () => {}, ...given }).toExtend<OrderFeedOptions>();
  expectTypeOf(given).not.toExtend<OrderFeedOptions>();
});

test('a feed connects to a handler, and can read an order again', () => {
  const feed: OrderFeed = createOrderFeed({ onOrder: () => {}, now: async () => new Date() });
  createWebhookHandler({ verify: [], resolve: () => ({ outlet }), ...feed.webhooks });
  expectTypeOf<WebhookEventFor<'order-data'>>().toExtend<Parameters<OrderFeed['webhooks']['onAny']>[0]>();
  expectTypeOf(feed.refresh('o-1', { outlet, scope: 'bistro' })).resolves.toEqualTypeOf<
    'handled' | 'not-found' | 'none'
  >();
});
