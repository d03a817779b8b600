import type { Bill } from 'outlet-open-api/accounting';
import { balanced, type JournalRow, reversalOf } from './journal.js';
import { JsonFiles } from './json-files.js';

/** The result of a bill. */
export type Outcome = 'posted' | 'updated' | 'unchanged' | 'voided' | 'held';

/** What the ledger contains for a receipt. Amounts are text, because JSON has no `bigint`. */
interface Account {
  /** The bill that is posted. `null` if it was voided. */
  readonly bill: Bill | null;
  /** Its rows in the journal. */
  readonly entry: readonly Row[];
  /** All rows for the receipt, which are never deleted: a reversal adds rows. */
  readonly journal: readonly Row[];
}

interface Row {
  readonly account: string;
  readonly debit: string;
  readonly credit: string;
}

/** A ledger in files, which finds the bills of one outlet by receipt ID. Replace it with your accounting system. */
export class Ledger {
  readonly #accounts: JsonFiles<Account>;

  constructor(folder: string) {
    this.#accounts = new JsonFiles(folder);
  }

  /** Throws if the ledger is down. With an accounting system, send a request that reads something small. */
  async check(): Promise<void> {
    await this.#accounts.open();
  }

  /** Returns whether the bill of a receipt is posted. */
  async hasBill(receiptId: string): Promise<boolean> {
    return (await this.#accounts.read(receiptId))?.bill != null;
  }

  /** Posts, updates or voids a bill. The same bill again changes nothing. Resolves when the result is on the disk. */
  async take(bill: Bill, entry: readonly JournalRow[]): Promise<Outcome> {
    if (bill.action === 'hold') return 'held';
    const before = await this.#accounts.read(bill.receiptId);
    const next = bill.action === 'post' ? bill : null;
    if (JSON.stringify(next) === JSON.stringify(before?.bill ?? null)) return 'unchanged';
    const reversal = reversalOf((before?.entry ?? []).map(parse));
    await this.#accounts.write(bill.receiptId, {
      bill: next,
      entry: entry.map(format),
      journal: [...(before?.journal ?? []), ...[...reversal, ...entry].map(format)],
    });
    if (next === null) return 'voided';
    return before?.bill ? 'updated' : 'posted';
  }

  /** Returns all rows. */
  async journal(): Promise<JournalRow[]> {
    const accounts = await this.#accounts.readAll();
    return balanced(accounts.flatMap(({ journal }) => journal.map(parse)));
  }
}

function format({ account, debit, credit }: JournalRow): Row {
  return { account, debit: String(debit), credit: String(credit) };
}

function parse({ account, debit, credit }: Row): JournalRow {
  return { account, debit: BigInt(debit), credit: BigInt(credit) };
}
