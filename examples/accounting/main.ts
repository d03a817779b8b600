// Accounting: polls goods receipts, posts completed ones as bills, and updates or voids bills when their receipts change. Run it
// every hour: it exits when it is done.
import { OutletClient } from 'outlet-open-api';
import { LeaseError, pollGoodsReceipts } from 'outlet-open-api/sync';
import { createFileCheckpointStore } from 'outlet-open-api/sync/node';
import { JsonFiles } from './json-files.js';
import { Ledger } from './ledger.js';
import { logError } from './log-error.js';
import { asText, sum } from './minor-units.js';
import { bookSettings } from './posting.js';
import { quickBooksDeletion } from './quickbooks-bill.js';
import { required } from './required.js';
import { type Books, type ParkedReceipt, type Taken, takeReceipt } from './take-receipt.js';
import { xeroVoid } from './xero-bill.js';

const { DATA_FOLDER = './data', OUTLET_ID } = process.env;
const outletRef = required('OUTLET_REF', 'your own ID of the outlet, such as bistro-1');
// The API returns neither the time zone nor the currency.
const settings = bookSettings(
  required('TIME_ZONE', 'the time zone of the outlet, such as Asia/Bangkok'),
  required('CURRENCY', 'the currency of the outlet, such as THB'),
);
const folder = `${DATA_FOLDER}/${outletRef}`;
const thirtyDays = 30 * 24 * 60 * 60 * 1_000;
const leaseDuration = 30_000;
const name = 'receipts';

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());

const outlet = new OutletClient();
const checkpoints = createFileCheckpointStore(`${folder}/checkpoints`);
const ledger = new Ledger(`${folder}/ledger`);
const parked = new JsonFiles<ParkedReceipt>(`${folder}/parked`);
const books: Books = { ledger, parked, settings };
const outcomes: string[] = [];

try {
  await parked.open();
  await ledger.check();
  await retryParked();
  const { from, to } = await pollGoodsReceipts(outlet, {
    name,
    outletRef,
    // Only the first run starts here. Each further run also reads receipts that can still change.
    from: new Date(Date.now() - thirtyDays),
    // How late a merchant corrects or cancels a receipt. A later change is not seen.
    trailingDays: 60,
    checkpoints,
    leaseDuration,
    // With it, the API rejects the key of another outlet.
    outletId: OUTLET_ID,
    // The checkpoint is saved after this, so a crash delivers the receipt again. The ledger then leaves it unchanged.
    onChanged: async (receipt) => report(await takeReceipt(books, receipt)),
    // A fault of the service can hide receipts, so a person decides.
    onNotFound: ({ id, goodsReceiptNumber }) =>
      parked.write(id, {
        id,
        number: goodsReceiptNumber ?? null,
        problem: 'is no longer listed',
        receipt: null,
      }),
    signal: stop.signal,
  });
  console.log(`Polled goods receipts from ${from.slice(0, 10)} to ${to.slice(0, 10)}`);
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
for (const { id, number, problem } of await parked.readAll())
  console.log(`Parked ${number ?? id}: ${problem}`);

/**
 * Takes parked receipts again, because a poll delivers them again only if they change. It uses the lease of the poll, so that no
 * other process takes a newer version at the same time.
 */
async function retryParked(): Promise<void> {
  const run = await checkpoints.acquire({ name, leaseDuration });
  if (!run) throw new LeaseError('held', name);
  try {
    for (const { receipt } of await parked.readAll()) {
      stop.signal.throwIfAborted();
      if (!(await run.renew(leaseDuration))) throw new LeaseError('lost', name);
      if (receipt) report(await takeReceipt(books, receipt));
    }
  } finally {
    await run.release();
  }
}

function report(taken: Taken | undefined): void {
  if (!taken) return void outcomes.push('parked');
  const { bill, outcome, sent } = taken;
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
