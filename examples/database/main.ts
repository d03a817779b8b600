// `npm start` copies the orders of a fake restaurant. The copy is killed and misses webhooks, and still agrees to the cent. With
// `-- --hostile SEED`, the restaurant chooses at random what the API specification does not define.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { OutletClient } from 'outlet-open-api';
import { openDatabase } from './database.js';
import { nightly } from './nightly.js';
import { poll } from './poll.js';
import { receiveOrders } from './receive.js';
import { booksOfDatabase, booksOfOutlet, compareBooks } from './story/books.js';
import { listenOn } from './story/listen-on.js';
import { openRestaurant } from './story/restaurant.js';
import { runJob } from './story/run-job.js';

const folder = process.env.DATABASE || (await mkdtemp(join(tmpdir(), 'outlet-database-')));
const fiveWeeks = 35 * 24 * 60 * 60 * 1_000;
const since = new Date(Date.now() - fiveWeeks).toISOString();
const { hostile } = parseArgs({ options: { hostile: { type: 'string' } } }).values;
const { fake, environment, close } = await openRestaurant({
  seed: Number(hostile ?? 7),
  hostile: hostile !== undefined,
  // The story compares the database with all orders of the fake.
  listsPartnerAggregated: true,
  webhookRetries: 1,
  webhookRetryDelay: 50,
});

console.log('\n1. Backfill, with a kill in the middle\n');
const job = { ...environment, DATABASE: folder, SINCE: since };
let pages = 0;
const { signal } = await runJob('backfill', job, (line, kill) => {
  console.log(line);
  pages += 1;
  if (pages === 3) setTimeout(kill, 150 * Math.random());
});
console.log(`> ${signal ? 'Killed with SIGKILL' : 'Finished before the kill'}. Starting again.`);
await runJob('backfill', job, (line) => console.log(line));

const db = await openDatabase(folder);
const outlet = new OutletClient({
  baseUrl: environment.OUTLET_BASE_URL,
  accessToken: environment.OUTLET_ACCESS_TOKEN,
});

console.log('\n2. Goods receipts, polled twice, with changes in between\n');
await poll(db, outlet, since);
const receipts = fake.goodsReceipts.all().filter(({ created }) => created >= since);
const billed = receipts.findLast(({ status }) => status === 'completed');
const awaited = receipts.findLast(({ status }) => status === 'partiallyReceived');
if (billed) fake.goodsReceipts.cancel(billed.id);
if (awaited) fake.goodsReceipts.complete(awaited.id);
console.log('> One receipt is cancelled, and a partially received one is completed.');
await poll(db, outlet, since);
await compare();

console.log('\n3. Webhooks\n');
const receiver = receiveOrders(db, outlet, 'change-me');
const door = await listenOn(receiver.handle);
fake.key('order-data').webhookUrl = `${door.url}?secret=change-me`;
const [lunch, dinner] = [newOrder(), newOrder()];
fake.orders.complete(lunch);
fake.orders.complete(dinner);
await fake.idle();
console.log('> Two orders complete.');
await compare();

console.log('\n4. Webhooks while the receiver is down\n');
await door.close();
fake.orders.complete(newOrder());
fake.orders.reopen(lunch);
fake.orders.changeTotals(lunch);
fake.orders.complete(lunch);
fake.orders.reopen(dinner);
await fake.idle();
console.log('> One order completes, one is reopened, changed and completed again, and one is reopened.');
await compare();

console.log('\n5. The nightly run\n');
await nightly(db, outlet);
process.exitCode = (await compare()) ? 0 : 1;

await receiver.close();
await db.close();
await close();
if (!process.env.DATABASE) await rm(folder, { recursive: true });

function newOrder(): string {
  return fake.orders.add({
    createdBy: 'digital-ordering',
    items: [{ menuItemId: 'item-pizza', quantity: 2 }],
  }).id;
}

async function compare(): Promise<boolean> {
  const { text, agree } = compareBooks(booksOfOutlet(fake, since), await booksOfDatabase(db));
  console.log(`\n${text}`);
  return agree;
}
