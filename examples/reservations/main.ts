// A booking system: seats guests, moves them, adds one, and closes the order of those who left.
import { OutletClient } from 'outlet-open-api';
import { receiveWebhooks } from '../receive-webhooks.js';

const outlet = new OutletClient();
const receiver = await receiveWebhooks(async (event) => {
  console.log(`webhook: ${event.event}`);
  if (event.event === 'order.statusUpdated') receiver.close();
}, Number(process.env.WEBHOOK_PORT));

const channels = await outlet.channels.list();
const [table, otherTable] = channels.filter(({ type }) => type === 'dine-in');
if (!table || !otherTable) throw new Error('Create one dine-in channel per table first.');

const seated = await outlet.reservations.create({
  channelId: table.id,
  guestCount: 4,
  partnerReservationInfo: {
    partnerName: 'bookable',
    reservationId: 'R-77',
    firstName: 'Grace',
    lastName: 'Example',
    phoneNumber: '+4915100000000',
  },
  payments: [
    { offlineMethod: 'card', amount: 20, currency: 'EUR', externalId: 'deposit-77', created: new Date() },
  ],
});
console.log(`R-77: ${seated.guestCount} guests at ${seated.channelId}`);

const moved = await outlet.reservations.update(seated.id, { channelId: otherTable.id });
console.log(`moved to ${moved.channelId}`);

const resized = await outlet.reservations.update(seated.id, {
  guestCount: 5,
  partnerReservationInfo: { note: 'high chair, please' },
});
console.log(`now ${resized.guestCount} guests`);

const closed = await outlet.reservations.cancel(seated.id);
console.log(`the order is ${closed.status}`);
