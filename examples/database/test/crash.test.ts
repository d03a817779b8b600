import type { FakeOutlet } from 'outlet-open-api/testing';
import { inject, test } from 'vitest';
import { createRandom } from '../../../src/random.js';
import { openDatabase } from '../database.js';
import { booksOfDatabase, booksOfOutlets } from '../story/books.js';
import { openRestaurant } from '../story/restaurant.js';
import { runJob } from '../story/run-job.js';
import { newDatabase } from './new-database.js';

const day = 24 * 60 * 60 * 1_000;
const program = inject('job');
const mortal = ['--import', new URL('die.mjs', import.meta.url).href, program];

/** A job dies while it opens the database, or during one of this many first writes. */
const deaths = { opening: 120, working: 8 } as const;

const kinds = Object.keys(newDatabase);
const runs = Number(process.env.CRASH_RUNS ?? 2);
const cases = Array.from({ length: runs }, (_, run) => ({
  kind: kinds[run % kinds.length] ?? '',
  seed: run + 1,
}));

test.concurrent.for(cases)(
  '$kind books each sale and each bill once, seed $seed',
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
    const DATABASE = (await newDatabase[kind]?.(onTestFinished)) ?? '';
    const { bistro, bakery } = outlets;
    // An order at the boundary of two windows of 31 days is in both.
    addOrders(bistro, 3, new Date(from + 31 * day));
    addOrdersWithIdsOf(bistro, bakery, 60);
    const empty = await openDatabase(DATABASE);
    await addTo(empty);
    await empty.close();

    /** Kills a job until a run completes. Returns how often the job was killed. */
    async function run(job: string, moments: readonly (keyof typeof deaths)[]): Promise<number> {
      const environmentOfJob = { OUTLET_BASE_URL: baseUrl, DATABASE, SINCE: since };
      let killed = 0;
      for (const moment of moments) {
        const death = { DIE_WHILE: moment, DIE_AFTER_WRITES: String(random(0, 10 * deaths[moment]) / 10) };
        const { code, signal } = await runJob(job, { ...environmentOfJob, ...death }, () => {}, mortal);
        if (signal === 'SIGKILL') killed += 1;
        else expect(code).toBe(0);
        refusals = random(0, 1);
        if (job === 'poll') changeReceipts(bistro, since, random);
      }
      expect(await runJob(job, environmentOfJob, () => {}, [program])).toEqual({ code: 0, signal: null });
      return killed;
    }

    expect(await run('backfill', ['working', 'opening', 'working'])).toBe(3);
    expect(await run('poll', ['working', 'working'])).toBe(2);

    const db = await openDatabase(DATABASE);
    const books = booksOfOutlets(outlets, since);
    expect(await booksOfDatabase(db)).toEqual(books);
    const { rows: sales } = await db.query('select amount from sales');
    expect(sales).toHaveLength([...books.sales.values()].filter((amount) => amount !== 0).length);
    await db.close();
  },
);

function addOrders({ orders }: FakeOutlet, count: number, created: Date): void {
  for (let order = 0; order < count; order += 1) {
    orders.add({ created, status: 'complete', payments: [{ amount: 12.34, offlineMethod: 'card' }] });
  }
}

/** Adds orders to a second outlet, with the IDs of some orders of the first one and other amounts. */
function addOrdersWithIdsOf(first: FakeOutlet, second: FakeOutlet, count: number): void {
  for (const { id, created } of first.orders.all().slice(-count))
    second.orders.add({
      id,
      created,
      status: 'complete',
      payments: [{ amount: 5.67, offlineMethod: 'cash' }],
    });
}

/** One is completed, one cancelled, and one comes in. */
function changeReceipts(
  { goodsReceipts }: FakeOutlet,
  since: string,
  random: (from: number, to: number) => number,
): void {
  const someOf = (statuses: readonly string[]) => {
    const those = goodsReceipts
      .all()
      .filter(({ created, status }) => created >= since && statuses.includes(status));
    return those[random(0, those.length - 1)]?.id ?? '';
  };
  goodsReceipts.complete(someOf(['draft', 'partiallyReceived']));
  goodsReceipts.cancel(someOf(['completed']));
  goodsReceipts.add({ items: [{ totalPrice: random(1, 10_000) / 100 }] });
}
