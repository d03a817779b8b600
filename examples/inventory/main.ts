// An inventory system: keeps the stock in step with orders, goods receipts and the published menu.
import { setInterval as every } from 'node:timers/promises';
import { NotFoundError, OutletClient } from 'outlet-open-api';
import { createOrderFeed } from 'outlet-open-api/sync';
import { createFileCheckpointStore } from 'outlet-open-api/sync/node';
import { pollReceipts, reconcileSales } from './jobs.js';
import { logError } from './log-error.js';
import { receiveWebhooks } from './receive-webhooks.js';
import { required } from './required.js';
import { Stock } from './stock.js';
import { describeLines, linesOfOrder } from './stock-lines.js';

/** Menu fields are undocumented, so declare those that you use. */
interface Menu {
  readonly menuItems: readonly { readonly id: string }[];
}

const { DATA_FOLDER = './data', ORDER_DATA_ACCESS_TOKEN } = process.env;
const outletRef = required('OUTLET_REF', 'your own ID of the outlet, such as bistro-1');
const folder = `${DATA_FOLDER}/${outletRef}`;
const oneHour = 60 * 60 * 1_000;

const stop = new AbortController();
const { signal } = stop;
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());

const outlet = new OutletClient();
// A key has one use case. The key of Inventory Management reads menus and orders, and a key of Order Data reads goods receipts.
const purchases = new OutletClient({ accessToken: ORDER_DATA_ACCESS_TOKEN });
const checkpoints = createFileCheckpointStore(`${folder}/checkpoints`);
const stock = await Stock.open(`${folder}/stock.jsonl`);

// A webhook is acknowledged once its movement is on the disk, so the API delivers it again after a crash.
const feed = createOrderFeed({
  outlet,
  async onOrder(order, { readAt }) {
    const lines = linesOfOrder(order);
    await stock.write(`order/${order.id}`, lines, readAt);
    console.log(`Order ${order.id} is ${order.status}: ${describeLines(lines)}`);
  },
  onError(error, { orderId, attempt, isFinal }) {
    // The API also returns 404 for orders that a delivery partner aggregated. `reconcileSales` reads them from the list.
    if (error instanceof NotFoundError && !isFinal) return;
    console.error(`Order ${orderId}, attempt ${attempt}:`);
    logError(error);
  },
});
const stopWebhooks = await receiveWebhooks({
  consumers: [feed],
  on: { 'menus.published': readMenu },
});

try {
  await readMenu();
  await update();
  console.log('The stock is up to date. To stop, press Ctrl+C.');
  for await (const _ of every(oneHour, undefined, { signal })) await update();
} catch (error) {
  if (!signal.aborted) {
    logError(error);
    process.exitCode = 1;
  }
} finally {
  await stopWebhooks();
  await feed.close();
  console.log(
    `Changes in stock: ${describeLines(Array.from(stock.changes, ([item, quantity]) => ({ item, quantity })))}`,
  );
  await stock.close();
}
console.log('Stopped.');

/** Reads the menu. Add new items to your product list here. */
async function readMenu(): Promise<void> {
  const { menuItems } = await outlet.menus.get<Menu>({ channelType: 'dine-in' });
  console.log(`Read the menu: ${menuItems.length} items`);
}

/** If a run fails, the next one covers the same time. */
async function update(): Promise<void> {
  try {
    await reconcileSales(outlet, stock, outletRef, checkpoints, signal);
    await pollReceipts(purchases, stock, outletRef, checkpoints, signal);
  } catch (error) {
    signal.throwIfAborted();
    logError(error);
  }
}
