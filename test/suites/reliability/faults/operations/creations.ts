import type { Order } from 'outlet-open-api';
import { channelId, menuItemId, type Stock, tableId } from '../stock.js';
import { Creation } from './creation.js';
import type { Prepare } from './operation.js';

export const createOrder: Prepare = (stock, mark) =>
  new Creation({
    mark,
    send: ({ orders }, options) =>
      orders.create(
        {
          channelId,
          partnerInfo: { partnerChannel: 'foodie', orderId: mark },
          items: [{ menuItemId, quantity: 2, customerName: 'Ada Lovelace' }],
        },
        options,
      ),
    made: () => idsOf(stock, ({ partnerInfo }) => partnerInfo?.orderId === mark),
  });

export const createReservation: Prepare = (stock, mark) =>
  new Creation({
    mark,
    send: ({ reservations }, options) =>
      reservations.create(
        {
          channelId: tableId,
          guestCount: 4,
          partnerReservationInfo: { partnerName: 'bookable', reservationId: mark },
        },
        options,
      ),
    made: () => idsOf(stock, ({ partnerReservationInfo }) => partnerReservationInfo?.reservationId === mark),
  });

export const importOrder: Prepare = (stock, mark) =>
  new Creation({
    mark,
    send: ({ orders }, options) =>
      orders.import({ externalOrderSource: 'old-pos', receiptNumber: mark, orderDate: new Date(0) }, options),
    made: () => idsOf(stock, (order) => 'receiptNumber' in order && order.receiptNumber === mark),
  });

/** A base menu cannot be read, but the service fetches its photo once. */
export const createBaseMenu: Prepare = (stock, mark) =>
  new Creation({
    mark,
    send: ({ baseMenus }, options) =>
      baseMenus.create(
        { menuItems: [{ photos: [{ itemImage: `https://photos.example/${mark}.png` }] }] },
        { ...options, extraBody: { name: mark } },
      ),
    made: () => stock.photos.filter((url) => url.endsWith(`/${mark}.png`)).map(() => mark),
  });

function idsOf({ outlet }: Stock, isIt: (order: Order) => boolean): string[] {
  return outlet.orders
    .all()
    .filter(isIt)
    .map(({ id }) => id);
}
