import type { Bill } from 'outlet-open-api/accounting';
import { balanced, type JournalRow, journalEntry, reversalOf } from './journal.js';
import { postingOf } from './posting.js';

/** The result of a bill. */
export type Outcome = 'posted' | 'updated' | 'unchanged' | 'voided' | 'held';

/** A ledger in memory that finds posted bills by receipt id. */
export class Ledger {
  readonly #posted = new Map<string, { readonly text: string; readonly entry: JournalRow[] }>();
  readonly #journal: JournalRow[] = [];

  /** Posts, updates or voids a bill. The same bill again changes nothing. */
  take(bill: Bill): Outcome {
    if (bill.action === 'hold') return 'held';
    const before = this.#posted.get(bill.receiptId);
    if (bill.action === 'void') {
      this.#reverse(bill.receiptId);
      return before ? 'voided' : 'unchanged';
    }
    const text = JSON.stringify(bill);
    if (before?.text === text) return 'unchanged';
    const entry = journalEntry(postingOf(bill));
    this.#reverse(bill.receiptId);
    this.#posted.set(bill.receiptId, { text, entry });
    this.#journal.push(...entry);
    return before ? 'updated' : 'posted';
  }

  /** All rows. Rows are never deleted: a reversal adds rows. */
  get journal(): JournalRow[] {
    return balanced([...this.#journal]);
  }

  #reverse(receiptId: string): void {
    const before = this.#posted.get(receiptId);
    if (before) this.#journal.push(...reversalOf(before.entry));
    this.#posted.delete(receiptId);
  }
}
