// An inventory system: keeps the stock in step with orders, goods receipts and the published menu.
import { setTimeout as sleep } from 'node:timers/promises';
import { OutletClient } from 'outlet-open-api';
import { createMemoryOrderStore } from 'outlet-open-api/sync';
import { createFileCheckpointStore } from 'outlet-open-api/sync/node';
import { copyOrders } from './copy-orders.js';
import { logError } from './log-error.js';
import { describeLines } from './movements.js';
import { pollReceipts } from './poll-receipts.js';
import { required } from './required.js';
import { serve } from './serve.js';
import { Stock } from './stock.js';

/** Menu fields are undocumented, so declare those that you use. */
interface Menu {
  readonly menuItems: readonly { readonly id: string }[];
}

const { DATA_FOLDER = './data', ORDER_DATA_ACCESS_TOKEN: accessToken } = process.env;
const outletRef = required('OUTLET_REF', 'your own ID of the outlet, such as bistro-1');
const folder = `${DATA_FOLDER}/${outletRef}`;
const oneMinute = 60 * 1_000;
const oneHour = 60 * oneMinute;

const stop = new AbortController();
const { signal } = stop;
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());

const outlet = new OutletClient();
// A key has one use case. The key of Inventory Management reads menus and orders, and a key of Order Data reads goods receipts.
const purchases = accessToken ? new OutletClient({ accessToken }) : undefined;
const checkpoints = createFileCheckpointStore(`${folder}/checkpoints`);
const stock = await Stock.open(`${folder}/stock.jsonl`);

// In production, createPostgresOrderStore({ pool }). This one starts empty, so the first update copies the last 31 days again.
const copy = copyOrders(createMemoryOrderStore(), stock);
let menu: Menu = { menuItems: [] };
let menuRead = Promise.resolve();

const stopServing = await serve(
  {
    'GET /health': () => 'ok',
    'GET /orders': () => stock.movements('order'),
    'GET /consumption': consumption,
    'GET /menu': () => menu.menuItems,
    'POST /update': update,
    'POST /backfill': async (request) => copy.backfill(outlet, { outletRef, ...(await request.json()) }),
  },
  {
    consumers: [{ receive: (event) => copy.receive(event, { outlet, keyRef: outletRef, outletRef }) }],
    onAny: ({ event, id }) => console.log(`Webhook ${event}${id ? ` for ${id}` : ''}`),
    on: { 'menus.published': readMenu },
  },
);

while (!signal.aborted) {
  let pause = oneHour;
  try {
    await update();
    console.log('The stock is up to date. To stop, press Ctrl+C.');
  } catch (error) {
    // The next update covers the same time.
    pause = oneMinute;
    if (!signal.aborted) logError(error);
  }
  await sleep(pause, undefined, { signal }).catch(() => {});
}
await stopServing();
await copy.close();
console.log(`Changes in stock: ${describeLines(stock.changes())}`);
await stock.close();
console.log('Stopped.');

function consumption() {
  const changes = stock.changes(stock.movements('order'));
  return changes.map(({ item, quantity }) => ({ id: item, quantity: -quantity }));
}

/** Finds what webhooks missed, and reads goods receipts. */
async function update(): Promise<void> {
  await readMenu();
  const { checked, added, changed } = await copy.reconcile(outlet, { outletRef, signal });
  console.log(`Reconciled: ${checked} orders, ${added} added, ${changed} changed`);
  if (purchases) await pollReceipts(purchases, stock, outletRef, checkpoints, signal);
}

/** Reads the menu after earlier reads, because an older response must not replace a newer one. Add new items to your product list here. */
function readMenu(): Promise<void> {
  const read = async () => {
    menu = await outlet.menus.get<Menu>({ channelType: 'dine-in' });
    console.log(`Read the menu: ${menu.menuItems.length} items`);
  };
  menuRead = menuRead.then(read, read);
  return menuRead;
}
