// Runs one job: `npm run backfill`, `receive`, `nightly` or `poll`. Exits with code 0 when the job is done.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { OutletClient } from 'outlet-open-api';
import { toNodeListener } from 'outlet-open-api/webhooks';
import { backfill } from './backfill.js';
import { type Database, openDatabase } from './database.js';
import { nightly } from './nightly.js';
import { poll } from './poll.js';
import { receiveOrders } from './receive.js';

const { DATABASE, SINCE = '', PORT, WEBHOOK_SECRET } = process.env;

const jobs: Readonly<Record<string, (db: Database, outlet: OutletClient) => Promise<unknown>>> = {
  backfill: (db, outlet) => backfill(db, outlet, SINCE),
  poll: (db, outlet) => poll(db, outlet, SINCE),
  nightly: (db, outlet) => nightly(db, outlet),
  async receive(db, outlet) {
    const receiver = receiveOrders(db, outlet, WEBHOOK_SECRET);
    const server = createServer(toNodeListener(receiver.handle)).listen(Number(PORT || 3000));
    await once(server, 'listening');
    console.log('Receiving webhooks');
    await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
    server.close();
    await receiver.close();
  },
};

const job = jobs[process.argv[2] ?? ''];
if (!job) throw new Error(`Name a job: ${Object.keys(jobs).join(' | ')}`);
const db = await openDatabase(DATABASE || './data');
try {
  await job(db, new OutletClient());
} finally {
  await db.close();
}
