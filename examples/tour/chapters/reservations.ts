import type { Order } from 'outlet-open-api';
import { expect } from '../expect.js';
import type { Stage } from '../stage.js';
import { terminal } from '../terminal.js';

/** Opens an order for guests, moves them to another table, adds a guest, and cancels the reservation. */
export async function reservations({ outlet, inbox }: Stage): Promise<void> {
  terminal.title('Reservations: seat guests, move them, add a guest, cancel');
  const [table, otherTable] = ['table-1', 'table-2'];
  const seated = await outlet.reservations.create({
    channelId: table,
    guestCount: 4,
    partnerReservationInfo: {
      partnerName: 'bookable',
      reservationId: 'R-77',
      firstName: 'Grace',
      lastName: 'Example',
    },
    payments: [
      { offlineMethod: 'card', amount: 20, currency: 'EUR', externalId: 'deposit-77', created: new Date() },
    ],
  });
  const moved = await outlet.reservations.update(seated.id, { channelId: otherTable });
  const movedEvent = await inbox.next('order.channelUpdated');
  const resized = await outlet.reservations.update(seated.id, { guestCount: 5 });
  const resizedEvent = await inbox.next('order.guestCountUpdated');
  const closed = await outlet.reservations.cancel(seated.id);
  const closedEvent = await inbox.next('order.statusUpdated');

  terminal.table(
    ['step', 'table', 'guests', 'status', 'webhook'],
    [
      row('seat', seated, ''),
      row('move', moved, movedEvent.event),
      row('add a guest', resized, resizedEvent.event),
      row('cancel', closed, closedEvent.event),
    ],
  );
  expect('The guests were moved to another table.', moved.channelId, otherTable);
  expect('The number of guests was changed to 5.', resized.guestCount, 5);
  expect('The order was cancelled.', closed.status, 'cancelled');
}

function row(step: string, { channelId, guestCount, status }: Order, event: string): (string | number)[] {
  return [step, channelId ?? '', guestCount ?? '', status ?? '', event];
}
