import type { UseCase } from '../entities/use-case.js';
import { type ApiKey, createOrder, fill, type OrderFields, type Outlet } from '../fake/index.js';

const minute = 60_000;

interface OpenOrder extends OrderFields {
  /** The use case of the default key that creates the order. Default: the POS creates it. */
  readonly useCase?: UseCase;
  readonly age: number;
}

const openOrders: readonly OpenOrder[] = [
  {
    useCase: 'reservations',
    age: 25 * minute,
    channelId: 'table-2',
    guestCount: 4,
    partnerReservationInfo: {
      partnerName: 'tablebook',
      reservationId: 'R-2001',
      firstName: 'Kim',
      lastName: 'Adams',
    },
  },
  {
    age: 12 * minute,
    channelId: 'table-5',
    guestCount: 2,
    items: [
      { menuItemId: 'item-pizza', quantity: 2 },
      { menuItemId: 'item-lemonade', quantity: 2, options: [{ optionId: 'option-large', quantity: 1 }] },
    ],
  },
  {
    useCase: 'digital-ordering',
    age: 4 * minute,
    channelId: 'channel-foodie',
    // The programs of the README and the guides create F-1001.
    partnerInfo: { partnerChannel: 'foodie', orderId: 'F-1000' },
    items: [
      { menuItemId: 'item-burger', quantity: 2, options: [{ optionId: 'option-cheese', quantity: 1 }] },
      { menuItemId: 'item-cake', quantity: 1 },
    ],
  },
];

/** Fills an outlet with past data, an order of a delivery platform, a reservation, and an order at a table, for staff to work on. */
export function fillWithOpenOrders(outlet: Outlet): void {
  fill(outlet);
  const { clock, keys } = outlet;
  const defaultKey = (useCase: UseCase | undefined): ApiKey | undefined =>
    keys.all().find((key) => keys.isDefault(key) && key.useCase === useCase);
  for (const { useCase, age, ...fields } of openOrders) {
    const created = new Date(clock.now() - age).toISOString();
    createOrder(outlet, structuredClone(fields), { createdBy: defaultKey(useCase), created });
  }
}
