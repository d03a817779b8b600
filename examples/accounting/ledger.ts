import type { Bill } from 'outlet-open-api/accounting';
import { balanced, type JournalRow, journalEntry, reversalOf } from './journal.js';
import { JsonLines } from './json-lines.js';
import { postingOf } from './posting.js';

/** The result of a bill. */
export type Outcome = 'posted' | 'updated' | 'unchanged' | 'voided' | 'held';

/** What the ledger has posted for a receipt. */
interface Posted {
  readonly receiptId: string;
  /** The bill as JSON, or `null` if it was voided. */
  readonly bill: string | null;
  readonly entry: readonly JournalRow[];
}

/** `Posted` with cents as text, because JSON has no `bigint`. */
interface Line extends Omit<Posted, 'entry'> {
  readonly entry: readonly { readonly account: string; readonly debit: string; readonly credit: string }[];
}

/** A ledger in memory and in a file. It finds posted bills by receipt ID. Replace it with your accounting system. */
export class Ledger {
  readonly #file: JsonLines<Line>;
  readonly #posted = new Map<string, Posted>();
  readonly #journal: JournalRow[] = [];

  private constructor(file: JsonLines<Line>) {
    this.#file = file;
  }

  static async open(path: string): Promise<Ledger> {
    const ledger = new Ledger(await JsonLines.open(path));
    for await (const { receiptId, bill, entry } of ledger.#file.read()) {
      const rows = entry.map((row) => ({ ...row, debit: BigInt(row.debit), credit: BigInt(row.credit) }));
      ledger.#apply({ receiptId, bill, entry: rows });
    }
    return ledger;
  }

  /** Posts, updates or voids a bill. The same bill again changes nothing. Resolves when the result is on the disk. */
  async take(bill: Bill): Promise<Outcome> {
    if (bill.action === 'hold') return 'held';
    const { receiptId } = bill;
    const before = this.#posted.get(receiptId);
    if (bill.action === 'void') {
      if (!before) return 'unchanged';
      await this.#write({ receiptId, bill: null, entry: [] });
      return 'voided';
    }
    const text = JSON.stringify(bill);
    if (before?.bill === text) return 'unchanged';
    await this.#write({ receiptId, bill: text, entry: journalEntry(postingOf(bill)) });
    return before ? 'updated' : 'posted';
  }

  /** All rows. Rows are never deleted: a reversal adds rows. */
  get journal(): JournalRow[] {
    return balanced([...this.#journal]);
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  async #write(posted: Posted): Promise<void> {
    const entry = posted.entry.map((row) => ({ ...row, debit: `${row.debit}`, credit: `${row.credit}` }));
    await this.#file.append({ ...posted, entry });
    this.#apply(posted);
  }

  /** Reverses what was posted for the receipt before, and adds the new entry. */
  #apply(posted: Posted): void {
    const before = this.#posted.get(posted.receiptId);
    if (before) this.#journal.push(...reversalOf(before.entry));
    this.#journal.push(...posted.entry);
    if (posted.bill === null) this.#posted.delete(posted.receiptId);
    else this.#posted.set(posted.receiptId, posted);
  }
}
