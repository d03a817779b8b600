import type { FakeOutlet } from 'outlet-open-api/testing';
import { inject, test } from 'vitest';
import { createRandom } from '../../../src/random.js';
import { openDatabase } from '../database.js';
import { openAccountingSystem } from '../story/accounting-system.js';
import { booksOfBackend, booksOfOutlets } from '../story/books.js';
import { type Outlets, openRestaurant } from '../story/restaurant.js';
import { runJob } from '../story/run-job.js';
import { newDatabase } from './new-database.js';

const day = 24 * 60 * 60 * 1_000;
const program = inject('job');
const mortal = ['--import', new URL('die.mjs', import.meta.url).href, program];

/** One request in twenty loses its connection. */
const faults: readonly ('before' | 'after' | undefined)[] = ['before', 'after'];

/** A job dies while it opens the database, or during one of this many first writes. */
const deaths = { opening: 120, working: 8 } as const;

/** PostgreSQL first, if it is installed. */
const kinds = Object.keys(newDatabase).toReversed();
const { NIGHTLY, CRASH_RUNS = NIGHTLY ? 4 : 1 } = process.env;
const runs = Number(CRASH_RUNS);
const cases = Array.from({ length: runs }, (_, run) => ({
  kind: kinds[run % kinds.length] ?? '',
  seed: run + 1,
}));

test.concurrent.for(cases)(
  '$kind counts each order once, and posts each document once, seed $seed',
  async ({ kind, seed }, context) => {
    const { expect, onTestFinished } = context;
    const random = createRandom(seed).integer;
    const from = Date.now() - random(50, 60) * day;
    const since = new Date(from).toISOString();
    let refusals = 0;
    const { outlets, baseUrl, addTo, close } = await openRestaurant({ seed, rateLimit: false }, ({ url }) => {
      if (refusals === 0 || !/\/orders\?.*cursor=/.test(url)) return undefined;
      refusals -= 1;
      return Response.json({ code: 400, message: 'The cursor has expired' }, { status: 400 });
    });
    onTestFinished(close);
    const connection = createRandom(seed).integer;
    const accounting = await openAccountingSystem(() => faults[connection(0, 39)]);
    onTestFinished(accounting.close);
    const DATABASE = (await newDatabase[kind]?.(onTestFinished)) ?? '';
    const { bistro, bakery } = outlets;
    // An order at the boundary of two windows of 31 days is in both.
    addOrders(bistro, 3, new Date(from + 31 * day));
    addOrdersWithIdsOf(bistro, bakery, 60);
    const empty = await openDatabase(DATABASE);
    await addTo(empty);
    await empty.close();

    /** Kills a job at each of these moments, and starts it again until it is done. Returns how often it was killed. */
    async function run(job: string, moments: readonly (keyof typeof deaths)[]): Promise<number> {
      const environment = { OUTLET_BASE_URL: baseUrl, DATABASE, SINCE: since, LEDGER_URL: accounting.url };
      let killed = 0;
      for (const moment of moments) {
        const death = { DIE_WHILE: moment, DIE_AFTER_WRITES: String(random(0, 10 * deaths[moment]) / 10) };
        const { signal } = await runJob(job, { ...environment, ...death }, () => {}, mortal);
        if (signal === 'SIGKILL') killed += 1;
        refusals = random(0, 1);
      }
      // A connection to the accounting system that drops can end a run.
      for (let attempt = 1; attempt <= 20; attempt += 1)
        if ((await runJob(job, environment, () => {}, [program])).code === 0) return killed;
      throw new Error(`The job ${job} does not end.`);
    }

    expect(await run('backfill', ['working', 'opening', 'working'])).toBe(3);
    expect(await run('post-takings', ['opening', 'working', 'working'])).toBe(3);
    changeOrders(outlets, random);
    await run('nightly', ['working']);
    await run('post-takings', ['working']);

    const db = await openDatabase(DATABASE);
    expect(await booksOfBackend(db, accounting.documents)).toEqual(booksOfOutlets(outlets, since));
    const references = accounting.documents.map(({ reference }) => reference);
    expect(references).toHaveLength(new Set(references).size);
    await db.close();
  },
);

/** Cancels one paid order of the last weeks in each outlet, and changes another one in the bistro. */
function changeOrders({ bistro, bakery }: Outlets, random: (from: number, to: number) => number): void {
  const recent = new Date(Date.now() - 25 * day).toISOString();
  const paid = ({ orders }: FakeOutlet) =>
    orders.all().filter(({ status, created }) => status === 'complete' && created > recent);
  for (const outlet of [bistro, bakery]) outlet.orders.cancel(paid(outlet)[0]?.id ?? '');
  const others = paid(bistro);
  const { id = '' } = others[random(0, others.length - 1)] ?? {};
  bistro.orders.reopen(id);
  bistro.orders.changeTotals(id);
  bistro.orders.complete(id);
}

function addOrders({ orders }: FakeOutlet, count: number, created: Date): void {
  for (let order = 0; order < count; order += 1) {
    const payment = { amount: 12.34, offlineMethod: 'card', created: created.toISOString() };
    orders.add({ created, status: 'complete', payments: [payment] });
  }
}

/** Adds orders to a second outlet, with the IDs of some orders of the first one and other amounts. */
function addOrdersWithIdsOf(first: FakeOutlet, second: FakeOutlet, count: number): void {
  for (const { id, created } of first.orders.all().slice(-count))
    second.orders.add({
      id,
      created,
      status: 'complete',
      payments: [{ amount: 5.67, offlineMethod: 'cash', created }],
    });
}
