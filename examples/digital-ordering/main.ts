// An ordering platform: reads the menu, forwards an order, and follows it until it is complete or cancelled.
import { isEnded, OutletClient } from 'outlet-open-api';
import { createOutbox, type OutboxEntry } from 'outlet-open-api/sync';
import { createFileOutboxStore } from 'outlet-open-api/sync/node';
import { logError } from './log-error.js';
import { newOrder } from './new-order.js';
import { receiveWebhooks } from './receive-webhooks.js';
import { required } from './required.js';

const [reference = 'F-1001'] = process.argv.slice(2);
const { ACCEPT_WITHIN_SECONDS = '600', DATA_FOLDER = './data' } = process.env;
const outletRef = required('OUTLET_REF', 'your own ID of the outlet, such as bistro-1');
const channelId = required('CHANNEL_ID', 'the ID of your channel at the outlet');
const partner = required('PARTNER_CHANNEL', 'the name of your platform, as the merchant registered it');
const ref = { keyRef: outletRef, partner, reference };

let end: (exitCode: number) => void = () => {};
const exitCode = new Promise<number>((resolve) => {
  end = resolve;
});
const stop = () => {
  console.log(`Stopped. ${reference} has not ended yet.`);
  end(0);
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);

const outlet = new OutletClient();
const store = createFileOutboxStore(`${DATA_FOLDER}/${outletRef}/outbox`);
// After a crash, the next start finds the order here, and continues.
const outbox = createOutbox({
  store,
  outlets: { get: () => outlet },
  acceptWithin: Number(ACCEPT_WITHIN_SECONDS) * 1_000,
  onChange: show,
});
const stopWebhooks = await receiveWebhooks({
  consumers: [
    {
      receive: (event, context) =>
        outbox.receive(event, { ...context, outlet, keyRef: outletRef, outletRef }),
    },
  ],
});

try {
  const entry =
    (await outbox.get(ref)) ??
    (await outbox.addOrder(outletRef, await newOrder(outlet, channelId, partner, reference)));
  console.log(`Accepted ${reference}`);
  // The end of an entry is reported once.
  show(entry);
  outbox.run().catch(logError);
  process.exitCode = await exitCode;
} catch (error) {
  logError(error);
  process.exitCode = 1;
} finally {
  await stopWebhooks();
  await outbox.close();
  await store.close();
}

/** Reports the state of the order. A platform would inform the guest. */
function show({ reference: number, state, orderId, order, cancel, error }: OutboxEntry): void {
  // The outbox also has the orders of earlier starts.
  if (number !== reference) return;
  if (order && !isEnded(order)) console.log(`The outlet has ${reference} as ${orderId}: ${order.status}`);
  else if (order?.status === 'complete') finish(`${reference} was completed.`, 0);
  else if (order)
    finish(`${reference} was cancelled${cancel ? ', because the restaurant did not accept it' : ''}.`, 1);
  else if (state === 'rejected' || state === 'expired')
    finish(`${reference} was not sent. ${error ?? ''}`, 1);
  else if (state === 'unresolved') finish(`Look for ${reference} in the POS. ${error ?? ''}`, 1);
}

function finish(message: string, code: number): void {
  console.log(message);
  end(code);
}
