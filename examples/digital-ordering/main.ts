// An ordering platform: reads the menu, forwards an order, and follows it until it is complete or cancelled.
import { setTimeout as delay } from 'node:timers/promises';
import { CallError, isEnded, type Order, type OrderCreateParams, OutletClient } from 'outlet-open-api';
import { createOrderFeed } from 'outlet-open-api/sync';
import { logError } from './log-error.js';
import { newOrder } from './new-order.js';
import { Outbox } from './outbox.js';
import { receiveWebhooks } from './receive-webhooks.js';
import { repeatUntilKnown } from './repeat-until-known.js';
import { required } from './required.js';

const [reference = 'F-1001'] = process.argv.slice(2);
const { ACCEPT_WITHIN_SECONDS = '600', DATA_FOLDER = './data' } = process.env;
const outletRef = required('OUTLET_REF', 'your own ID of the outlet, such as bistro-1');
const channelId = required('CHANNEL_ID', 'the ID of your channel at the outlet');
const partnerChannel = required(
  'PARTNER_CHANNEL',
  'the name of your platform, as the merchant registered it',
);
const oneMinute = 60_000;

const stop = new AbortController();
const { signal } = stop;
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());

const outlet = new OutletClient();
// After a crash, the next start finds the order here, and repeats the same call.
const outbox = new Outbox<OrderCreateParams>(`${DATA_FOLDER}/${outletRef}/outbox`);
let reportEnd: (order: Order) => void = () => {};
const ended = new Promise<Order>((resolve) => {
  reportEnd = resolve;
});

// The feed fetches the order of each event, and the webhook is acknowledged when `onOrder` has returned. Find the order by your own
// reference: an event can arrive before `orders.create` returns.
const feed = createOrderFeed({
  outlet,
  onOrder(order) {
    const { partnerInfo } = order;
    // Another platform can use the same reference.
    if (partnerInfo?.orderId !== reference || partnerInfo.partnerChannel !== partnerChannel) return;
    console.log(`${reference} is now ${order.status}`);
    if (isEnded(order)) reportEnd(order);
  },
});
const stopWebhooks = await receiveWebhooks({ consumers: [feed] });

try {
  const entry = await outbox.add(reference, () => newOrder(outlet, channelId, partnerChannel, reference));
  const id = await outbox.send(entry, await outlet.keyHash(), (order, options) => {
    console.log(`Forwarding ${reference} with the idempotency key ${options.idempotencyKey}`);
    return repeatUntilKnown(() => outlet.orders.create(order, options), { signal });
  });
  console.log(`The outlet created ${reference} as ${id}`);

  cancelUnlessAccepted(id, Date.parse(entry.since)).catch((error: unknown) => {
    if (!signal.aborted) logError(error);
  });
  const { status } = await Promise.race([ended, pollUntilEnded(id)]);
  console.log(status === 'complete' ? `${reference} was completed.` : `${reference} was cancelled.`);
  process.exitCode = status === 'complete' ? 0 : 1;
} catch (error) {
  if (signal.aborted) {
    console.log(`Stopped. ${reference} has not ended yet.`);
  } else {
    logError(error);
    process.exitCode = 1;
  }
} finally {
  stop.abort();
  await stopWebhooks();
  await feed.close();
}

/** Webhooks can be lost, so reads the order once a minute as well. */
async function pollUntilEnded(id: string): Promise<Order> {
  for (;;) {
    try {
      return await outlet.orders.waitFor(id, {
        until: isEnded,
        interval: oneMinute,
        signal,
      });
    } catch (error) {
      if (!(error instanceof CallError) || !error.isTransient) throw error;
      logError(error);
      await delay(oneMinute, undefined, { signal });
    }
  }
}

/** Cancels the order if the restaurant does not accept it in time. The webhook `order.cancelled` then reports the end. */
async function cancelUnlessAccepted(id: string, since: number): Promise<void> {
  const wait = since + Number(ACCEPT_WITHIN_SECONDS) * 1_000 - Date.now();
  await delay(Math.max(0, wait), undefined, { signal });
  await repeatUntilKnown(
    async () => {
      const { status } = await outlet.orders.get(id);
      if (status !== 'open') return;
      console.log(`The restaurant has not accepted ${reference}. Cancelling it.`);
      await outlet.orders.cancel(id);
    },
    { signal },
  );
}
