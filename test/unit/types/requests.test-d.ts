import type {
  ActionLogListParams,
  BaseMenu,
  BaseMenuCreateParams,
  GoodsReceiptListParams,
  Menu,
  MenuGetParams,
  Order,
  OrderCreateParams,
  OrderImportParams,
  OrderListParams,
  OrderPaymentParams,
  OrderUpdateParams,
  OutletClient,
  ReservationCancellation,
  ReservationCreateParams,
  ReservationUpdateParams,
} from 'outlet-open-api';
import { dayRange, idempotencyKeyFrom } from 'outlet-open-api';
import { assertType, describe, expectTypeOf, test } from 'vitest';

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

declare const payment: OrderPaymentParams;

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

  test('in a reservation §reservations-create.customer §payment.customer', () => {
    // @ts-expect-error payments
    assertType<ReservationCreateParams>({ ...reservation, payment: [] });
    assertType<ReservationCreateParams>({
      ...reservation,
      // @ts-expect-error phoneNumber
      partnerReservationInfo: { ...guest, phoneNumer: '1' },
    });
    // @ts-expect-error customerName belongs to orders only
    assertType<ReservationCreateParams>({ ...reservation, payments: [{ ...deposit, customerName: 'Ann' }] });
    // @ts-expect-error a payment of an order
    assertType<ReservationCreateParams>({ ...reservation, payments: [payment] });
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
    // @ts-expect-error paidAt
    assertType<OrderImportParams>({ externalOrderSource: 'old-pos', payedAt: from });
    // @ts-expect-error name
    assertType<OrderCreateParams>({ ...order, appliedDiscounts: [{ nmae: 'Voucher' }] });
    // @ts-expect-error photos
    assertType<BaseMenuCreateParams>({ menuItems: [{ photo: [] }] });
    // @ts-expect-error partnerChannel
    assertType<MenuGetParams>({ channelType: 'dine-in', partnerChanel: 'foodie' });
  });
});

describe('a field without a value', () => {
  test('is left out', () => {
    assertType<OrderCreateParams>({ ...order, appliedDiscounts: [{}, { name: undefined }] });
    assertType<BaseMenuCreateParams>({
      menuItems: [{}, { photos: undefined }, { photos: [] }],
    });
  });

  test('is not null', () => {
    // @ts-expect-error the list is null
    assertType<OrderCreateParams>({ ...order, payments: null });
    // @ts-expect-error the name is null
    assertType<OrderCreateParams>({ ...order, appliedDiscounts: [{ name: null }] });
    // @ts-expect-error the list is null
    assertType<ReservationCreateParams>({ ...reservation, payments: null });
    // @ts-expect-error the list is null
    assertType<BaseMenuCreateParams>({ menuItems: [{ photos: null }] });
    // @ts-expect-error the URL is null
    assertType<BaseMenuCreateParams>({ menuItems: [{ photos: [{ itemImage: null }] }] });
  });

  test('is null in responses', () => {
    assertType<Order>({ id: 'o-1', payments: null, appliedDiscounts: [{ name: null }] });
    assertType<BaseMenu>({ menuItems: [{ photos: null }, { photos: [{ itemImage: null }] }] });
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
    // @ts-expect-error a photo has a URL
    assertType<BaseMenuCreateParams>({ menuItems: [{ photos: [{}] }] });
  });
});

declare const outlet: OutletClient;
declare const channelType: 'partner' | 'dine-in';

describe('the partner of a menu', () => {
  test('is required if the channel type can be partner §menus-get.partner §flow.digital-ordering.partner', () => {
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

  test('is checked by menus.get', () => {
    outlet.menus.get({ channelType: 'partner', partnerChannel: 'foodie' });
    outlet.menus.get({ channelType: 'takeaway' });
    // @ts-expect-error partnerChannel is missing
    outlet.menus.get({ channelType: 'partner' });
    // @ts-expect-error partnerChannel can be required
    outlet.menus.get({ channelType });
    // @ts-expect-error partnerChannel
    outlet.menus.get({ channelType: 'dine-in', partnerChanel: 'foodie' });
  });
});

test('menus.get returns a Menu, or the type that is passed', () => {
  type Dishes = { dishes: string[] };
  expectTypeOf(outlet.menus.get({ channelType: 'dine-in' })).resolves.toEqualTypeOf<Menu>();
  expectTypeOf(outlet.menus.get<Dishes>({ channelType: 'dine-in' })).resolves.toEqualTypeOf<Dishes>();
});

describe('an update of a reservation', () => {
  test('changes fields or cancels', () => {
    assertType<ReservationUpdateParams>({});
    assertType<ReservationUpdateParams>({ channelId: 't-2', guestCount: 5 });
    assertType<ReservationUpdateParams>({ partnerReservationInfo: { note: 'window' } });
    assertType<ReservationUpdateParams>({ status: 'cancelled' });
    assertType<ReservationUpdateParams>({ status: 'cancelled', guestCount: undefined });
    assertType<ReservationUpdateParams>({ status: undefined, guestCount: 5 });
    assertType<ReservationUpdateParams>({ partnerReservationInfo: { reservationId: undefined } });
  });

  test('does not mix the two §reservations-update.rule-1', () => {
    // @ts-expect-error a cancellation has no other field
    assertType<ReservationUpdateParams>({ status: 'cancelled', guestCount: 5 });
    // @ts-expect-error a cancellation has no other field
    assertType<ReservationUpdateParams>({ status: 'cancelled', partnerReservationInfo: { note: 'ill' } });
    // @ts-expect-error a cancellation has no other field
    assertType<ReservationCancellation>({ status: 'cancelled', channelId: 't-2' });
  });

  test('does not change the partner or the ID §reservations-update.rule-2 §reservation-info.partner-fixed §reservation-info.reservation-fixed', () => {
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

describe('a status that the API specification does not define', () => {
  test('does not compile', () => {
    // @ts-expect-error completed is a status of goods receipts
    assertType<OrderListParams>({ from, to, status: 'completed' });
    // @ts-expect-error orders are listed once they are final
    assertType<OrderListParams>({ from, to, status: 'open' });
    // @ts-expect-error a list of statuses
    assertType<OrderListParams>({ from, to, status: ['complete'] });
    // @ts-expect-error the client cannot complete an order
    assertType<OrderUpdateParams>({ status: 'complete' });
    // @ts-expect-error complete is a status of orders
    assertType<GoodsReceiptListParams>({ from, to, status: 'complete' });
    // @ts-expect-error complete is a status of orders
    assertType<GoodsReceiptListParams>({ from, to, status: ['completed', 'complete'] });
  });

  test('can be passed in the options query and extraBody', () => {
    outlet.orders.list({ from, to }, { query: { status: 'open' } });
    outlet.orders.update('o-1', { status: 'cancelled' }, { extraBody: { status: 'complete' } });
  });
});

test('an idempotency key is derived from at least one text, number or boolean', () => {
  assertType<string>(idempotencyKeyFrom('outlet-7', 17, true));
  // @ts-expect-error no part
  idempotencyKeyFrom();
  // @ts-expect-error the ID can be missing
  const _derive = (orderId?: string) => idempotencyKeyFrom('outlet-7', orderId);
  // @ts-expect-error a Date
  idempotencyKeyFrom('outlet-7', from);
});

test('a day is the range of a list', () => {
  expectTypeOf(dayRange('2026-11-01', 'Asia/Bangkok')).toEqualTypeOf<{ from: Date; to: Date }>();
  outlet.orders.list(dayRange('2026-11-01', 'Asia/Bangkok', { startsAt: '04:00' }));
  // @ts-expect-error no time zone
  dayRange('2026-11-01');
  // @ts-expect-error a Date
  dayRange(from, 'Asia/Bangkok');
});

test('only writes accept extraBody, and only POSTs an idempotency key', () => {
  outlet.orders.create(order, { extraBody: { table: 7 }, idempotencyKey: 'k-1' });
  outlet.reservations.cancel('o-1', { extraBody: { reason: 'no show' } });
  outlet.request({ method: 'POST', path: '/outlet' }, { extraBody: { table: 7 } });
  // @ts-expect-error a GET has no body
  outlet.orders.get('o-1', { extraBody: { table: 7 } });
  // @ts-expect-error a list has no body
  outlet.orders.list({ from, to }, { extraBody: { table: 7 } });
  // @ts-expect-error a PUT has no idempotency key
  outlet.orders.update('o-1', { status: 'cancelled' }, { idempotencyKey: 'k-1' });
});

test('values that the API specification does not list stay open', () => {
  assertType<MenuGetParams>({ channelType: 'takeaway' });
  assertType<OrderCreateParams>({ ...order, payments: [{ offlineMethod: 'voucher', amount: 5 }] });
  assertType<ActionLogListParams>({ from, to, action: 'order.moved', actorType: 'robot' });
});

test('a goods receipt query accepts one status or several §goods-receipts.status', () => {
  assertType<GoodsReceiptListParams>({ from, to, status: 'completed' });
  assertType<GoodsReceiptListParams>({ from, to, status: ['completed', 'cancelled'] as const });
});
