import type { FakeOutlet } from 'outlet-open-api/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeAtNoon, send, type What } from './send.js';

let fake: FakeOutlet;

beforeEach(() => {
  fake = fakeAtNoon({ empty: true });
  fake.channels.add(
    { id: 'foodie', type: 'partner' },
    { id: 'table-1', type: 'dine-in' },
    { id: 'table-2', type: 'dine-in' },
  );
  fake.channels.publish();
  fake.menus.add({
    id: 'pizza',
    name: 'Pizza',
    price: 10,
    partnerPrices: { foodie: 12 },
    options: [{ id: 'cheese', name: 'Cheese', price: 1 }],
  });
  fake.menus.publish();
  fake.orders.add({ id: 'open', channelId: 'foodie' });
  fake.orders.add({ id: 'complete', status: 'complete', created: '2026-03-10T00:00:00Z' });
  fake.orders.add({ id: 'cancelled', status: 'cancelled', created: '2026-03-20T00:00:00Z' });
  fake.orders.add({
    id: 'aggregated',
    status: 'complete',
    partnerAggregated: true,
    created: '2026-03-25T00:00:00Z',
  });
  fake.orders.add({
    id: 'booked',
    channelId: 'table-1',
    guestCount: 2,
    createdBy: 'reservations',
    partnerReservationInfo: { partnerName: 'tablebook', reservationId: 'R-1', firstName: 'Kim' },
  });
  fake.goodsReceipts.add({
    id: 'bill',
    created: '2026-03-10T00:00:00Z',
    deliveryDate: '2026-02-10T00:00:00Z',
    supplier: { supplierId: 'fish' },
    items: [{ totalPrice: 10 }],
  });
  fake.goodsReceipts.add({ id: 'draft', created: '2026-03-11T00:00:00Z', status: 'draft' });
});

interface Row extends What {
  rule: string;
  send: string;
  status: number;
  /** What the body holds. */
  gives?: object;
  /** The fields that `errors` names, in any order. */
  names?: string[];
}

const march = 'from=2026-03-01T00:00:00Z&to=2026-03-31T00:00:00Z';
const order = { channelId: 'foodie', items: [{ menuItemId: 'pizza', quantity: 2 }] };
const info = { partnerName: 'tablebook', reservationId: 'R-2' };
const booking = { channelId: 'table-2', guestCount: 4, partnerReservationInfo: info };

/** A request that gets a 400, which names these fields. */
const invalid = (rule: string, send: string, names: string[], what: What = {}): Row => {
  return { rule, send, status: 400, names, ...what };
};

/** A list that has exactly these records. */
const lists = (rule: string, send: string, ids: string[], what: What = {}): Row => {
  return {
    rule,
    send,
    status: 200,
    gives: { data: ids.map((id) => expect.objectContaining({ id })), next: null },
    ...what,
  };
};

const rows: Record<string, Row[]> = {
  Routes: [
    { rule: 'an unknown path', send: 'GET /suppliers', status: 404, gives: { code: 404 } },
    { rule: 'a known path with another method', send: 'DELETE /orders/open', status: 405 },
    {
      rule: 'receipts cannot be posted §goods-receipts.no-post',
      send: 'POST /inventory/goods-receipts',
      body: {},
      status: 405,
    },
    {
      rule: 'suppliers are not open to outlet keys §goods-receipts.no-suppliers',
      send: 'GET /inventory/suppliers',
      status: 404,
    },
    {
      rule: 'products are not open to outlet keys §goods-receipts.no-products',
      send: 'GET /inventory/products',
      status: 404,
    },
    { rule: 'a fixed path wins over an id', send: `GET /orders/action-logs?${march}`, status: 200 },
    { rule: 'an encoded id', send: 'GET /orders/%6Fpen', status: 200, gives: { id: 'open' } },
    {
      rule: 'a body that is not JSON §service.json §endpoints.body',
      send: 'POST /orders',
      body: '{',
      status: 400,
      gives: { code: 400 },
    },
    { rule: 'a body that is not an object', send: 'POST /orders', body: '[]', status: 400 },
    {
      rule: 'another content type §endpoints.body',
      send: 'POST /orders',
      body: order,
      headers: { 'content-type': 'text/plain' },
      status: 400,
    },
  ],
  'Channels and menus': [
    {
      rule: 'partner and dine-in channels §channels-list.types §channel.types §flow.digital-ordering.channel §flow.reservations.tables',
      send: 'GET /channels',
      status: 200,
      gives: {
        data: [
          { id: 'foodie', type: 'partner' },
          { id: 'table-1', type: 'dine-in' },
          { id: 'table-2', type: 'dine-in' },
        ],
      },
    },
    {
      rule: 'a partner sees its own prices §flow.digital-ordering.overrides',
      send: 'GET /menus?channelType=partner&partnerChannel=foodie',
      status: 200,
      gives: { menuItems: [expect.objectContaining({ id: 'pizza', price: 12 })] },
    },
    {
      rule: 'tables see the prices of the outlet §menu.per-type §menu.item-id §menu.option-id §menus-get.type',
      send: 'GET /menus?channelType=dine-in',
      status: 200,
      gives: {
        menuItems: [
          expect.objectContaining({
            id: 'pizza',
            price: 10,
            options: [expect.objectContaining({ id: expect.any(String) })],
          }),
        ],
      },
    },
    invalid(
      'a partner is named §menus-get.partner §flow.digital-ordering.partner',
      'GET /menus?channelType=partner',
      ['partnerChannel'],
    ),
    invalid('a channel type is named §menus-get.type §flow.digital-ordering.menu', 'GET /menus', [
      'channelType',
    ]),
  ],
  'Creating orders': [
    {
      rule: 'an order §orders-create.answer §endpoints.success §flow.digital-ordering.order',
      send: 'POST /orders',
      body: order,
      status: 201,
      gives: { status: 'open', channelId: 'foodie' },
    },
    {
      rule: 'names default to the open discount §order.discount-name §orders-create.discounts',
      send: 'POST /orders',
      body: { ...order, appliedDiscounts: [{ amount: 5 }, { name: 'Lunch', amount: 1 }] },
      status: 201,
      gives: {
        appliedDiscounts: [
          { name: 'Open Discount', amount: 5 },
          { name: 'Lunch', amount: 1 },
        ],
        total: 14,
      },
    },
    {
      rule: 'discounts up to the bill §order.discount-sum',
      send: 'POST /orders',
      body: { ...order, appliedDiscounts: [{ amount: 15 }, { amount: 5 }] },
      status: 201,
      gives: { total: 0 },
    },
    invalid(
      'discounts above the bill §order.discount-sum §orders-create.discount-sum',
      'POST /orders',
      ['appliedDiscounts'],
      { body: { ...order, appliedDiscounts: [{ amount: 15 }, { amount: 5.01 }] } },
    ),
    invalid('lists that are null', 'POST /orders', ['items[0].options', 'payments', 'appliedDiscounts'], {
      body: {
        ...order,
        items: [{ ...order.items[0], options: null }],
        payments: null,
        appliedDiscounts: null,
      },
    }),
    invalid(
      'discounts with fractions of a cent',
      'POST /orders',
      ['appliedDiscounts[1].amount', 'appliedDiscounts[2].amount'],
      { body: { ...order, appliedDiscounts: [{ amount: 0.07 }, { amount: 0.004 }, { amount: 20.004 }] } },
    ),
    invalid('a discount that is too large for a number', 'POST /orders', ['appliedDiscounts[0].amount'], {
      body: '{"channelId":"foodie","items":[{"menuItemId":"pizza","quantity":1}],"appliedDiscounts":[{"amount":1e999}]}',
    }),
    invalid('a channel of another outlet §channel.referenced §service.scope', 'POST /orders', ['channelId'], {
      body: { ...order, channelId: 'nowhere' },
    }),
    invalid(
      'all missing fields are named §orders-create.invalid §errors.status.400 §errors.errors',
      'POST /orders',
      ['channelId', 'items'],
      { body: {} },
    ),
    invalid(
      'unknown items and options §menu.item-referenced §menu.option-referenced',
      'POST /orders',
      ['items[0].options[0].optionId', 'items[1].menuItemId'],
      {
        body: {
          channelId: 'foodie',
          items: [
            { menuItemId: 'pizza', quantity: 1, options: [{ optionId: 'gold', quantity: 1 }] },
            { menuItemId: 'pasta', quantity: 1 },
          ],
        },
      },
    ),
    invalid('an item that is not an object', 'POST /orders', ['items[0]'], {
      body: { channelId: 'foodie', items: [7, { menuItemId: 'pasta', quantity: 1 }] },
    }),
    ...[0, -1, 1.5, '2', null].map((quantity) => ({
      rule: `a quantity of ${JSON.stringify(quantity)} §order-item.whole`,
      send: 'POST /orders',
      body: { channelId: 'foodie', items: [{ menuItemId: 'pizza', quantity }] },
      status: 400,
      names: ['items[0].quantity'],
    })),
    invalid('a payment without an amount', 'POST /orders', ['payments[0].amount'], {
      body: { ...order, payments: [{ offlineMethod: 'card' }] },
    }),
  ],
  'Reading and cancelling orders': [
    {
      rule: 'an order §orders-get.whole §endpoints.success',
      send: 'GET /orders/complete',
      status: 200,
      gives: { id: 'complete', items: [], payments: [] },
    },
    { rule: 'every use case sees it', send: 'GET /orders/complete', as: 'reservations', status: 200 },
    {
      rule: 'no such order §orders-get.missing §action-log.as-order §errors.status.404',
      send: 'GET /orders/none',
      status: 404,
      gives: { code: 404 },
    },
    { rule: 'an aggregated order §action-log.as-order', send: 'GET /orders/aggregated', status: 404 },
    {
      rule: 'cancelling §orders-update.status §order-state.cancelled §endpoints.success §flow.digital-ordering.cancel',
      send: 'PUT /orders/open',
      body: { status: 'cancelled' },
      status: 200,
      gives: { id: 'open', status: 'cancelled' },
    },
    invalid('another status §orders-update.status', 'PUT /orders/open', ['status'], {
      body: { status: 'complete' },
    }),
    {
      rule: 'cancelling a complete order',
      send: 'PUT /orders/complete',
      body: { status: 'cancelled' },
      status: 400,
      gives: { message: 'The order is already complete' },
    },
    {
      rule: 'cancelling a cancelled order',
      send: 'PUT /orders/cancelled',
      body: { status: 'cancelled' },
      status: 400,
      gives: { message: 'The order is already cancelled' },
    },
    {
      rule: "cancelling another key's reservation",
      send: 'PUT /orders/booked',
      body: { status: 'cancelled' },
      status: 403,
    },
    {
      rule: 'cancelling an own reservation as an order',
      send: 'PUT /orders/booked',
      as: 'reservations',
      body: { status: 'cancelled' },
      status: 200,
      gives: { id: 'booked', status: 'cancelled' },
    },
    {
      rule: 'cancelling a missing order',
      send: 'PUT /orders/none',
      body: { status: 'cancelled' },
      status: 404,
    },
  ],
  'Listing orders': [
    lists(
      'both final statuses by default, aggregated ones too §orders-list.default §order-state.final',
      `GET /orders?${march}`,
      ['complete', 'cancelled', 'aggregated'],
    ),
    lists('one status §orders-list.status', `GET /orders?${march}&status=cancelled`, ['cancelled']),
    invalid('other statuses §orders-list.status', `GET /orders?${march}&status=open`, ['status']),
    lists(
      'the bounds are part of the range §orders-list.from §orders-list.to §resources.bounds',
      'GET /orders?from=2026-03-10T00:00:00Z&to=2026-03-20T00:00:00Z',
      ['complete', 'cancelled'],
    ),
    lists('offsets', 'GET /orders?from=2026-03-10T02:00:00%2B02:00&to=2026-03-10T00:00:00.000Z', [
      'complete',
    ]),
    invalid(
      'an offset that was not encoded',
      'GET /orders?from=2026-03-10T02:00:00+02:00&to=2026-03-11T00:00:00Z',
      ['from'],
    ),
    {
      rule: 'exactly 31 days §orders-list.range §limits.range',
      send: 'GET /orders?from=2026-03-01T00:00:00Z&to=2026-04-01T00:00:00Z',
      status: 200,
    },
    invalid(
      'a moment more than 31 days §orders-list.range §limits.range',
      'GET /orders?from=2026-03-01T00:00:00Z&to=2026-04-01T00:00:00.001Z',
      ['to'],
    ),
    { rule: 'no range', send: 'GET /orders', status: 400, names: ['from', 'to'] },
    lists(
      'a key of the stock system reads them §flow.inventory.backfill',
      `GET /orders?${march}&status=complete`,
      ['complete', 'aggregated'],
      { as: 'inventory-management' },
    ),
    lists(
      'a key of accounting reads them §use-case.accounting.reads §flow.accounting.sales',
      `GET /orders?${march}&status=complete`,
      ['complete', 'aggregated'],
      { as: 'order-data' },
    ),
    invalid(
      'a bare date §orders-list.from §resources.bounds',
      'GET /orders?from=2026-03-01&to=2026-03-02T00:00:00Z',
      ['from'],
    ),
    invalid('a range that runs backwards', 'GET /orders?from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z', [
      'from',
    ]),
    invalid('an unknown cursor', `GET /orders?${march}&cursor=abc`, ['cursor']),
  ],
  Reservations: [
    {
      rule: 'guests arrive §reservations-create.answer §reservations-create.info §flow.reservations.arrival',
      send: 'POST /orders/reservations',
      as: 'reservations',
      body: booking,
      status: 201,
      gives: { status: 'open', guestCount: 4, partnerReservationInfo: info },
    },
    {
      rule: 'a deposit §reservations-create.deposit',
      send: 'POST /orders/reservations',
      body: {
        ...booking,
        payments: [{ offlineMethod: 'card', amount: 20, created: '2026-03-31T11:00:00.000Z' }],
      },
      status: 201,
      gives: { payments: [expect.objectContaining({ amount: 20 })] },
    },
    invalid(
      'a deposit has no customer name §reservations-create.customer',
      'POST /orders/reservations',
      ['payments[0].customerName'],
      { body: { ...booking, payments: [{ amount: 20, customerName: 'Kim' }] } },
    ),
    ...['+49 (30) 123-456', '+15550100'].map((phoneNumber) => ({
      rule: `the phone number ${phoneNumber} §reservation-info.phone`,
      send: 'POST /orders/reservations',
      body: { ...booking, partnerReservationInfo: { ...info, phoneNumber } },
      status: 201,
    })),
    ...['030 123456', '+', '+49 call me', '0049 30 123456'].map((phoneNumber) => ({
      rule: `a phone number that is not international: ${phoneNumber} §reservation-info.phone`,
      send: 'POST /orders/reservations',
      body: { ...booking, partnerReservationInfo: { ...info, phoneNumber } },
      status: 400,
      names: ['partnerReservationInfo.phoneNumber'],
    })),
    invalid(
      'a partner channel instead of a table §reservations-create.channel',
      'POST /orders/reservations',
      ['channelId'],
      { body: { ...booking, channelId: 'foodie' } },
    ),
    ...[0, 2.5, '4'].map((guestCount) => ({
      rule: `${JSON.stringify(guestCount)} guests §reservations-create.guests`,
      send: 'POST /orders/reservations',
      body: { ...booking, guestCount },
      status: 400,
      names: ['guestCount'],
    })),
    {
      rule: 'moving, more guests, and their contact §reservations-update.changes §reservations-update.table §reservations-update.guests §reservations-update.info §reservation-info.note §flow.reservations.change',
      send: 'PUT /orders/reservations/booked',
      as: 'reservations',
      body: { channelId: 'table-2', guestCount: 3, partnerReservationInfo: { note: 'window' } },
      status: 200,
      gives: {
        channelId: 'table-2',
        guestCount: 3,
        partnerReservationInfo: {
          partnerName: 'tablebook',
          reservationId: 'R-1',
          firstName: 'Kim',
          note: 'window',
        },
      },
    },
    invalid('moving to a channel that is not a table', 'PUT /orders/reservations/booked', ['channelId'], {
      as: 'reservations',
      body: { channelId: 'foodie' },
    }),
    {
      rule: 'cancelling §reservations-update.closes §order-state.reservation-cancelled §flow.reservations.change',
      send: 'PUT /orders/reservations/booked',
      as: 'reservations',
      body: { status: 'cancelled' },
      status: 200,
      gives: { status: 'cancelled' },
    },
    invalid(
      'cancelling with something else §reservations-update.rule-1 §order-state.reservation-cancelled.alone',
      'PUT /orders/reservations/booked',
      ['status'],
      { as: 'reservations', body: { status: 'cancelled', guestCount: 3 } },
    ),
    invalid(
      'another identity §reservations-update.rule-2 §reservation-info.partner-fixed §reservation-info.reservation-fixed',
      'PUT /orders/reservations/booked',
      ['partnerReservationInfo.partnerName', 'partnerReservationInfo.reservationId'],
      {
        as: 'reservations',
        body: { partnerReservationInfo: { partnerName: 'other', reservationId: 'R-9' } },
      },
    ),
    {
      rule: 'the same identity §reservations-update.rule-2',
      send: 'PUT /orders/reservations/booked',
      as: 'reservations',
      body: { partnerReservationInfo: { partnerName: 'tablebook', reservationId: 'R-1', note: 'window' } },
      status: 200,
      gives: { partnerReservationInfo: expect.objectContaining({ note: 'window' }) },
    },
    {
      rule: 'another key §reservations-update.rule-3 §auth.9',
      send: 'PUT /orders/reservations/booked',
      body: { guestCount: 3 },
      status: 403,
    },
    {
      rule: 'a cancellation by another key §order-state.reservation-cancelled.key §reservations-update.rule-3',
      send: 'PUT /orders/reservations/booked',
      body: { status: 'cancelled' },
      status: 403,
    },
    {
      rule: 'no such reservation',
      send: 'PUT /orders/reservations/none',
      body: { guestCount: 3 },
      status: 404,
    },
  ],
  Import: [
    {
      rule: 'an import is complete at once, with the fields of the caller §orders-import.complete §orders-import.given §import.fields',
      send: 'POST /orders/import',
      body: {
        externalOrderSource: 'old-pos',
        orderDate: '2025-01-02T03:04:05.000Z',
        paidAt: '2025-01-02T04:04:05.000Z',
        number: 7,
        receiptNumber: 'R7',
      },
      status: 201,
      gives: {
        status: 'complete',
        number: 7,
        receiptNumber: 'R7',
        orderDate: '2025-01-02T03:04:05.000Z',
        paidAt: '2025-01-02T04:04:05.000Z',
      },
    },
    {
      rule: 'nothing is checked against the menu §orders-import.unchecked',
      send: 'POST /orders/import',
      body: { externalOrderSource: 'old-pos', items: [{ menuItemId: 'forgotten', quantity: -1 }] },
      status: 201,
    },
    invalid(
      'documented fields have their documented types',
      'POST /orders/import',
      ['channelId', 'items[0].quantity', 'items[0].options[0].optionId'],
      {
        body: {
          externalOrderSource: 'old-pos',
          channelId: 7,
          items: [{ quantity: 'two', options: [{ optionId: 1 }] }],
        },
      },
    ),
    invalid('lists are not null', 'POST /orders/import', ['items', 'payments', 'appliedDiscounts'], {
      body: { externalOrderSource: 'old-pos', items: null, payments: null, appliedDiscounts: null },
    }),
    invalid('payments are checked', 'POST /orders/import', ['payments[0].amount'], {
      body: { externalOrderSource: 'old-pos', payments: [{ amount: 'x' }] },
    }),
    invalid(
      'the source is named §orders-import.source §import.source',
      'POST /orders/import',
      ['externalOrderSource'],
      { body: {} },
    ),
  ],
  'Goods receipts': [
    lists(
      'completed ones by default §goods-receipts.default §flow.accounting.bill',
      `GET /inventory/goods-receipts?${march}`,
      ['bill'],
    ),
    lists(
      'a key of accounting reads them §use-case.accounting.reads §flow.accounting.purchases',
      `GET /inventory/goods-receipts?${march}`,
      ['bill'],
      { as: 'order-data' },
    ),
    lists(
      'by the time of recording, not by the date of the bill §goods-receipts.created §goods-receipt.created',
      'GET /inventory/goods-receipts?from=2026-02-01T00:00:00Z&to=2026-03-01T00:00:00Z',
      [],
    ),
    lists(
      'every status §goods-receipts.statuses §goods-receipt.statuses §receipt-state.all',
      `GET /inventory/goods-receipts?${march}&status=draft,completed,cancelled,partiallyReceived`,
      ['bill', 'draft'],
    ),
    invalid('no range §goods-receipts.from §goods-receipts.to', 'GET /inventory/goods-receipts', [
      'from',
      'to',
    ]),
    invalid(
      'bare dates §goods-receipts.form §resources.bounds',
      'GET /inventory/goods-receipts?from=2026-03-01&to=2026-03-02',
      ['from', 'to'],
    ),
    lists(
      'a list of statuses §goods-receipts.status',
      `GET /inventory/goods-receipts?${march}&status=draft,completed`,
      ['bill', 'draft'],
    ),
    invalid(
      'an unknown status §goods-receipts.statuses',
      `GET /inventory/goods-receipts?${march}&status=lost`,
      ['status'],
    ),
    lists(
      'one supplier §goods-receipts.supplier §goods-receipts.mapping',
      `GET /inventory/goods-receipts?${march}&supplierId=fish`,
      ['bill'],
    ),
    lists(
      'another supplier §goods-receipts.supplier',
      `GET /inventory/goods-receipts?${march}&supplierId=milk`,
      [],
    ),
    {
      rule: 'another merchant §goods-receipts.merchant §auth.8.other §errors.status.403',
      send: `GET /inventory/goods-receipts?${march}&merchantId=m`,
      status: 403,
      gives: { code: 403 },
    },
    {
      rule: 'another outlet §goods-receipts.outlet §auth.8.other §service.scope §auth.2.bound',
      send: `GET /inventory/goods-receipts?${march}&outletId=o`,
      status: 403,
    },
    invalid(
      'more than 31 days §goods-receipts.range §limits.range',
      'GET /inventory/goods-receipts?from=2026-01-01T00:00:00Z&to=2026-03-01T00:00:00Z',
      ['to'],
    ),
  ],
  'Action logs': [
    {
      rule: 'of a missing order §action-log.missing §errors.status.404',
      send: 'GET /orders/none/action-log',
      status: 404,
    },
    {
      rule: 'of an aggregated order §action-log.aggregated',
      send: 'GET /orders/aggregated/action-log',
      status: 404,
    },
    invalid(
      'more than 31 days §action-logs.range §limits.range',
      'GET /orders/action-logs?from=2026-01-01T00:00:00Z&to=2026-03-01T00:00:00Z',
      ['to'],
    ),
    invalid('no range §action-logs.required', 'GET /orders/action-logs', ['from', 'to']),
    invalid(
      'bare dates §action-logs.form §resources.bounds',
      'GET /orders/action-logs?from=2026-03-01&to=2026-03-02',
      ['from', 'to'],
    ),
  ],
};

for (const [section, table] of Object.entries(rows)) {
  describe(section, () => {
    const titled = table.map((row) => [`${row.status}: ${row.rule}`, row] as const);

    it.each(titled)('%s', async (_, { send: line, status, gives, names, ...what }) => {
      const response = await send(fake, line, what);

      expect(response).toMatchObject({ status, body: gives ?? {} });
      expect(response.headers.get('content-type')).toBe('application/json');
      if (names) expect(fieldsOf(response.body).toSorted()).toEqual(names.toSorted());
    });
  });
}

it('lists orders with all fields, as they are returned by id §orders-list.payload §order.same-shape', async () => {
  const payments = [{ offlineMethod: 'card', amount: 20 }];
  fake.orders.add({ id: 'paid', items: order.items, payments, created: '2026-03-12T00:00:00Z' });
  fake.orders.complete('paid');

  const { body } = await send(fake, `GET /orders?${march}&status=complete`);

  const alone = await send(fake, 'GET /orders/paid');
  expect(alone.body).toMatchObject({ items: order.items, payments });
  expect(body).toMatchObject({ data: expect.arrayContaining([alone.body]) });
});

it.each([
  ['is not valid', { channelId: 'foodie', items: [{ menuItemId: 'pasta', quantity: 1 }] }],
  ['has a discount that is too large', { ...order, appliedDiscounts: [{ amount: 21 }] }],
])('creates no order that %s §orders-create.refused', async (_, body) => {
  const before = fake.orders.all();

  expect((await send(fake, 'POST /orders', { body })).status).toBe(400);

  expect(fake.orders.all()).toEqual(before);
});

it('accepts a request for its own merchant and outlet §auth.8', async () => {
  const own = `merchantId=${fake.merchantId}&outletId=${fake.outletId}`;

  expect(await send(fake, `GET /inventory/goods-receipts?${march}&${own}`)).toMatchObject({ status: 200 });
});

it('responds at any base URL §endpoints.prefix §versioning.1', async () => {
  const { token } = fake.key('order-data');
  const headers = { authorization: `Bearer ${token}` };

  const response = await fake.fetch('http://127.0.0.1:4010/shop/api/v1/channels', { headers });

  expect(response.status).toBe(200);
  expect((await fake.fetch('http://127.0.0.1:4010/channels', { headers })).status).toBe(404);
});

function fieldsOf(body: unknown): string[] {
  const { errors } = body as { errors: { field: string; message: string }[] };
  return errors.map(({ field }) => field);
}
