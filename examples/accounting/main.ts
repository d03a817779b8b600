// Accounting: polls goods receipts, posts completed ones as bills, and updates or voids bills when their receipts change. Run it
// every hour: it exits when it is done.
import { OutletClient } from 'outlet-open-api';
import { type Bill, billFromGoodsReceipt } from 'outlet-open-api/accounting';
import { pollGoodsReceipts } from 'outlet-open-api/sync';
import { createFileCheckpointStore } from 'outlet-open-api/sync/node';
import { asText, sum } from './cents.js';
import { journalEntry } from './journal.js';
import { Ledger, type Outcome } from './ledger.js';
import { logError } from './log-error.js';
import { postingOf } from './posting.js';
import { quickBooksBill, quickBooksDeletion } from './quickbooks-bill.js';
import { xeroBill, xeroVoid } from './xero-bill.js';

const { DATA_FOLDER = './data', OUTLET_REF = 'my-outlet' } = process.env;
const thirtyDays = 30 * 24 * 60 * 60 * 1_000;

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());

const outlet = new OutletClient();
const ledger = await Ledger.open(`${DATA_FOLDER}/ledger.jsonl`);
const outcomes: string[] = [];

try {
  const { from, to } = await pollGoodsReceipts(outlet, {
    name: 'receipts',
    outletRef: OUTLET_REF,
    // Only the first run starts here. Each further run also reads receipts that can still change.
    since: new Date(Date.now() - thirtyDays),
    checkpoints: createFileCheckpointStore(`${DATA_FOLDER}/checkpoints`),
    // The checkpoint is saved after this, so a crash delivers the receipt again. The ledger then leaves it unchanged.
    async onChanged(receipt) {
      const bill = billFromGoodsReceipt(receipt);
      report(bill, await ledger.take(bill));
    },
    onNotFound: ({ id }) => console.log(`Receipt ${id} is no longer listed. Check its bill.`),
    signal: stop.signal,
  });
  console.log(`Polled goods receipts from ${from.slice(0, 10)} to ${to.slice(0, 10)}`);
} catch (error) {
  if (stop.signal.aborted) {
    console.log('Stopped. The next run resumes.');
  } else {
    logError(error);
    process.exitCode = 1;
  }
} finally {
  for (const outcome of new Set(outcomes)) {
    console.log(`${outcome}: ${outcomes.filter((other) => other === outcome).length}`);
  }
  const { journal } = ledger;
  const debits = asText(sum(journal.map(({ debit }) => debit)));
  const credits = asText(sum(journal.map(({ credit }) => credit)));
  console.log(`The journal has ${journal.length} rows: debit ${debits}, credit ${credits}`);
  await ledger.close();
}

function report(bill: Bill, outcome: Outcome): void {
  outcomes.push(outcome === 'held' ? `held (${bill.status})` : outcome);
  for (const { path, message } of bill.problems) console.log(`${bill.number}: ${path} ${message}`);
  if (outcome === 'updated') show(bill);
  if (outcome === 'voided') showVoiding(bill);
}

/** Shows what an update would send. */
function show(bill: Bill): void {
  const posting = postingOf(bill);
  console.log(`${bill.number} is updated. Its header differs from its lines by ${bill.difference}.`);
  for (const { account, debit, credit } of journalEntry(posting)) {
    console.log(`  ${account.padEnd(18)}${asText(debit).padStart(10)}${asText(credit).padStart(10)}`);
  }
  console.log(`  Xero: ${JSON.stringify(xeroBill(posting))}`);
  console.log(`  QuickBooks: ${JSON.stringify(quickBooksBill(posting))}`);
}

/** Shows what voiding would send. QuickBooks needs the ID and SyncToken that it returned when the bill was posted. */
function showVoiding({ number }: Bill): void {
  console.log(`${number} is voided.`);
  console.log(`  Xero: ${JSON.stringify(xeroVoid)}`);
  console.log(`  QuickBooks: ${JSON.stringify(quickBooksDeletion('145', '0'))}`);
}
