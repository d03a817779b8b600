// A booking system: opens an order when guests arrive, moves them, adds a guest, and closes the order. Receives changes by webhook.
import { OutletClient } from 'outlet-open-api';
import { createOutbox, type OutboxEntry } from 'outlet-open-api/sync';
import { createFileOutboxStore } from 'outlet-open-api/sync/node';
import { logError } from './log-error.js';
import { newReservation } from './new-reservation.js';
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
const ref = { keyRef: outletRef, partner: 'bookable', reference: reservationId };

const stop = new AbortController();
const { signal } = stop;
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());
const stopped = new Promise((resolve) => signal.addEventListener('abort', resolve));
signal.addEventListener('abort', () => wake());

const outlet = new OutletClient();
let wake = () => {};
const store = createFileOutboxStore(`${DATA_FOLDER}/${outletRef}/outbox`);
// After a crash, the next start finds the reservation here, and continues.
const outbox = createOutbox({
  store,
  outlets: { get: () => outlet },
  // The staff can change an order as well, so update your reservation from it.
  onChange(entry) {
    show(entry);
    wake();
  },
});
const stopWebhooks = await receiveWebhooks({
  consumers: [
    {
      receive: (event, context) =>
        outbox.receive(event, { ...context, outlet, keyRef: outletRef, outletRef }),
    },
  ],
  on: {
    async 'channels.published'() {
      const count = await tables.check(outlet);
      console.log(`Webhook channels.published: ${count} of your tables have a channel`);
    },
  },
});

try {
  if ((await tables.check(outlet)) === 0) throw new Error('The outlet has none of the tables in TABLES.');
  if (!(await outbox.get(ref))) {
    await outbox.addReservation(outletRef, newReservation(tables.channelOf(table), reservationId));
  }
  outbox.run().catch(logError);
  const { order, cancel } = await until(({ order }) => order !== undefined);
  // After a crash, the reservation may be cancelled already.
  if (order?.status === 'open' && !cancel) {
    await outbox.update(ref, { channelId: tables.channelOf(otherTable) });
    await until(({ changes }) => !changes);
    await outbox.update(ref, { guestCount: 5, partnerReservationInfo: { note: 'high chair, please' } });
    await until(({ changes }) => !changes);
    await outbox.cancel(ref);
  }
  const ended = await until((entry) => entry.cancel !== 'requested');
  console.log(`${reservationId} is ${ended.order?.status}. To stop receiving webhooks, press Ctrl+C.`);
  await stopped;
} catch (error) {
  if (!signal.aborted) {
    logError(error);
    process.exitCode = 1;
  }
} finally {
  await stopWebhooks();
  await outbox.close();
  await store.close();
}
console.log('Stopped.');

/** Resolves when the entry meets a condition. */
async function until(isMet: (entry: OutboxEntry) => boolean): Promise<OutboxEntry> {
  for (;;) {
    signal.throwIfAborted();
    const changed = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const entry = await outbox.get(ref);
    if (entry && ['rejected', 'expired', 'unresolved'].includes(entry.state))
      throw new Error(`${reservationId} is ${entry.state}. ${entry.error ?? ''}`);
    if (entry && isMet(entry)) return entry;
    await changed;
  }
}

function show({ reference, state, order }: OutboxEntry): void {
  const { guestCount, channelId, status } = order ?? {};
  console.log(
    `${reference}: ${order ? `${guestCount} guests at ${tables.nameOf(channelId)}, ${status}` : state}`,
  );
}
