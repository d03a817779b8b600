import { isDeepStrictEqual } from 'node:util';
import type { CallOptions, Order, OutletClient } from 'outlet-open-api';
import { type Ended, effectOf } from '../ended.js';
import { type Stock, tableId } from '../stock.js';
import { unless, type Violation } from '../violation.js';
import type { Operation, Prepare } from './operation.js';

/** Changes an order that no other operation changes. */
interface Change {
  readonly mark: string;
  readonly stock: Stock;
  readonly orderId: string;
  send(outlet: OutletClient, options: CallOptions): PromiseLike<Order>;
  isDone(order: Order | undefined): boolean;
}

class Update implements Operation {
  readonly #change: Change;

  constructor(change: Change) {
    this.#change = change;
  }

  start(outlet: OutletClient, options: CallOptions): PromiseLike<Order> {
    return this.#change.send(outlet, options);
  }

  judge(ended: Ended): readonly Violation[] {
    const { mark, stock, orderId, isDone } = this.#change;
    const order = stock.outlet.orders.get(orderId);
    switch (effectOf(ended)) {
      case 'performed':
        return [
          ...unless(isDone(order), 'lost', `${mark} returned a result and was not performed`),
          ...unless(
            ended.kind !== 'result' || isState(ended.value, order),
            'result',
            `${mark} returned another state`,
          ),
        ];
      case 'untouched':
        return unless(!isDone(order), 'outcome', `${mark} was performed`);
      case 'unknown':
        return [];
    }
  }
}

/** A change that is performed again late can only move the time of the last change. */
function isState(value: unknown, order: Order | undefined): boolean {
  // A response has an empty list for one that the order lacks.
  const lists = { items: [], payments: [], appliedDiscounts: [] };
  const without = (state: unknown) =>
    JSON.parse(JSON.stringify({ ...lists, ...Object(state), updatedAt: null }));
  return isDeepStrictEqual(without(value), without(order));
}

export const updateReservation: Prepare = (stock, mark) => {
  const partnerReservationInfo = { partnerName: 'bookable', reservationId: `of ${mark}` };
  const { id } = stock.add({ channelId: tableId, guestCount: 2, partnerReservationInfo });
  return new Update({
    mark,
    stock,
    orderId: id,
    send: ({ reservations }, options) =>
      reservations.update(id, { guestCount: 5, partnerReservationInfo: { note: mark } }, options),
    isDone: (order) => order?.guestCount === 5 && order.partnerReservationInfo?.note === mark,
  });
};

export const cancelOrder: Prepare = (stock, mark) => {
  const { id } = stock.add({ status: 'open' });
  return new Update({
    mark,
    stock,
    orderId: id,
    send: ({ orders }, options) => orders.cancel(id, options),
    isDone: (order) => order?.status === 'cancelled',
  });
};
