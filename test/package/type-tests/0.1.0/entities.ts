import type * as api from 'outlet-open-api';
import { describe, expectTypeOf, test } from 'vitest';

declare const order: api.Order;

describe('entities', () => {
  test('reject typos', () => {
    // @ts-expect-error channelId
    order.chanelId;
    // @ts-expect-error menuItemId
    order.items?.[0]?.menuItmId;
    // @ts-expect-error email
    order.partnerReservationInfo?.emial;
    expectTypeOf(order.items?.[0]?.options?.[0]?.quantity).toEqualTypeOf<number | null | undefined>();
  });

  test('have open enums that still list their values', () => {
    expectTypeOf<string>().toExtend<api.OrderStatus>();
    expectTypeOf<string>().toExtend<api.ChannelType>();
    expectTypeOf<string>().toExtend<api.GoodsReceiptStatus>();
    expectTypeOf<string>().toExtend<api.OfflineMethod>();
    expectTypeOf<number>().not.toExtend<api.OrderStatus>();
    expectTypeOf<api.OrderStatus>().not.toEqualTypeOf<string>();
    expectTypeOf<Extract<api.ChannelType, 'partner' | 'dine-in' | 'other'>>().toEqualTypeOf<
      'partner' | 'dine-in'
    >();
    type OrderStatus = 'open' | 'inKitchen' | 'readyForPickup' | 'complete' | 'cancelled';
    expectTypeOf<Extract<api.OrderStatus, OrderStatus | 'other'>>().toEqualTypeOf<OrderStatus>();
    type ReceiptStatus = 'draft' | 'completed' | 'cancelled' | 'partiallyReceived';
    expectTypeOf<Extract<api.GoodsReceiptStatus, ReceiptStatus | 'other'>>().toEqualTypeOf<ReceiptStatus>();
    expectTypeOf<Extract<api.OfflineMethod, 'card' | 'other'>>().toEqualTypeOf<'card'>();
  });
});
