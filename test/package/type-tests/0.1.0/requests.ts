import type {
  ActionLogListParams,
  BaseMenuCreateParams,
  GoodsReceiptListParams,
  MenuGetParams,
  OrderCreateParams,
  OrderImportParams,
  OrderListParams,
  OrderUpdateParams,
  ReservationCancellation,
  ReservationCreateParams,
  ReservationUpdateParams,
} from 'outlet-open-api';
import { assertType, describe, test } from 'vitest';

const from = new Date(0);
const to = '2026-11-01T00:00:00Z';
const partnerInfo = { partnerChannel: 'foodie', orderId: 'f-1' };
const order = { channelId: 'c-1', partnerInfo, items: [] };
const guest = { partnerName: 'tables', reservationId: 'r-1' };
const reservation = { channelId: 't-1', guestCount: 4, partnerReservationInfo: guest };
const deposit = {
  offlineMethod: 'card',
  amount: 20,
  currency: undefined,
  externalId: undefined,
  created: undefined,
};

describe('a typo does not compile', () => {
  test('in an order', () => {
    // @ts-expect-error payments
    assertType<OrderCreateParams>({ ...order, paymnets: [] });
    assertType<OrderCreateParams>({
      ...order,
      // @ts-expect-error customerName
      items: [{ menuItemId: 'm-1', quantity: 1, custmerName: 'Ann' }],
    });
    assertType<OrderCreateParams>({
      ...order,
      // @ts-expect-error externalId
      payments: [{ offlineMethod: 'card', amount: 5, externlId: 'x' }],
    });
    // @ts-expect-error orderId
    assertType<OrderCreateParams>({ ...order, partnerInfo: { ...partnerInfo, oderId: 'f-1' } });
    // @ts-expect-error cancelled belongs in `status`
    assertType<OrderUpdateParams>({ status: 'cancelled', reson: 'sold out' });
    // @ts-expect-error externalOrderSource is required
    assertType<OrderImportParams>({ externalOrderSuorce: 'old-pos' });
  });

  test('in a reservation', () => {
    // @ts-expect-error payments
    assertType<ReservationCreateParams>({ ...reservation, payment: [] });
    assertType<ReservationCreateParams>({
      ...reservation,
      // @ts-expect-error phoneNumber
      partnerReservationInfo: { ...guest, phoneNumer: '1' },
    });
    // @ts-expect-error customerName belongs to orders only
    assertType<ReservationCreateParams>({ ...reservation, payments: [{ ...deposit, customerName: 'Ann' }] });
    // @ts-expect-error guestCount
    assertType<ReservationUpdateParams>({ guestCuont: 4 });
    // @ts-expect-error firstName
    assertType<ReservationUpdateParams>({ partnerReservationInfo: { fristName: 'Ann' } });
    // @ts-expect-error cancelled
    assertType<ReservationUpdateParams>({ status: 'canceled' });
  });

  test('in a base menu', () => {
    // @ts-expect-error menuItems
    assertType<BaseMenuCreateParams>({ menuItmes: [] });
    // @ts-expect-error itemImage
    assertType<BaseMenuCreateParams>({ menuItems: [{ photos: [{ itemImg: 'https://cdn.example/a.jpg' }] }] });
  });

  test('in a query', () => {
    // @ts-expect-error status
    assertType<OrderListParams>({ from, to, sttaus: 'complete' });
    // @ts-expect-error actorType
    assertType<ActionLogListParams>({ from, to, actorTpye: 'staff' });
    // @ts-expect-error supplierId
    assertType<GoodsReceiptListParams>({ from, to, suplierId: 's-1' });
    // @ts-expect-error partnerChannel
    assertType<MenuGetParams>({ channelType: 'dine-in', partnerChanel: 'foodie' });
  });
});

describe('a missing required field', () => {
  test('is required', () => {
    // @ts-expect-error a range has a start
    assertType<GoodsReceiptListParams>({ to });
    // @ts-expect-error channelId is required
    assertType<OrderCreateParams>({ partnerInfo, items: [] });
    // @ts-expect-error status is required
    assertType<OrderUpdateParams>({});
  });
});

declare const channelType: 'partner' | 'dine-in';

describe('the partner of a menu', () => {
  test('is required if the channel type may be partner', () => {
    assertType<MenuGetParams<'partner'>>({ channelType: 'partner', partnerChannel: 'foodie' });
    assertType<MenuGetParams<'partner' | 'dine-in'>>({ channelType: 'dine-in', partnerChannel: 'foodie' });
    // @ts-expect-error without it
    assertType<MenuGetParams<'partner'>>({ channelType: 'partner' });
    // @ts-expect-error without it
    assertType<MenuGetParams<'partner'>>({ channelType: 'partner', partnerChannel: undefined });
    // @ts-expect-error without it
    assertType<MenuGetParams<'partner' | 'dine-in'>>({ channelType });
  });

  test('is optional elsewhere', () => {
    assertType<MenuGetParams<'dine-in'>>({ channelType: 'dine-in' });
    assertType<MenuGetParams<'dine-in'>>({ channelType: 'dine-in', partnerChannel: undefined });
    assertType<MenuGetParams<string>>({ channelType: 'partner' });
    assertType<MenuGetParams>({ channelType: 'takeaway' });
  });
});

describe('an update of a reservation', () => {
  test('changes fields or cancels', () => {
    assertType<ReservationUpdateParams>({});
    assertType<ReservationUpdateParams>({ channelId: 't-2', guestCount: 5 });
    assertType<ReservationUpdateParams>({ partnerReservationInfo: { note: 'window' } });
    assertType<ReservationUpdateParams>({ status: 'cancelled' });
    assertType<ReservationUpdateParams>({ status: 'cancelled', guestCount: undefined });
  });

  test('does not mix the two', () => {
    // @ts-expect-error a cancellation has no other field
    assertType<ReservationUpdateParams>({ status: 'cancelled', guestCount: 5 });
    // @ts-expect-error a cancellation has no other field
    assertType<ReservationUpdateParams>({ status: 'cancelled', partnerReservationInfo: { note: 'ill' } });
    // @ts-expect-error a cancellation has no other field
    assertType<ReservationCancellation>({ status: 'cancelled', channelId: 't-2' });
  });

  test('does not change the partner or the ID', () => {
    // @ts-expect-error cannot be changed
    assertType<ReservationUpdateParams>({ partnerReservationInfo: { partnerName: 'tables' } });
    // @ts-expect-error cannot be changed
    assertType<ReservationUpdateParams>({ partnerReservationInfo: { reservationId: 'r-2' } });
  });
});

test('optional fields accept undefined', () => {
  assertType<OrderCreateParams>({ ...order, payments: undefined, appliedDiscounts: undefined });
  assertType<OrderCreateParams>({ ...order, payments: [{ ...deposit, customerName: undefined }] });
  assertType<ReservationCreateParams>({ ...reservation, payments: [deposit] });
  assertType<ReservationUpdateParams>({ channelId: undefined, guestCount: undefined });
  assertType<OrderImportParams>({ externalOrderSource: 'old-pos', orderDate: undefined, number: undefined });
  assertType<OrderListParams>({ from, to, status: undefined });
  assertType<GoodsReceiptListParams>({ from, to, status: undefined, supplierId: undefined });
  assertType<ActionLogListParams>({ from, to, action: undefined, search: undefined });
});

test('instants are a Date or a string', () => {
  assertType<OrderListParams>({ from: to, to: from });
  assertType<OrderImportParams>({ externalOrderSource: 'old-pos', orderDate: from, paidAt: to });
  assertType<ReservationCreateParams>({ ...reservation, payments: [{ ...deposit, created: from }] });
  // @ts-expect-error milliseconds are not accepted
  assertType<OrderListParams>({ from: 0, to });
});

test('a goods receipt query takes one status, or several', () => {
  assertType<GoodsReceiptListParams>({ from, to, status: 'completed' });
  assertType<GoodsReceiptListParams>({ from, to, status: ['completed', 'cancelled'] as const });
});
