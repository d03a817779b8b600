// Runs one job, such as `npm run nightly`. Exits with code 0 when the job is done.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createPostgresOrderStore } from 'outlet-open-api/postgres';
import { toNodeListener, useCases } from 'outlet-open-api/webhooks';
import { openDatabase } from './database.js';
import { addKey, forEachOutlet, openOutlets, webhookPathOf } from './keys.js';
import { openLedger } from './ledger.js';
import { backfill, nightly, openCopy } from './orders.js';
import { addOutlet, settingsOf } from './outlets.js';
import { receiveOrders } from './receive.js';
import { postTakings, settleDocument } from './takings.js';

const [name = '', ...args] = process.argv.slice(2);
const { PORT } = process.env;
const db = await openDatabase(variable('DATABASE'));
const outlets = openOutlets(db);
const store = createPostgresOrderStore({ pool: db });
const copy = openCopy(db);

const jobs: Readonly<Record<string, () => Promise<unknown>>> = {
  async 'add-outlet'() {
    const [outletRef = ''] = args;
    const [timeZone, currency, firstDay] = [
      variable('TIME_ZONE'),
      variable('CURRENCY'),
      variable('FIRST_DAY'),
    ];
    const { DAY_STARTS_AT: startsAt = '00:00' } = process.env;
    await addOutlet(db, { outletRef, timeZone, currency, startsAt, firstDay });
  },
  async 'add-key'() {
    const [outletRef = '', keyRef = outletRef] = args;
    const path = webhookPathOf(keyRef, variable('WEBHOOK_SECRET'));
    const { USE_CASE } = process.env;
    const useCase = useCases.find((name) => name === USE_CASE) ?? 'order-data';
    await addKey(db, { keyRef, outletRef, useCase, accessToken: variable('OUTLET_ACCESS_TOKEN') });
    console.log(`The webhook URL of the key: https://YOUR-HOST${path}`);
  },
  backfill: () => forEachOutlet(db, outlets, (outlet, ref) => backfill(copy, outlet, ref, variable('SINCE'))),
  nightly: () => forEachOutlet(db, outlets, (outlet, ref) => nightly(copy, outlet, ref)),
  async 'post-takings'() {
    const ledger = openLedger(variable('LEDGER_URL'));
    await forEachOutlet(db, outlets, async (_outlet, outletRef) => {
      const problems = await postTakings(store, ledger, await settingsOf(db, outletRef));
      for (const problem of problems) console.error(problem);
      // So that the scheduler alerts a person.
      if (problems.length > 0) process.exitCode = 1;
    });
  },
  settle: () => settleDocument(store, args[0] ?? ''),
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

function variable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`Set the environment variable ${name}. README.md lists all of them.`);
  return value;
}
