// Accounting: polls goods receipts, posts completed ones as bills, and updates or voids bills when their receipts change. Run it
// every hour: it exits when it is done.
import { businessDayOf, OutletClient } from 'outlet-open-api';
import { currencyDecimals } from 'outlet-open-api/accounting';
import { pollGoodsReceipts } from 'outlet-open-api/sync';
import { createFileCheckpointStore } from 'outlet-open-api/sync/node';
import { JsonFiles } from './json-files.js';
import { Ledger } from './ledger.js';
import { logError } from './log-error.js';
import { asText, sum } from './minor-units.js';
import { quickBooksDeletion } from './quickbooks-bill.js';
import { required } from './required.js';
import { type Books, type Review, type Taken, takeReceipt } from './take-receipt.js';
import { xeroVoid } from './xero-bill.js';

const { DATA_FOLDER = './data', OUTLET_ID, RECEIPTS_SINCE } = process.env;
const outletRef = required('OUTLET_REF', 'your own ID of the outlet, such as bistro-1');
// The API returns neither the time zone nor the currency.
const settings = {
  outletRef,
  timeZone: required('TIME_ZONE', 'the time zone of the outlet, such as Asia/Bangkok'),
  currency: required('CURRENCY', 'the currency of the outlet, such as THB'),
};
// Throw if a setting is invalid.
businessDayOf(new Date(), settings.timeZone);
currencyDecimals(settings.currency);
const folder = `${DATA_FOLDER}/${outletRef}`;
const thirtyDays = 30 * 24 * 60 * 60 * 1_000;

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());

const outlet = new OutletClient();
const checkpoints = createFileCheckpointStore(`${folder}/checkpoints`);
const ledger = new Ledger(`${folder}/ledger`);
const reviews = new JsonFiles<Review>(`${folder}/reviews`);
const books: Books = { ledger, reviews, settings };
const outcomes: string[] = [];
/** Why receipts were not posted, by their IDs. */
const errors = new Map<string, string>();

try {
  await reviews.open();
  await ledger.check();
  const { from, to, failed } = await pollGoodsReceipts(outlet, {
    name: 'receipts',
    outletRef,
    // Only the first run starts here. Each further run also reads receipts that can still change.
    from: RECEIPTS_SINCE ?? new Date(Date.now() - thirtyDays),
    // How late a merchant corrects or cancels a receipt. A later change is not seen.
    trailingDays: 60,
    checkpoints,
    // With it, the API rejects the key of another outlet.
    outletId: OUTLET_ID,
    // The checkpoint is saved after this, so a crash delivers the receipt again. The ledger then leaves it unchanged.
    onChanged: async (receipt) => report(await takeReceipt(books, receipt)),
    async onError(error, { id, goodsReceiptNumber }) {
      errors.set(id, `${goodsReceiptNumber ?? id}: ${error}`);
      // Throws if the accounting system is down, which ends the run. Otherwise, the receipt or this program is the problem.
      await ledger.check();
      return true;
    },
    // A fault of the service can hide receipts, so a person decides.
    onNotFound: ({ id, goodsReceiptNumber }) =>
      reviews.write(id, { number: goodsReceiptNumber ?? id, problem: 'is no longer listed' }),
    signal: stop.signal,
  });
  console.log(`Polled goods receipts from ${from.slice(0, 10)} to ${to.slice(0, 10)}`);
  // The next run delivers them again, changed or not.
  for (const id of failed) console.error(`Not posted: ${errors.get(id)}`);
  if (failed.length > 0) process.exitCode = 1;
  const journal = await ledger.journal();
  const debits = asText(sum(journal.map(({ debit }) => debit)), settings.currency);
  const credits = asText(sum(journal.map(({ credit }) => credit)), settings.currency);
  console.log(`The journal has ${journal.length} rows: debit ${debits}, credit ${credits}`);
} catch (error) {
  if (stop.signal.aborted) {
    console.log('Stopped. The next run resumes.');
  } else {
    logError(error);
    process.exitCode = 1;
  }
}
for (const outcome of new Set(outcomes)) {
  console.log(`${outcome}: ${outcomes.filter((other) => other === outcome).length}`);
}
for (const { number, problem } of await reviews.readAll()) console.log(`On hold: ${number}: ${problem}`);

function report({ bill, outcome, sent }: Taken): void {
  outcomes.push(outcome === 'held' ? `held (${bill.status})` : outcome);
  if (outcome === 'updated' && sent) {
    console.log(`${bill.number} is updated. Its header differs from its lines by ${bill.difference}.`);
    const amount = (units: bigint) => asText(units, settings.currency).padStart(10);
    for (const { account, debit, credit } of sent.entry) {
      console.log(`  ${account.padEnd(18)}${amount(debit)}${amount(credit)}`);
    }
    console.log(`  Xero: ${JSON.stringify(sent.xero)}`);
    console.log(`  QuickBooks: ${JSON.stringify(sent.quickBooks)}`);
  }
  if (outcome === 'voided') {
    console.log(`${bill.number} is voided.`);
    console.log(`  Xero: ${JSON.stringify(xeroVoid)}`);
    // QuickBooks needs the ID and the SyncToken that it returned when the bill was posted.
    console.log(`  QuickBooks: ${JSON.stringify(quickBooksDeletion('145', '0'))}`);
  }
}
