import type { Bill } from 'outlet-open-api/accounting';
import { balanced, type JournalRow, journalEntry, reversalOf } from './journal.js';
import { postingOf } from './posting.js';

/** What became of a bill. */
export type Outcome = 'posted' | 'updated' | 'unchanged' | 'voided' | 'held';

/** Books in memory. What was posted is known by the receipt's id, as in any accounting system that you write for. */
export class Ledger {
  readonly #posted = new Map<string, { readonly text: string; readonly entry: JournalRow[] }>();
  readonly #journal: JournalRow[] = [];

  /** Posts, updates, voids or leaves a bill, whichever it takes. Taking it again changes nothing. */
  take(bill: Bill): Outcome {
    if (bill.action === 'hold') return 'held';
    const before = this.#posted.get(bill.receiptId);
    if (bill.action === 'void') {
      this.#takeBack(bill.receiptId);
      return before ? 'voided' : 'unchanged';
    }
    const text = JSON.stringify(bill);
    if (before?.text === text) return 'unchanged';
    const entry = journalEntry(postingOf(bill));
    this.#takeBack(bill.receiptId);
    this.#posted.set(bill.receiptId, { text, entry });
    this.#journal.push(...entry);
    return before ? 'updated' : 'posted';
  }

  /** Every row that was ever written: nothing is rubbed out. */
  get journal(): JournalRow[] {
    return balanced([...this.#journal]);
  }

  #takeBack(receiptId: string): void {
    const before = this.#posted.get(receiptId);
    if (before) this.#journal.push(...reversalOf(before.entry));
    this.#posted.delete(receiptId);
  }
}
