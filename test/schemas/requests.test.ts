import {
  actionLogQuerySchema,
  createBaseMenuSchema,
  createOrderSchema,
  createReservationSchema,
  goodsReceiptQuerySchema,
  importOrderSchema,
  menuQuerySchema,
  orderQuerySchema,
  updateOrderSchema,
  updateReservationSchema,
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

describe('an input as the specification shows it is accepted', () => {
  test.each([
    ['an order', createOrderSchema, order],
    [
      'an order with a payment §orders-create.body',
      createOrderSchema,
      { ...order, payments: [{ offlineMethod: 'card', amount: 5, created: to }] },
    ],
    [
      'an order with discounts §orders-create.discounts',
      createOrderSchema,
      { ...order, appliedDiscounts: [{}, { name: 'Friends', amount: 5 }] },
    ],
    ['a cancellation §orders-update.status', updateOrderSchema, { status: 'cancelled' }],
    [
      'an import §import.fields',
      importOrderSchema,
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
      createReservationSchema,
      { channelId: 't-1', guestCount: 4, partnerReservationInfo: guest },
    ],
    [
      'a change of a reservation',
      updateReservationSchema,
      { channelId: 't-2', partnerReservationInfo: { note: 'window' } },
    ],
    ['no change of a reservation §reservations-update.changes', updateReservationSchema, {}],
    ['the cancellation of a reservation', updateReservationSchema, { status: 'cancelled' }],
    [
      'a base menu §base-menus.body',
      createBaseMenuSchema,
      { menuItems: [{ name: 'Soup', photos: [{ itemImage: 'https://cdn.example/a.jpg' }] }] },
    ],
    ['a menu query', menuQuerySchema, { channelType: 'partner', partnerChannel: 'foodie' }],
    ['an order query', orderQuerySchema, { from, to, status: 'complete' }],
    ['a goods receipt query of one status', goodsReceiptQuerySchema, { from, to, status: 'draft' }],
    [
      'a goods receipt query of several',
      goodsReceiptQuerySchema,
      { from, to, status: ['draft', 'completed'] },
    ],
    ['an action log query', actionLogQuerySchema, { from, to, search: 'soup' }],
  ])('%s', (_, schema, input) => {
    expect(schema.parse(input)).toStrictEqual(input);
  });
});

describe('an input that breaks it is refused', () => {
  test.each([
    ['an order without a channel', createOrderSchema, { ...order, channelId: undefined }],
    [
      'an order whose quantity is text',
      createOrderSchema,
      { ...order, items: [{ menuItemId: 'm-1', quantity: '1' }] },
    ],
    ['an update without a status', updateOrderSchema, {}],
    ['an import without its source §import.source', importOrderSchema, { orderDate: from }],
    ['a reservation without its guest', createReservationSchema, { channelId: 't-1', guestCount: 4 }],
    [
      'a cancellation with more §reservations-update.rule-1',
      updateReservationSchema,
      { status: 'cancelled', guestCount: 5 },
    ],
    ['another status of a reservation', updateReservationSchema, { status: 'complete' }],
    [
      'another partner §reservations-update.rule-2',
      updateReservationSchema,
      { partnerReservationInfo: { partnerName: 'tables' } },
    ],
    ['another reservation', updateReservationSchema, { partnerReservationInfo: { reservationId: 'r-2' } }],
    ['a base menu without items', createBaseMenuSchema, {}],
    ['a menu of no channel type', menuQuerySchema, { partnerChannel: 'foodie' }],
    ['a range without an end', orderQuerySchema, { from }],
    ['a range in milliseconds', goodsReceiptQuerySchema, { from: 0, to: 1 }],
    ['a search that is no text', actionLogQuerySchema, { from, to, search: 5 }],
  ])('%s', (_, schema, input) => {
    expect(schema.safeParse(input).success).toBe(false);
  });
});
