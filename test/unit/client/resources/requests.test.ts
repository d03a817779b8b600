import type { OutletClient } from 'outlet-open-api';
import { expect, test } from 'vitest';
import { clientOf, json, scriptedService } from '../../../support/services/scripted-service.js';

const range = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-31T00:00:00.000Z' };
const partner = { channelType: 'partner', partnerChannel: 'foodie' } as const;
const cancelled = { ...range, status: 'cancelled' } as const;
const entries = {
  ...range,
  action: 'orderCancelled',
  actorId: 'a-1',
  actorType: 'staff',
  channelId: 't-1',
  search: 'soup & bread',
};
const receipts = {
  ...range,
  status: 'draft',
  supplierId: 's-1',
  merchantId: 'm-1',
  outletId: 'o-1',
} as const;

type Send = (outlet: OutletClient) => Promise<unknown>;

test.each<[string, Send, object]>([
  ['menus.get §menus-get.type §menus-get.partner', ({ menus }) => menus.get(partner), partner],
  ['orders.list §orders-list.status', ({ orders }) => orders.list(cancelled).firstPage(), cancelled],
  [
    'actionLogs.list §action-logs.action §action-logs.actor-id §action-logs.actor-type §action-logs.channel §action-logs.search',
    ({ actionLogs }) => actionLogs.list(entries).firstPage(),
    entries,
  ],
  [
    'goodsReceipts.list §goods-receipts.supplier',
    ({ goodsReceipts }) => goodsReceipts.list(receipts).firstPage(),
    receipts,
  ],
])('every documented parameter goes into the query of %s', async (_, send, query) => {
  const service = scriptedService(({ url }) => json(url.pathname.endsWith('/menus') ? {} : []));
  await send(clientOf(service));
  expect(service.arrivals).toHaveLength(1);
  expect(Object.fromEntries(service.arrivals[0]?.url.searchParams ?? [])).toEqual(query);
});

const deposit = {
  offlineMethod: 'card',
  amount: 20.5,
  currency: 'EUR',
  externalId: 'p-1',
  created: '2026-03-01T12:00:00.000Z',
};
const order = {
  channelId: 'c-1',
  partnerInfo: { partnerChannel: 'foodie', orderId: 'F-1' },
  items: [
    { customerName: 'Ann', menuItemId: 'm-1', quantity: 2, options: [{ optionId: 'x-1', quantity: 1 }] },
  ],
  payments: [{ ...deposit, customerName: 'Ann' }],
  appliedDiscounts: [{ name: 'Lunch', amount: 1 }],
};
const contact = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com', phoneNumber: '+4912345678' };
const reservation = {
  channelId: 't-1',
  guestCount: 4,
  partnerReservationInfo: { partnerName: 'tables', reservationId: 'r-1', ...contact },
  payments: [deposit],
};
const changes = {
  channelId: 't-2',
  guestCount: 5,
  partnerReservationInfo: { ...contact, note: 'window' },
};
const imported = {
  externalOrderSource: 'old-pos',
  orderDate: '2025-01-01T12:00:00.000Z',
  paidAt: '2025-01-01T13:00:00.000Z',
  number: 12,
  receiptNumber: 'R-12',
};
const menu = { menuItems: [{ photos: [{ itemImage: 'https://cdn.example/a.jpg' }] }] };

test.each<[string, Send, object]>([
  ['orders.create §orders-create.body §orders-create.discounts', ({ orders }) => orders.create(order), order],
  [
    'reservations.create §reservations-create.channel §reservations-create.guests §reservations-create.info §reservations-create.deposit',
    ({ reservations }) => reservations.create(reservation),
    reservation,
  ],
  [
    'reservations.update §reservations-update.table §reservations-update.guests §reservations-update.info §reservation-info.note',
    ({ reservations }) => reservations.update('o-1', changes),
    changes,
  ],
  [
    'reservations.update, one field §reservations-update.changes',
    ({ reservations }) => reservations.update('o-1', { guestCount: 5 }),
    { guestCount: 5 },
  ],
  ['orders.import §orders-import.given §import.fields', ({ orders }) => orders.import(imported), imported],
  ['baseMenus.create §base-menus.body', ({ baseMenus }) => baseMenus.create(menu), menu],
])('every documented field goes into the body of %s, and nothing else', async (_, send, body) => {
  const service = scriptedService();
  await send(clientOf(service));
  expect(service.arrivals[0]?.body).toBe(JSON.stringify(body));
});
