import type { Order, OutletClient, Page } from 'outlet-open-api';
import { createOrderFeed, type OrderFeed, type OrderFeedOptions } from 'outlet-open-api/sync';
import type { WebhookEvent, WebhookEventFor } from 'outlet-open-api/webhooks';
import { expectTypeOf, test } from 'vitest';

declare const outlet: OutletClient;
declare const rows: { upsert(order: Order): Promise<{ id: number }> };

test('onOrder gets an order, its event and its time, and can return anything', () => {
  createOrderFeed(outlet, { onOrder: (order) => rows.upsert(order) });
  createOrderFeed(outlet, {
    onOrder(order, info) {
      expectTypeOf(order).toEqualTypeOf<Order>();
      expectTypeOf(info.event).toEqualTypeOf<WebhookEvent>();
      expectTypeOf(info.readAt).toEqualTypeOf<Page<Order>['readAt']>();
    },
    onError(error, info) {
      expectTypeOf(error).toEqualTypeOf<unknown>();
      expectTypeOf(info).toExtend<{
        readonly orderId: string;
        readonly attempt: number;
        readonly final: boolean;
      }>();
    },
  });
});

test('a lock resolves to its release', () => {
  createOrderFeed(outlet, {
    onOrder: () => {},
    async lock(orderId, { signal }) {
      expectTypeOf(orderId).toEqualTypeOf<string>();
      expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
      return async () => {};
    },
  });
  // @ts-expect-error a lock without a release would be held forever
  createOrderFeed(outlet, { onOrder: () => {}, lock: async () => {} });
});

test('options can be undefined, and onOrder is required', () => {
  const given = { onError: undefined, lock: undefined, signal: undefined, maxPending: undefined };
  expectTypeOf({ onOrder: () => {}, ...given }).toExtend<OrderFeedOptions>();
  expectTypeOf(given).not.toExtend<OrderFeedOptions>();
});

test('notify accepts any event, and returns its outcome', () => {
  expectTypeOf<OrderFeed['notify']>().parameter(0).toEqualTypeOf<WebhookEvent>();
  expectTypeOf<WebhookEventFor<'order-data'>>().toExtend<Parameters<OrderFeed['notify']>[0]>();
  expectTypeOf<OrderFeed['notify']>().returns.resolves.toEqualTypeOf<'handled' | 'not-found' | 'none'>();
});
