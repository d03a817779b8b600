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
  readonly parked: JsonFiles<ParkedReceipt>;
  readonly settings: BookSettings;
}

/** A receipt that a person must look at. */
export interface ParkedReceipt {
  readonly id: string;
  readonly number: string | null;
  readonly problem: string;
  /** Its content, to take it again. A receipt that is no longer listed has none. */
  readonly receipt: GoodsReceipt | null;
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

/**
 * Takes a receipt to the ledger. Parks it if its bill has problems or cannot be posted, so that one receipt does not stop the books
 * of an outlet. Returns `undefined` if it cannot be posted.
 */
export async function takeReceipt(books: Books, receipt: GoodsReceipt): Promise<Taken | undefined> {
  const { id, goodsReceiptNumber } = receipt;
  const park = (problem: string) =>
    books.parked.write(id, { id, number: goodsReceiptNumber ?? null, problem, receipt });
  // If this is killed, the next run must not take an older version again.
  if (await books.parked.read(id)) await park('was interrupted');
  try {
    const taken = await post(books, receipt);
    const { bill, outcome } = taken;
    const problem = bill.problems.map(({ path, message }) => `${path} ${message}`).join('; ');
    // A draft or a partially received receipt is on hold without a problem.
    if (outcome === 'held' && problem !== '') await park(problem);
    else await books.parked.delete(id);
    return taken;
  } catch (error) {
    // If the accounting system is down, this throws as well: the run ends, and no receipt is parked for that.
    await books.ledger.check();
    await park(String(error));
    return undefined;
  }
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
