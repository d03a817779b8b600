import type { FakeOrder, Outlet, StoredOrder } from '../../fake/index.js';

/**
 * Returns the orders that API keys created with the same reference, oldest first, by the ID of each of these orders. Each order of
 * a partner has its own reference, so such an order was sent again with another idempotency key.
 */
export function createdTwice({ state }: Outlet): ReadonlyMap<string, readonly StoredOrder[]> {
  const byReference = new Map<string, StoredOrder[]>();
  for (const stored of state.orders.values()) {
    const reference = stored.createdBy && referenceOf(stored.order);
    if (reference === undefined) continue;
    byReference.set(reference, [...(byReference.get(reference) ?? []), stored]);
  }
  const doubled = [...byReference.values()].filter(({ length }) => length > 1);
  return new Map(doubled.flatMap((orders) => orders.map(({ order }) => [order.id, orders])));
}

/** Returns the partner's platform and its reference of an order or a reservation as one text; `undefined` if it has none. */
function referenceOf({ partnerInfo, partnerReservationInfo: guest }: FakeOrder): string | undefined {
  const [platform, reference] = guest
    ? [guest.partnerName, guest.reservationId]
    : [partnerInfo?.partnerChannel, partnerInfo?.orderId];
  return reference === undefined ? undefined : JSON.stringify([platform, reference]);
}
