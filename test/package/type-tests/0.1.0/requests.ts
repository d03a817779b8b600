import type {
  ActionLogQuery,
  CreateBaseMenu,
  CreateOrder,
  CreateReservation,
  GoodsReceiptQuery,
  ImportOrder,
  MenuQuery,
  OrderQuery,
  ReservationCancellation,
  UpdateOrder,
  UpdateReservation,
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
    assertType<CreateOrder>({ ...order, paymnets: [] });
    // @ts-expect-error customerName
    assertType<CreateOrder>({ ...order, items: [{ menuItemId: 'm-1', quantity: 1, custmerName: 'Ann' }] });
    // @ts-expect-error externalId
    assertType<CreateOrder>({ ...order, payments: [{ offlineMethod: 'card', amount: 5, externlId: 'x' }] });
    // @ts-expect-error orderId
    assertType<CreateOrder>({ ...order, partnerInfo: { ...partnerInfo, oderId: 'f-1' } });
    // @ts-expect-error cancelled stands in `status`
    assertType<UpdateOrder>({ status: 'cancelled', reson: 'sold out' });
    // @ts-expect-error externalOrderSource, the one field that an import must have
    assertType<ImportOrder>({ externalOrderSuorce: 'old-pos' });
  });

  test('in a reservation', () => {
    // @ts-expect-error payments
    assertType<CreateReservation>({ ...reservation, payment: [] });
    // @ts-expect-error phoneNumber
    assertType<CreateReservation>({ ...reservation, partnerReservationInfo: { ...guest, phoneNumer: '1' } });
    // @ts-expect-error customerName belongs to orders only
    assertType<CreateReservation>({ ...reservation, payments: [{ ...deposit, customerName: 'Ann' }] });
    // @ts-expect-error guestCount
    assertType<UpdateReservation>({ guestCuont: 4 });
    // @ts-expect-error firstName
    assertType<UpdateReservation>({ partnerReservationInfo: { fristName: 'Ann' } });
    // @ts-expect-error cancelled
    assertType<UpdateReservation>({ status: 'canceled' });
  });

  test('in a base menu', () => {
    // @ts-expect-error menuItems
    assertType<CreateBaseMenu>({ menuItmes: [] });
    // @ts-expect-error itemImage
    assertType<CreateBaseMenu>({ menuItems: [{ photos: [{ itemImg: 'https://cdn.example/a.jpg' }] }] });
  });

  test('in a query', () => {
    // @ts-expect-error status
    assertType<OrderQuery>({ from, to, sttaus: 'complete' });
    // @ts-expect-error actorType
    assertType<ActionLogQuery>({ from, to, actorTpye: 'staff' });
    // @ts-expect-error supplierId
    assertType<GoodsReceiptQuery>({ from, to, suplierId: 's-1' });
    // @ts-expect-error partnerChannel
    assertType<MenuQuery>({ channelType: 'dine-in', partnerChanel: 'foodie' });
  });
});

describe('what a request is pointless without', () => {
  test('is required', () => {
    // @ts-expect-error a range has an end
    assertType<OrderQuery>({ from });
    // @ts-expect-error a range has a start
    assertType<GoodsReceiptQuery>({ to });
    // @ts-expect-error an order stands in a channel
    assertType<CreateOrder>({ partnerInfo, items: [] });
    // @ts-expect-error an update of an order says what changes
    assertType<UpdateOrder>({});
  });
});

describe('the partner of a menu', () => {
  test('is required where the channel type may be partner', () => {
    assertType<MenuQuery<'partner'>>({ channelType: 'partner', partnerChannel: 'foodie' });
    assertType<MenuQuery<'partner' | 'dine-in'>>({ channelType: 'dine-in', partnerChannel: 'foodie' });
    // @ts-expect-error without it
    assertType<MenuQuery<'partner'>>({ channelType: 'partner' });
    // @ts-expect-error without it
    assertType<MenuQuery<'partner'>>({ channelType: 'partner', partnerChannel: undefined });
    // @ts-expect-error without it
    assertType<MenuQuery<'partner' | 'dine-in'>>({ channelType: 'dine-in' });
  });

  test('is optional elsewhere', () => {
    assertType<MenuQuery<'dine-in'>>({ channelType: 'dine-in' });
    assertType<MenuQuery<'dine-in'>>({ channelType: 'dine-in', partnerChannel: undefined });
    assertType<MenuQuery<string>>({ channelType: 'partner' });
    assertType<MenuQuery>({ channelType: 'takeaway' });
  });
});

describe('an update of a reservation', () => {
  test('changes fields or cancels', () => {
    assertType<UpdateReservation>({});
    assertType<UpdateReservation>({ channelId: 't-2', guestCount: 5 });
    assertType<UpdateReservation>({ partnerReservationInfo: { note: 'window' } });
    assertType<UpdateReservation>({ status: 'cancelled' });
  });

  test('does not mix the two', () => {
    // @ts-expect-error a cancellation stands alone
    assertType<UpdateReservation>({ status: 'cancelled', guestCount: 5 });
    // @ts-expect-error a cancellation stands alone
    assertType<UpdateReservation>({ status: 'cancelled', partnerReservationInfo: { note: 'ill' } });
    // @ts-expect-error a cancellation stands alone
    assertType<ReservationCancellation>({ status: 'cancelled', channelId: 't-2' });
  });

  test('does not rename whose it is', () => {
    // @ts-expect-error never changes
    assertType<UpdateReservation>({ partnerReservationInfo: { partnerName: 'tables' } });
    // @ts-expect-error never changes
    assertType<UpdateReservation>({ partnerReservationInfo: { reservationId: 'r-2' } });
  });
});

test('optional fields take undefined', () => {
  assertType<CreateOrder>({ ...order, payments: undefined, appliedDiscounts: undefined });
  assertType<CreateOrder>({ ...order, payments: [{ ...deposit, customerName: undefined }] });
  assertType<CreateReservation>({ ...reservation, payments: [deposit] });
  assertType<UpdateReservation>({ channelId: undefined, guestCount: undefined });
  assertType<ImportOrder>({ externalOrderSource: 'old-pos', orderDate: undefined, number: undefined });
  assertType<OrderQuery>({ from, to, status: undefined });
  assertType<GoodsReceiptQuery>({ from, to, status: undefined, supplierId: undefined });
  assertType<ActionLogQuery>({ from, to, action: undefined, search: undefined });
});

test('instants are a Date or text', () => {
  assertType<OrderQuery>({ from: to, to: from });
  assertType<ImportOrder>({ externalOrderSource: 'old-pos', orderDate: from, paidAt: to });
  assertType<CreateReservation>({ ...reservation, payments: [{ ...deposit, created: from }] });
  // @ts-expect-error milliseconds are none
  assertType<OrderQuery>({ from: 0, to });
});

test('a goods receipt query takes one status, or several', () => {
  assertType<GoodsReceiptQuery>({ from, to, status: 'completed' });
  assertType<GoodsReceiptQuery>({ from, to, status: ['completed', 'cancelled'] as const });
});
