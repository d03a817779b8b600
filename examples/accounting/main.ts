// Accounting: polls goods receipts, posts completed ones as bills, and updates or voids bills when their receipts change.
import { OutletClient } from 'outlet-open-api';
import { type Bill, billFromGoodsReceipt } from 'outlet-open-api/accounting';
import { createMemoryCheckpointStore, pollGoodsReceipts } from 'outlet-open-api/sync';
import { asText, sum } from './cents.js';
import { journalEntry } from './journal.js';
import { Ledger, type Outcome } from './ledger.js';
import { postingOf } from './posting.js';
import { quickBooksBill, quickBooksDeletion } from './quickbooks-bill.js';
import { xeroBill, xeroVoid } from './xero-bill.js';

const outlet = new OutletClient();
const ledger = new Ledger();
// In production, keep checkpoints in files or a database: docs/guides/sync.md.
const checkpoints = createMemoryCheckpointStore();
const since = new Date(Date.now() - 30 * 24 * 60 * 60 * 1_000);

console.log('first run');
report(await run());

// Before the second run, the merchant corrects one receipt, cancels another, and completes a third.
console.log('second run');
const second = await run();
report(second);

for (const { bill, outcome } of second) {
  if (outcome === 'updated') show(bill);
  if (outcome === 'voided') showVoiding(bill);
}

const { journal } = ledger;
const debits = asText(sum(journal.map(({ debit }) => debit)));
const credits = asText(sum(journal.map(({ credit }) => credit)));
console.log(`${journal.length} rows in the journal: debit ${debits}, credit ${credits}`);

interface Taken {
  readonly bill: Bill;
  readonly outcome: Outcome;
}

/** Passes new and changed receipts to the ledger. */
async function run(): Promise<Taken[]> {
  const taken: Taken[] = [];
  await pollGoodsReceipts(outlet, {
    name: 'receipts',
    outlet: 'bistro',
    since,
    checkpoints,
    onChanged(receipt) {
      const bill = billFromGoodsReceipt(receipt);
      taken.push({ bill, outcome: ledger.take(bill) });
    },
  });
  return taken;
}

function report(taken: readonly Taken[]): void {
  const results = taken.map(({ bill, outcome }) => (outcome === 'held' ? `held: ${bill.status}` : outcome));
  for (const result of new Set(results)) {
    console.log(`  ${results.filter((other) => other === result).length} ${result}`);
  }
  for (const { bill, outcome } of taken) {
    if (outcome === 'updated' || outcome === 'voided') console.log(`  ${bill.number} is ${outcome}`);
    for (const { path, message } of bill.problems) console.log(`  ${bill.number}: ${path} ${message}`);
  }
}

function show(bill: Bill): void {
  const posting = postingOf(bill);
  console.log(`${bill.number} in the journal, with a header difference of ${bill.difference}`);
  for (const { account, debit, credit } of journalEntry(posting)) {
    console.log(`  ${account.padEnd(18)}${asText(debit).padStart(10)}${asText(credit).padStart(10)}`);
  }
  console.log(`for Xero: ${JSON.stringify(xeroBill(posting))}`);
  console.log(`for QuickBooks: ${JSON.stringify(quickBooksBill(posting))}`);
}

/** Uses the ids that QuickBooks returned when the bill was posted. */
function showVoiding({ number }: Bill): void {
  console.log(`${number} voided in Xero: ${JSON.stringify(xeroVoid)}`);
  console.log(`${number} deleted in QuickBooks: ${JSON.stringify(quickBooksDeletion('145', '0'))}`);
}
