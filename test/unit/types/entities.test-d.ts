import type * as api from 'outlet-open-api';
import type * as schemas from 'outlet-open-api/schemas';
import { describe, expectTypeOf, test } from 'vitest';
import type { z } from 'zod/mini';
import type { Same } from './same.js';

type Schemas = typeof schemas;

/** The entity interfaces under the names of their schemas. */
interface Written {
  actionLogActorSchema: api.ActionLogActor;
  actionLogEntrySchema: api.ActionLogEntry;
  actionLogListParamsSchema: api.ActionLogListParams;
  appliedDiscountParamsSchema: api.AppliedDiscountParams;
  appliedDiscountSchema: api.AppliedDiscount;
  baseMenuItemParamsSchema: api.BaseMenuItemParams;
  baseMenuItemSchema: api.BaseMenuItem;
  baseMenuPhotoParamsSchema: api.BaseMenuPhotoParams;
  baseMenuPhotoSchema: api.BaseMenuPhoto;
  baseMenuSchema: api.BaseMenu;
  channelSchema: api.Channel;
  channelTypeSchema: api.ChannelType;
  baseMenuCreateParamsSchema: api.BaseMenuCreateParams;
  orderItemOptionParamsSchema: api.OrderItemOptionParams;
  orderItemParamsSchema: api.OrderItemParams;
  orderPaymentParamsSchema: api.OrderPaymentParams;
  orderCreateParamsSchema: api.OrderCreateParams;
  partnerInfoParamsSchema: api.PartnerInfoParams;
  partnerReservationInfoParamsSchema: api.PartnerReservationInfoParams;
  reservationPaymentParamsSchema: api.ReservationPaymentParams;
  reservationCreateParamsSchema: api.ReservationCreateParams;
  goodsReceiptLineSchema: api.GoodsReceiptLine;
  goodsReceiptListParamsSchema: api.GoodsReceiptListParams;
  goodsReceiptSchema: api.GoodsReceipt;
  goodsReceiptStatusSchema: api.GoodsReceiptStatus;
  orderImportParamsSchema: api.OrderImportParams;
  // Its fields: the union only says when partnerChannel is required.
  menuGetParamsSchema: Pick<api.MenuGetParams, keyof api.MenuGetParams>;
  menuSchema: api.Menu;
  offlineMethodSchema: api.OfflineMethod;
  orderItemOptionSchema: api.OrderItemOption;
  orderItemSchema: api.OrderItem;
  orderListParamsSchema: api.OrderListParams;
  orderSchema: api.Order;
  orderStatusSchema: api.OrderStatus;
  partnerInfoSchema: api.PartnerInfo;
  partnerReservationInfoSchema: api.PartnerReservationInfo;
  paymentSchema: api.Payment;
  reservationCancellationSchema: api.ReservationCancellation;
  reservationChangesSchema: api.ReservationChanges;
  reservationInfoChangesSchema: api.ReservationInfoChanges;
  supplierSchema: api.Supplier;
  orderUpdateParamsSchema: api.OrderUpdateParams;
  reservationUpdateParamsSchema: api.ReservationUpdateParams;
}

/** The names of the schemas that accept more or less than their interface. Empty if all agree. */
type Differing<Interfaces extends Record<keyof Schemas, unknown>> = {
  [Name in keyof Schemas]: [
    Same<z.output<Schemas[Name]>, Interfaces[Name]>,
    Same<z.input<Schemas[Name]>, Interfaces[Name]>,
  ] extends [true, true]
    ? never
    : Name;
}[keyof Schemas];

describe('interfaces and schemas', () => {
  test('have the same names', () => {
    expectTypeOf<keyof Written>().toEqualTypeOf<keyof Schemas>();
  });

  test('have the same fields', () => {
    expectTypeOf<Differing<Written>>().toBeNever();
  });

  test('are reported if they differ', () => {
    type Altered = Omit<Written, 'orderSchema' | 'supplierSchema'> & {
      orderSchema: Omit<api.Order, 'items'>;
      supplierSchema: api.Supplier & { vatNumber: string };
    };
    expectTypeOf<Differing<Altered>>().toEqualTypeOf<'orderSchema' | 'supplierSchema'>();
  });
});

/** Interfaces of entities from which undocumented fields can be read. */
type OpenEnum<Entities> = {
  [Name in keyof Entities]: string extends keyof Entities[Name] ? Name : never;
}[keyof Entities];

declare const order: api.Order;
declare const channel: api.Channel;
declare const receipt: api.GoodsReceipt;
declare const baseMenuItem: api.BaseMenuItem;

describe('entities', () => {
  test('allow every field to be read only if they are menus, or the metadata of an action', () => {
    expectTypeOf<
      OpenEnum<Written & { actionLogMetadata: NonNullable<api.ActionLogEntry['metadata']> }>
    >().toEqualTypeOf<'actionLogMetadata' | 'baseMenuSchema' | 'menuSchema'>();
  });

  test('reject typos', () => {
    // @ts-expect-error channelId
    order.chanelId;
    // @ts-expect-error menuItemId
    order.items?.[0]?.menuItmId;
    // @ts-expect-error name
    order.appliedDiscounts?.[0]?.nmae;
    // @ts-expect-error type
    channel.tpye;
    // @ts-expect-error totalPrice
    receipt.items?.[0]?.totalPirce;
    // @ts-expect-error photos
    baseMenuItem.photo;
    // @ts-expect-error email
    order.partnerReservationInfo?.emial;
    expectTypeOf(order.items?.[0]?.options?.[0]?.quantity).toEqualTypeOf<number | null | undefined>();
  });

  test('have open enums that still list their values §channel.types §order.statuses §goods-receipt.statuses §payment.card', () => {
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
