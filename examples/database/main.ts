// `npm start` copies the orders of two fake outlets, and posts what they took to a fake accounting system. The copy is killed and
// misses webhooks, and the books still agree to the cent. With `-- --hostile SEED`, the API chooses undocumented details at random.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createPostgresOrderStore } from 'outlet-open-api/postgres';
import { openDatabase } from './database.js';
import { forEachOutlet, openOutlets, webhookPathOf } from './keys.js';
import { openLedger } from './ledger.js';
import { nightly, openCopy } from './orders.js';
import { settingsOf } from './outlets.js';
import { receiveOrders } from './receive.js';
import { openAccountingSystem } from './story/accounting-system.js';
import { booksOfBackend, booksOfOutlets, compareBooks } from './story/books.js';
import { listenOn } from './story/listen-on.js';
import { openRestaurant } from './story/restaurant.js';
import { runJob } from './story/run-job.js';
import { postTakings } from './takings.js';

const secret = 'change-me';
const folder = process.env.DATABASE || (await mkdtemp(join(tmpdir(), 'outlet-database-')));
const fiveWeeks = 35 * 24 * 60 * 60 * 1_000;
const since = new Date(Date.now() - fiveWeeks).toISOString();
const { hostile } = parseArgs({ options: { hostile: { type: 'string' } } }).values;
const restaurant = await openRestaurant({
  seed: Number(hostile ?? 7),
  hostile: hostile !== undefined,
  // The story compares the database with all orders of the fake.
  listsPartnerAggregated: true,
  webhookRetries: 1,
  webhookRetryDelay: 50,
});
const accounting = await openAccountingSystem();
const { bistro, bakery } = restaurant.outlets;
let db = await openDatabase(folder);
await restaurant.addTo(db);
await db.close();
bakery.menus.add({ id: 'bread', name: 'Bread', price: 3.5, options: [] });
bakery.menus.publish();

console.log('\n1. Backfill, with a kill in the middle\n');
const job = { OUTLET_BASE_URL: restaurant.baseUrl, DATABASE: folder, SINCE: since };
let pages = 0;
const { signal } = await runJob('backfill', job, (line, kill) => {
  console.log(line);
  pages += 1;
  if (pages === 3) setTimeout(kill, 150 * Math.random());
});
console.log(`> ${signal ? 'Killed with SIGKILL' : 'Finished before the kill'}. Starting again.`);
await runJob('backfill', job, (line) => console.log(line));

db = await openDatabase(folder);
const outlets = openOutlets(db, restaurant.baseUrl);
const copy = openCopy(db);
await postAndCompare();

console.log('\n2. Webhooks\n');
const door = await listenOn(receiveOrders(copy, outlets, secret));
restaurant.deliverTo((keyRef) => door.url + webhookPathOf(keyRef, secret));
const [lunch, dinner] = [newOrder(), newOrder()];
complete(lunch);
complete(dinner);
await bistro.idle();
console.log(
  '> Two orders complete in each outlet, with the same IDs. Two keys of the bistro receive its events.',
);
await postAndCompare();

console.log('\n3. Webhooks while the receiver is down\n');
await door.close();
complete(newOrder());
bistro.orders.reopen(lunch);
bistro.orders.changeTotals(lunch);
bistro.orders.complete(lunch);
bakery.orders.reopen(dinner);
await bistro.idle();
console.log(
  '> One order completes in each outlet, one is reopened, changed and completed again, and one is reopened.',
);
await postAndCompare();

console.log('\n4. The nightly run\n');
await forEachOutlet(db, outlets, (outlet, outletRef) => nightly(copy, outlet, outletRef));
await postAndCompare();

console.log('\n5. An order of last week is cancelled, after the accounting system has closed the week\n');
const lastWeek = new Date(Date.now() - 7 * 24 * 60 * 60 * 1_000).toISOString();
const paid = bistro.orders
  .all()
  .findLast(({ status, created }) => status === 'complete' && created < lastWeek);
if (paid) bistro.orders.cancel(paid.id);
accounting.openFrom = new Date().toISOString().slice(0, 10);
await forEachOutlet(db, outlets, (outlet, outletRef) => nightly(copy, outlet, outletRef));
process.exitCode = (await postAndCompare()) ? 0 : 1;
const correction = accounting.documents.at(-1);
console.log(`> ${correction?.reference} has ${correction?.amount}, and is dated in the open week.`);

await copy.close();
await db.close();
await restaurant.close();
await accounting.close();
if (!process.env.DATABASE) await rm(folder, { recursive: true });

/** Adds an order to each outlet, with the same ID. */
function newOrder(): string {
  const { id } = bistro.orders.add({
    createdBy: 'digital-ordering',
    items: [{ menuItemId: 'item-pizza', quantity: 2 }],
  });
  bakery.orders.add({ id, createdBy: 'digital-ordering', items: [{ menuItemId: 'bread', quantity: 1 }] });
  return id;
}

function complete(orderId: string): void {
  for (const { orders } of [bistro, bakery]) orders.complete(orderId);
}

/** Posts the takings, and compares the outlets with the database and the accounting system. */
async function postAndCompare(): Promise<boolean> {
  const store = createPostgresOrderStore({ pool: db });
  for (const outletRef of Object.keys(restaurant.outlets))
    await postTakings(store, openLedger(accounting.url), await settingsOf(db, outletRef));
  const backend = await booksOfBackend(db, accounting.documents);
  const { text, agree } = compareBooks(booksOfOutlets(restaurant.outlets, since), backend);
  console.log(`\n${text}`);
  return agree;
}
