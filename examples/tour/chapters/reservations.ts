import type { Order } from 'outlet-open-api';
import { expect } from '../expect.js';
import type { Stage } from '../stage.js';
import { terminal } from '../terminal.js';

/** Guests are seated, moved to another table, joined by one more; then the booking is cancelled. */
export async function reservations({ outlet, inbox }: Stage): Promise<void> {
  terminal.title('Reservations: a table is seated, moved, resized, cancelled');
  const tables = (await outlet.channels.list()).filter(({ type }) => type === 'dine-in');
  const [table, otherTable] = tables;
  if (!table || !otherTable) throw new Error('The restaurant has fewer than two tables.');

  const seated = await outlet.reservations.create({
    channelId: table.id,
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
  const moved = await outlet.reservations.update(seated.id, { channelId: otherTable.id });
  const movedEvent = await inbox.next('order.channelUpdated');
  const resized = await outlet.reservations.update(seated.id, { guestCount: 5 });
  const resizedEvent = await inbox.next('order.guestCountUpdated');
  const closed = await outlet.reservations.cancel(seated.id);
  const closedEvent = await inbox.next('order.statusUpdated');

  terminal.table(
    ['step', 'table', 'guests', 'status', 'webhook'],
    [
      row('seated', seated, ''),
      row('moved', moved, movedEvent.event),
      row('resized', resized, resizedEvent.event),
      row('cancelled', closed, closedEvent.event),
    ],
  );
  expect('the guests were moved', moved.channelId, otherTable.id);
  expect('one more guest came', resized.guestCount, 5);
  expect('the order is closed', closed.status, 'cancelled');
}

function row(step: string, { channelId, guestCount, status }: Order, event: string): (string | number)[] {
  return [step, channelId ?? '', guestCount ?? '', status ?? '', event];
}
