// A booking system: opens an order when guests arrive, moves them, adds a guest, and closes the order. Receives changes by webhook.
import { OutletClient, type ReservationCreateParams } from 'outlet-open-api';
import { createOrderFeed } from 'outlet-open-api/sync';
import { addGuest, cancelReservation, moveGuests, seatGuests } from './guests.js';
import { logError } from './log-error.js';
import { Outbox } from './outbox.js';
import { receiveWebhooks } from './receive-webhooks.js';
import { required } from './required.js';

const [reservationId = 'R-77'] = process.argv.slice(2);
const { DATA_FOLDER = './data' } = process.env;
const outletRef = required('OUTLET_REF', 'your own ID of the outlet, such as bistro-1');
const tableIds = required('TABLE_IDS', 'the channel IDs of two tables, such as table-1,table-2');
const [table = '', otherTable = ''] = tableIds.split(',');

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
    console.log(`Webhook ${event?.event}: ${guestCount} guests at ${channelId}, ${status}`);
  },
});
const stopWebhooks = await receiveWebhooks({
  ...feed.webhooks,
  on: {
    'channels.published': async () =>
      console.log(`Webhook channels.published: ${await countTables()} tables`),
  },
});

try {
  await countTables();
  const orderId = await seatGuests(outlet, outbox, table, reservationId, signal);
  const { status: current } = await outlet.orders.get(orderId);
  // After a crash, the reservation may be cancelled already.
  if (current !== 'cancelled') {
    await moveGuests(outlet, orderId, otherTable, signal);
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

/** Counts the tables of the outlet, and checks that the configured ones exist. */
async function countTables(): Promise<number> {
  const channels = await outlet.channels.list();
  const tables = channels.filter(({ type }) => type === 'dine-in').map(({ id }) => id);
  if (tables.includes(table) && tables.includes(otherTable)) return tables.length;
  throw new Error(`The outlet lacks a table of ${tableIds}. Set TABLE_IDS to two of: ${tables.join(', ')}.`);
}
