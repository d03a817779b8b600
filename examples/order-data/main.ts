// Reporting: keeps a copy of all orders. Webhooks bring new orders, a backfill the past, and a nightly run what webhooks missed.
import { setInterval as every } from 'node:timers/promises';
import { NotFoundError, OutletClient } from 'outlet-open-api';
import { createOrderFeed } from 'outlet-open-api/sync';
import { createFileCheckpointStore } from 'outlet-open-api/sync/node';
import { backfill, reconcile } from './jobs.js';
import { logError } from './log-error.js';
import { OrderCopy } from './order-copy.js';
import { receiveWebhooks } from './receive-webhooks.js';
import { required } from './required.js';

const { DATA_FOLDER = './data' } = process.env;
const outletRef = required('OUTLET_REF', 'your own ID of the outlet, such as bistro-1');
const since = required('SINCE', 'the start of the copy, such as 2026-01-01T00:00:00Z');
const folder = `${DATA_FOLDER}/${outletRef}`;
const oneDay = 24 * 60 * 60 * 1_000;

const stop = new AbortController();
const { signal } = stop;
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());

const outlet = new OutletClient();
const copy = await OrderCopy.open(`${folder}/orders.jsonl`);
const job = { outletRef, checkpoints: createFileCheckpointStore(`${folder}/checkpoints`), signal };

// Receive webhooks before the backfill: its list lacks orders that end while it runs. A webhook is acknowledged once its order is on
// the disk, so the API delivers it again after a crash.
const feed = createOrderFeed({
  outlet,
  async onOrder(order, { readAt }) {
    await copy.write([order], readAt);
    console.log(`Webhook for ${order.id}: ${order.status}`);
  },
  onError(error, { orderId, attempt, isFinal }) {
    // The API also returns 404 for orders that a delivery partner aggregated. The nightly run reads them from the list.
    if (error instanceof NotFoundError && !isFinal) return;
    console.error(`Webhook for ${orderId}, attempt ${attempt}:`);
    logError(error);
  },
});
const stopWebhooks = await receiveWebhooks({ consumers: [feed] });

try {
  await backfill(outlet, copy, since, job);
  await runReconcile();
  console.log(`The copy has ${copy.orders.length} orders, with ${paid()} paid. To stop, press Ctrl+C.`);
  for await (const _ of every(oneDay, undefined, { signal })) await runReconcile();
} catch (error) {
  if (!signal.aborted) {
    logError(error);
    process.exitCode = 1;
  }
} finally {
  await stopWebhooks();
  await feed.close();
  await copy.close();
}
console.log('Stopped.');

/** If a run fails, the next one covers the same days. */
async function runReconcile(): Promise<void> {
  try {
    const { checked, missing, changed } = await reconcile(outlet, copy, job);
    console.log(`Reconciled: ${checked} orders, ${missing} missing, ${changed} changed`);
  } catch (error) {
    signal.throwIfAborted();
    logError(error);
  }
}

function paid(): string {
  const payments = copy.orders
    .filter(({ status }) => status === 'complete')
    .flatMap(({ payments }) => payments ?? []);
  const cents = payments.reduce((sum, { amount }) => sum + Math.round((amount ?? 0) * 100), 0);
  return (cents / 100).toFixed(2);
}
