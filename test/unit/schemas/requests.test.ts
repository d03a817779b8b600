import {
  actionLogListParamsSchema,
  baseMenuCreateParamsSchema,
  goodsReceiptListParamsSchema,
  menuGetParamsSchema,
  orderCreateParamsSchema,
  orderImportParamsSchema,
  orderListParamsSchema,
  orderUpdateParamsSchema,
  reservationCreateParamsSchema,
  reservationUpdateParamsSchema,
} from 'outlet-open-api/schemas';
import { describe, expect, test } from 'vitest';

const from = '2026-01-01T00:00:00Z';
const to = new Date('2026-02-01T00:00:00Z');
const guest = { partnerName: 'tables', reservationId: 'r-1' };
const order = {
  channelId: 'c-1',
  partnerInfo: { partnerChannel: 'foodie', orderId: 'f-1' },
  items: [{ menuItemId: 'm-1', quantity: 1, options: [{ optionId: 'x-1', quantity: 1 }] }],
};

describe('input as in the specification is accepted', () => {
  test.each([
    ['an order', orderCreateParamsSchema, order],
    [
      'an order with a payment §orders-create.body',
      orderCreateParamsSchema,
      { ...order, payments: [{ offlineMethod: 'card', amount: 5, created: to }] },
    ],
    [
      'an order with discounts §orders-create.discounts',
      orderCreateParamsSchema,
      { ...order, appliedDiscounts: [{}, { name: 'Friends', amount: 5 }] },
    ],
    ['a cancellation §orders-update.status', orderUpdateParamsSchema, { status: 'cancelled' }],
    [
      'an import §import.fields',
      orderImportParamsSchema,
      {
        externalOrderSource: 'old-pos',
        orderDate: to,
        paidAt: from,
        number: 7,
        receiptNumber: 'R7',
        table: 4,
      },
    ],
    [
      'a reservation',
      reservationCreateParamsSchema,
      { channelId: 't-1', guestCount: 4, partnerReservationInfo: guest },
    ],
    [
      'a change of a reservation',
      reservationUpdateParamsSchema,
      { channelId: 't-2', partnerReservationInfo: { note: 'window' } },
    ],
    ['no change of a reservation §reservations-update.changes', reservationUpdateParamsSchema, {}],
    ['the cancellation of a reservation', reservationUpdateParamsSchema, { status: 'cancelled' }],
    [
      'a base menu §base-menus.body',
      baseMenuCreateParamsSchema,
      { menuItems: [{ name: 'Soup', photos: [{ itemImage: 'https://cdn.example/a.jpg' }] }] },
    ],
    ['a menu query', menuGetParamsSchema, { channelType: 'partner', partnerChannel: 'foodie' }],
    ['an order query', orderListParamsSchema, { from, to, status: 'complete' }],
    ['a goods receipt query of one status', goodsReceiptListParamsSchema, { from, to, status: 'draft' }],
    [
      'a goods receipt query of several',
      goodsReceiptListParamsSchema,
      { from, to, status: ['draft', 'completed'] },
    ],
    ['an action log query', actionLogListParamsSchema, { from, to, search: 'soup' }],
  ])('%s', (_, schema, input) => {
    expect(schema.parse(input)).toStrictEqual(input);
  });
});

describe('invalid input is rejected', () => {
  test.each([
    ['an order without a channel', orderCreateParamsSchema, { ...order, channelId: undefined }],
    [
      'an order whose quantity is text',
      orderCreateParamsSchema,
      { ...order, items: [{ menuItemId: 'm-1', quantity: '1' }] },
    ],
    ['an update without a status', orderUpdateParamsSchema, {}],
    ['an import without a source §import.source', orderImportParamsSchema, { orderDate: from }],
    ['a reservation without its guest', reservationCreateParamsSchema, { channelId: 't-1', guestCount: 4 }],
    [
      'a cancellation with other fields §reservations-update.rule-1',
      reservationUpdateParamsSchema,
      { status: 'cancelled', guestCount: 5 },
    ],
    [
      'a cancellation with an undocumented field §reservations-update.rule-1',
      reservationUpdateParamsSchema,
      { status: 'cancelled', reason: 'ill' },
    ],
    ['another status of a reservation', reservationUpdateParamsSchema, { status: 'complete' }],
    [
      'a changed partner §reservations-update.rule-2',
      reservationUpdateParamsSchema,
      { partnerReservationInfo: { partnerName: 'tables' } },
    ],
    [
      'another reservation',
      reservationUpdateParamsSchema,
      { partnerReservationInfo: { reservationId: 'r-2' } },
    ],
    [
      'a deposit with a customer §payment.customer',
      reservationCreateParamsSchema,
      {
        channelId: 't-1',
        guestCount: 4,
        partnerReservationInfo: guest,
        payments: [{ offlineMethod: 'card', amount: 5, customerName: 'Ann' }],
      },
    ],
    [
      'a discount whose name is null',
      orderCreateParamsSchema,
      { ...order, appliedDiscounts: [{ name: null }] },
    ],
    ['a base menu without items', baseMenuCreateParamsSchema, {}],
    ['photos that are null', baseMenuCreateParamsSchema, { menuItems: [{ photos: null }] }],
    ['a photo without a URL', baseMenuCreateParamsSchema, { menuItems: [{ photos: [{}] }] }],
    [
      'a photo whose URL is null',
      baseMenuCreateParamsSchema,
      { menuItems: [{ photos: [{ itemImage: null }] }] },
    ],
    ['a menu of no channel type', menuGetParamsSchema, { partnerChannel: 'foodie' }],
    ['a range without a start', orderListParamsSchema, { to }],
    ['a status that lists do not support', orderListParamsSchema, { from, to, status: 'completed' }],
    [
      'a status of an order in a list of goods receipts',
      goodsReceiptListParamsSchema,
      { from, to, status: ['complete'] },
    ],
    ['an update to another status', orderUpdateParamsSchema, { status: 'complete' }],
    ['a range in milliseconds', goodsReceiptListParamsSchema, { from: 0, to: 1 }],
    ['a search that is not a string', actionLogListParamsSchema, { from, to, search: 5 }],
  ])('%s', (_, schema, input) => {
    expect(schema.safeParse(input).success).toBe(false);
  });
});
