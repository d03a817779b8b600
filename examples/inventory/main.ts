// An inventory system: keeps the stock in step with orders, goods receipts and the published menu.
import { setInterval as every } from 'node:timers/promises';
import { OutletClient } from 'outlet-open-api';
import { createMemoryOrderStore } from 'outlet-open-api/sync';
import { createFileCheckpointStore } from 'outlet-open-api/sync/node';
import { copyOrders } from './copy-orders.js';
import { logError } from './log-error.js';
import { pollReceipts } from './poll-receipts.js';
import { receiveWebhooks } from './receive-webhooks.js';
import { required } from './required.js';
import { Stock } from './stock.js';
import { describeLines } from './stock-lines.js';

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

// In production, createPostgresOrderStore({ pool }). This one starts empty, and copies the orders of the last 31 days again.
const copy = copyOrders(createMemoryOrderStore(), stock);
const stopWebhooks = await receiveWebhooks({
  consumers: [{ receive: (event) => copy.receive(event, { outlet, keyRef: outletRef, outletRef }) }],
  onAny: ({ event, id }) => console.log(`Webhook ${event}${id ? ` for ${id}` : ''}`),
  on: { 'menus.published': readMenu },
});

try {
  await readMenu();
  await copy.backfill(outlet, { outletRef, from: new Date(Date.now() - 31 * 24 * oneHour), signal });
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
  await copy.close();
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
    const { checked, added, changed } = await copy.reconcile(outlet, { outletRef, signal });
    console.log(`Reconciled: ${checked} orders, ${added} added, ${changed} changed`);
    await pollReceipts(purchases, stock, outletRef, checkpoints, signal);
  } catch (error) {
    signal.throwIfAborted();
    logError(error);
  }
}
