import type { UseCase } from '../../src/entities/use-case.js';
import type { JsonObject } from './schemas.js';

/** An example of an operation. If the path has an order, it is that of the last POST. */
export interface ExampleRequest {
  readonly operation: string;
  readonly key: UseCase;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: JsonObject;
}

/** The time of the first request. */
export const now = Date.UTC(2026, 0, 15, 12);

/** An example of each operation, in the order in which the fake gets them. */
export const requests: readonly ExampleRequest[] = [
  { operation: 'channels.list', key: 'digital-ordering' },
  {
    operation: 'menus.get',
    key: 'digital-ordering',
    query: { channelType: 'partner', partnerChannel: 'foodie' },
  },
  {
    operation: 'orders.create',
    key: 'digital-ordering',
    body: {
      channelId: 'channel-foodie',
      partnerInfo: { partnerChannel: 'foodie', orderId: 'F-1001' },
      items: [
        {
          menuItemId: 'item-burger',
          quantity: 2,
          customerName: 'Jane Doe',
          options: [{ optionId: 'option-cheese', quantity: 1 }],
        },
      ],
      payments: [
        {
          offlineMethod: 'card',
          amount: 30.2,
          currency: 'EUR',
          externalId: 'P-1001',
          created: '2026-01-15T11:59:00.000Z',
          customerName: 'Jane Doe',
        },
      ],
      appliedDiscounts: [{ name: 'Lunch', amount: 1 }],
    },
  },
  { operation: 'orders.get', key: 'digital-ordering' },
  { operation: 'orders.update', key: 'digital-ordering', body: { status: 'cancelled' } },
  { operation: 'actionLogs.forOrder', key: 'order-data' },
  {
    operation: 'reservations.create',
    key: 'reservations',
    body: {
      channelId: 'table-4',
      guestCount: 4,
      partnerReservationInfo: {
        partnerName: 'bookable',
        reservationId: 'R-77',
        firstName: 'Jane',
        lastName: 'Doe',
        email: 'jane.doe@example.com',
        phoneNumber: '+12025550143',
      },
    },
  },
  { operation: 'reservations.update', key: 'reservations', body: { channelId: 'table-6', guestCount: 5 } },
  {
    operation: 'orders.import',
    key: 'order-data',
    body: {
      externalOrderSource: 'old-pos',
      orderDate: '2025-06-30T18:05:00.000Z',
      paidAt: '2025-06-30T19:20:00.000Z',
      number: '4711',
      receiptNumber: 'B-4711',
    },
  },
  {
    operation: 'orders.list',
    key: 'order-data',
    query: { from: '2026-01-15T11:00:00.000Z', to: '2026-01-15T13:00:00.000Z', status: 'cancelled' },
  },
  {
    operation: 'actionLogs.list',
    key: 'order-data',
    query: { from: '2026-01-15T00:00:00.000Z', to: '2026-01-15T13:00:00.000Z', action: 'orderCancelled' },
  },
  {
    operation: 'baseMenus.create',
    key: 'inventory-management',
    body: { menuItems: [{ photos: [{ itemImage: 'https://photos.example/soup.jpg' }] }] },
  },
  {
    operation: 'goodsReceipts.list',
    key: 'order-data',
    query: {
      from: '2026-01-14T00:00:00.000Z',
      to: '2026-01-15T00:00:00.000Z',
      status: 'completed,partiallyReceived',
    },
  },
];
