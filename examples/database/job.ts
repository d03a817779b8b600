// Runs one job, such as `npm run poll`. Exits with code 0 when the job is done.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { toNodeListener } from 'outlet-open-api/webhooks';
import { backfill } from './backfill.js';
import { openDatabase } from './database.js';
import { nightly } from './nightly.js';
import { addOutlet, forEachOutlet, openOutlets, webhookPathOf } from './outlets.js';
import { poll } from './poll.js';
import { resolveReceipt } from './receipts.js';
import { receiveOrders } from './receive.js';

const [name = '', outletRef = '', receiptId = ''] = process.argv.slice(2);
const { PORT } = process.env;
variable('OUTLET_BASE_URL');
const db = await openDatabase(variable('DATABASE'));
const outlets = openOutlets(db);

const jobs: Readonly<Record<string, () => Promise<unknown>>> = {
  async 'add-outlet'() {
    const path = webhookPathOf(outletRef, variable('WEBHOOK_SECRET'));
    await addOutlet(db, outletRef, variable('OUTLET_ACCESS_TOKEN'), process.env.OUTLET_ID);
    console.log(`The webhook URL of its key: https://YOUR-HOST${path}`);
  },
  backfill: () => forEachOutlet(db, outlets, (outlet, ref) => backfill(db, outlet, ref, variable('SINCE'))),
  poll: () => forEachOutlet(db, outlets, (outlet, ref) => poll(db, outlet, ref, variable('SINCE'))),
  nightly: () => forEachOutlet(db, outlets, (outlet, ref) => nightly(db, outlet, ref)),
  'void-receipt': () => resolveReceipt(db, outletRef, receiptId, 'void'),
  'keep-receipt': () => resolveReceipt(db, outletRef, receiptId, 'keep'),
  async receive() {
    const receiver = receiveOrders(db, outlets, variable('WEBHOOK_SECRET'));
    const server = createServer(toNodeListener(receiver.handle)).listen(Number(PORT || 3000));
    await once(server, 'listening');
    console.log('Receiving webhooks');
    await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
    // Every delivery gets its response, and idle connections close after 5 seconds.
    await once(server.close(), 'close');
    await receiver.close();
  },
};

try {
  const job = jobs[name];
  if (!job) throw new Error(`Name a job: ${Object.keys(jobs).join(' | ')}`);
  await job();
} finally {
  await db.close();
}

function variable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`Set the environment variable ${name}. README.md lists all of them.`);
  return value;
}
