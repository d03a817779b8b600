// Runs one job, such as `npm run poll`. Exits with code 0 when the job is done.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { toNodeListener, useCases } from 'outlet-open-api/webhooks';
import { openDatabase } from './database.js';
import { addKey, forEachOutlet, openOutlets, webhookPathOf } from './keys.js';
import { backfill, nightly, openCopy } from './orders.js';
import { poll } from './poll.js';
import { resolveReceipt } from './receipts.js';
import { receiveOrders } from './receive.js';

const [name = '', ...args] = process.argv.slice(2);
const { PORT } = process.env;
variable('OUTLET_BASE_URL');
const db = await openDatabase(variable('DATABASE'));
const outlets = openOutlets(db);
const copy = openCopy(db);

const jobs: Readonly<Record<string, () => Promise<unknown>>> = {
  async 'add-key'() {
    const [outletRef = '', keyRef = outletRef] = args;
    const path = webhookPathOf(keyRef, variable('WEBHOOK_SECRET'));
    const { OUTLET_ID: outletId, USE_CASE } = process.env;
    const useCase = useCases.find((name) => name === USE_CASE) ?? 'order-data';
    const accessToken = variable('OUTLET_ACCESS_TOKEN');
    await addKey(db, { keyRef, outletRef, useCase, accessToken, outletId });
    console.log(`The webhook URL of the key: https://YOUR-HOST${path}`);
  },
  backfill: () => forEachOutlet(db, outlets, (outlet, ref) => backfill(copy, outlet, ref, variable('SINCE'))),
  poll: () => forEachOutlet(db, outlets, (outlet, ref) => poll(db, outlet, ref, variable('SINCE'))),
  nightly: () => forEachOutlet(db, outlets, (outlet, ref) => nightly(copy, outlet, ref)),
  'void-receipt': () => resolve('void'),
  'keep-receipt': () => resolve('keep'),
  async receive() {
    const handle = receiveOrders(copy, outlets, variable('WEBHOOK_SECRET'));
    const server = createServer(toNodeListener(handle)).listen(Number(PORT || 3000));
    await once(server, 'listening');
    console.log('Receiving webhooks');
    await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
    // Every delivery gets its response, and idle connections close after 5 seconds.
    await once(server.close(), 'close');
    await copy.close();
  },
};

try {
  const job = jobs[name];
  if (!job) throw new Error(`Name a job: ${Object.keys(jobs).join(' | ')}`);
  await job();
} finally {
  await db.close();
}

function resolve(decision: 'keep' | 'void'): Promise<void> {
  const [outletRef = '', receiptId = ''] = args;
  return resolveReceipt(db, outletRef, receiptId, decision);
}

function variable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`Set the environment variable ${name}. README.md lists all of them.`);
  return value;
}
