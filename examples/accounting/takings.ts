// Takings: posts what an outlet has taken, per business day and payment method. Run it every night after the end of the business
// day: it exits when it is done. A later run replaces the documents of days on which orders were cancelled or corrected.
import { businessDayOf, dayRange, OutletClient } from 'outlet-open-api';
import { LeaseError } from 'outlet-open-api/sync';
import { createFileCheckpointStore } from 'outlet-open-api/sync/node';
import { JsonFiles } from './json-files.js';
import { logError } from './log-error.js';
import { asText } from './minor-units.js';
import { type Attempt, postDocument } from './post-document.js';
import { required } from './required.js';
import { SalesLedger } from './sales-ledger.js';
import { TakingsBook } from './takings-book.js';

const { DATA_FOLDER = './data', DAY_STARTS_AT = '00:00', OUTLET_ID } = process.env;
const outletRef = required('OUTLET_REF', 'your own ID of the outlet, such as bistro-1');
const firstDay = required('FIRST_DAY', 'the first business day to post, such as 2026-11-01');
const settings = {
  timeZone: required('TIME_ZONE', 'the time zone of the outlet, such as Asia/Bangkok'),
  startsAt: DAY_STARTS_AT,
  currency: required('CURRENCY', 'the currency of the outlet, such as THB'),
};
// Throws if a setting is invalid.
const first = dayRange(firstDay, settings.timeZone, { startsAt: settings.startsAt });
/** How long an order stays open, and how late a merchant cancels or reopens it. A later change is not seen. */
const lookback = 31 * 24 * 60 * 60 * 1_000;
const folder = `${DATA_FOLDER}/${outletRef}`;
const name = 'takings';
const leaseDuration = 30_000;

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());

const outlet = new OutletClient();
const ledger = new SalesLedger(`${folder}/sales`);
const attempts = new JsonFiles<Attempt>(`${folder}/attempts`);
const runs = new JsonFiles<{ readonly to: string }>(`${folder}/runs`);

try {
  await Promise.all([attempts.open(), runs.open(), ledger.check(), checkOutlet()]);
  const run = await createFileCheckpointStore(`${folder}/checkpoints`).acquire({ name, leaseDuration });
  if (!run) throw new LeaseError('held', name);
  const keepLease = async () => {
    stop.signal.throwIfAborted();
    if (!(await run.renew({ leaseDuration }))) throw new LeaseError('lost', name);
  };
  const book = await TakingsBook.open(`${folder}/takings.jsonl`);
  try {
    await readOrders(book, keepLease);
    await postTakings(book, keepLease);
  } finally {
    await book.close();
    await run.release();
  }
} catch (error) {
  if (stop.signal.aborted) {
    console.log('Stopped. The next run starts again.');
  } else {
    logError(error);
    process.exitCode = 1;
  }
}

/** Throws if the key belongs to another outlet. Orders don't say which outlet they are of, but the list of goods receipts checks it. */
async function checkOutlet(): Promise<void> {
  const to = new Date();
  const from = new Date(to.getTime() - 1_000);
  if (OUTLET_ID) await outlet.goodsReceipts.list({ from, to, outletId: OUTLET_ID }).firstPage();
}

/** Reads all orders that can have changed since the last complete run. */
async function readOrders(book: TakingsBook, keepLease: () => Promise<void>): Promise<void> {
  const to = new Date();
  const last = await runs.read(name);
  // A clock that was ahead must not cause gaps.
  const begin = last ? Math.min(Date.parse(last.to), to.getTime()) : first.from.getTime();
  const from = new Date(begin - lookback);
  const list = outlet.orders.list({ from, to }, { outletRef, signal: stop.signal });
  for await (const { items } of list.pages()) {
    await keepLease();
    await book.write(items, settings, ({ id }) => {
      console.warn(`Order ${id} was cancelled, and has payments: check whether the money was returned.`);
    });
  }
  await runs.write(name, { to: to.toISOString() });
  for (const problem of book.problems) warn(`Not counted: ${problem}`);
}

/** Posts the days that have ended. A document that cannot be posted does not stop the others, and is posted in the next run. */
async function postTakings(book: TakingsBook, keepLease: () => Promise<void>): Promise<void> {
  const today = businessDayOf(new Date(), settings.timeZone, { startsAt: settings.startsAt });
  for (const total of book.totals.filter(({ day }) => firstDay <= day && day < today)) {
    await keepLease();
    const document = { ...total, reference: [outletRef, total.day, total.method, total.currency].join('/') };
    const { reference, minorUnits, currency } = document;
    try {
      const outcome = await postDocument(document, attempts, ledger);
      if (outcome !== 'unchanged') console.log(`${outcome} ${reference}: ${asText(minorUnits, currency)}`);
    } catch (error) {
      await ledger.check(); // throws if the accounting system is down, which ends the run
      warn(`Not posted: ${reference}: ${error}`);
    }
  }
}

/** Logs what a person must look at. The exit code lets the scheduler alert somebody. */
function warn(problem: string): void {
  console.warn(problem);
  process.exitCode = 1;
}
