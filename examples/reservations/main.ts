// A booking system: opens an order when guests arrive, moves them, adds a guest, and closes the order. Receives changes by webhook.
import { OutletClient, type ReservationCreateParams } from 'outlet-open-api';
import { createOrderFeed } from 'outlet-open-api/sync';
import { addGuest, cancelReservation, moveGuests, seatGuests } from './guests.js';
import { logError } from './log-error.js';
import { Outbox } from './outbox.js';
import { receiveWebhooks } from './receive-webhooks.js';
import { required } from './required.js';
import { Tables } from './tables.js';

const [reservationId = 'R-77'] = process.argv.slice(2);
const { DATA_FOLDER = './data' } = process.env;
const outletRef = required('OUTLET_REF', 'your own ID of the outlet, such as bistro-1');
const tables = new Tables(
  required('TABLES', 'your tables and the channel of each, such as T1=table-1,T2=table-2'),
);
const [table = '', otherTable = table] = tables.names;

const stop = new AbortController();
const { signal } = stop;
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());
const stopped = new Promise((resolve) => signal.addEventListener('abort', resolve));

const outlet = new OutletClient();
// After a crash, the next start finds the reservation here, and repeats the same call.
const outbox = new Outbox<ReservationCreateParams>(`${DATA_FOLDER}/${outletRef}/outbox`);

// Staff can change an order as well. The feed fetches the current order, so update your reservation from it.
const feed = createOrderFeed({
  outlet,
  onOrder({ channelId, guestCount, status }, { event }) {
    console.log(`Webhook ${event?.event}: ${guestCount} guests at ${tables.nameOf(channelId)}, ${status}`);
  },
});
const stopWebhooks = await receiveWebhooks({
  consumers: [feed],
  on: {
    async 'channels.published'() {
      const count = await tables.check(outlet);
      console.log(`Webhook channels.published: ${count} of your tables have a channel`);
    },
  },
});

try {
  if ((await tables.check(outlet)) === 0) throw new Error('The outlet has none of the tables in TABLES.');
  const orderId = await seatGuests(outlet, outbox, tables, table, reservationId, signal);
  const { status: current } = await outlet.orders.get(orderId);
  // After a crash, the reservation may be cancelled already.
  if (current !== 'cancelled') {
    await moveGuests(outlet, orderId, tables, otherTable, signal);
    await addGuest(outlet, orderId, signal);
  }
  const { status } = await cancelReservation(outlet, orderId, signal);
  console.log(`${reservationId} is ${status}. To stop receiving webhooks, press Ctrl+C.`);
  await stopped;
} catch (error) {
  if (!signal.aborted) {
    logError(error);
    process.exitCode = 1;
  }
} finally {
  await stopWebhooks();
  await feed.close();
}
console.log('Stopped.');
