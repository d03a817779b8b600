import type { Order, OutletClient, ReservationCreateParams } from 'outlet-open-api';
import type { Outbox } from './outbox.js';
import { repeatUntilKnown } from './repeat-until-known.js';
import type { Tables } from './tables.js';

/** Opens an order for guests who have arrived, and returns its ID. */
export async function seatGuests(
  outlet: OutletClient,
  outbox: Outbox<ReservationCreateParams>,
  tables: Tables,
  table: string,
  reservationId: string,
  signal: AbortSignal,
): Promise<string> {
  const newReservation = async () => ({
    channelId: tables.channelOf(table),
    guestCount: 4,
    partnerReservationInfo: {
      partnerName: 'bookable',
      reservationId,
      firstName: 'Grace',
      lastName: 'Example',
      phoneNumber: '+4915100000000',
    },
    payments: [
      {
        offlineMethod: 'card',
        amount: 20,
        currency: 'EUR',
        externalId: `deposit-${reservationId}`,
        created: new Date(),
      },
    ],
  });
  const entry = await outbox.add(reservationId, newReservation);
  const id = await outbox.send(entry, await outlet.keyHash(), (reservation, options) =>
    repeatUntilKnown(() => outlet.reservations.create(reservation, options), { signal }),
  );
  console.log(`${reservationId}: ${entry.body.guestCount} guests at ${tables.nameOf(entry.body.channelId)}`);
  return id;
}

/** Moves the guests to another table. Send only what changes. */
export async function moveGuests(
  outlet: OutletClient,
  orderId: string,
  tables: Tables,
  table: string,
  signal: AbortSignal,
): Promise<void> {
  const { channelId } = await repeatUntilKnown(
    () => outlet.reservations.update(orderId, { channelId: tables.channelOf(table) }),
    { signal },
  );
  console.log(`Moved to ${tables.nameOf(channelId)}`);
}

/** Changes the number of guests, and adds a note. */
export async function addGuest(outlet: OutletClient, orderId: string, signal: AbortSignal): Promise<void> {
  const changes = { guestCount: 5, partnerReservationInfo: { note: 'high chair, please' } };
  const { guestCount } = await repeatUntilKnown(() => outlet.reservations.update(orderId, changes), {
    signal,
  });
  console.log(`Now ${guestCount} guests`);
}

/**
 * Closes the order. The API rejects this if the status of the order no longer allows it. It can also reject a repeat, because an
 * earlier call cancelled the order. So read the order first.
 */
export function cancelReservation(
  outlet: OutletClient,
  orderId: string,
  signal: AbortSignal,
): Promise<Order> {
  return repeatUntilKnown(
    async () => {
      const order = await outlet.orders.get(orderId);
      return order.status === 'cancelled' ? order : outlet.reservations.cancel(orderId);
    },
    { signal },
  );
}
