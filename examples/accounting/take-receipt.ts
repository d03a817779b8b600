import type { GoodsReceipt } from 'outlet-open-api';
import { type Bill, billFromGoodsReceipt } from 'outlet-open-api/accounting';
import { type JournalRow, journalEntry } from './journal.js';
import type { JsonFiles } from './json-files.js';
import type { Ledger, Outcome } from './ledger.js';
import { type BookSettings, postingOf } from './posting.js';
import { type QuickBooksBill, quickBooksBill } from './quickbooks-bill.js';
import { type XeroBill, xeroBill } from './xero-bill.js';

export interface Books {
  readonly ledger: Ledger;
  readonly reviews: JsonFiles<Review>;
  readonly settings: BookSettings;
}

/** A receipt that a person must look at. */
export interface Review {
  /** Its number, or its ID. */
  readonly number: string;
  readonly problem: string;
}

/** What happened to a bill, and what it sends to an accounting system. */
export interface Taken {
  readonly bill: Bill;
  readonly outcome: Outcome;
  readonly sent?: {
    readonly entry: JournalRow[];
    readonly xero: XeroBill;
    readonly quickBooks: QuickBooksBill;
  };
}

/** Takes a receipt to the ledger. A bill with problems is on hold, and is listed for a person until the receipt is correct. */
export async function takeReceipt(books: Books, receipt: GoodsReceipt): Promise<Taken> {
  const taken = await post(books, receipt);
  const { bill, outcome } = taken;
  const problems = bill.problems.map(({ path, message }) => `${path} ${message}`);
  // A draft or a partially received receipt is on hold without a problem, unless it was completed before.
  if (problems.length === 0 && (await books.ledger.hasBill(receipt.id)))
    problems.push(`is ${bill.status} again, and its bill is posted`);
  if (outcome === 'held' && problems.length > 0)
    await books.reviews.write(receipt.id, {
      number: bill.number ?? receipt.id,
      problem: problems.join('; '),
    });
  else await books.reviews.delete(receipt.id);
  return taken;
}

async function post({ ledger, settings }: Books, receipt: GoodsReceipt): Promise<Taken> {
  const bill = billFromGoodsReceipt(receipt);
  if (bill.action !== 'post') return { bill, outcome: await ledger.take(bill, []) };
  const posting = postingOf(bill, settings);
  const sent = {
    entry: journalEntry(posting),
    xero: xeroBill(posting),
    quickBooks: quickBooksBill(posting),
  };
  return { bill, outcome: await ledger.take(bill, sent.entry), sent };
}
