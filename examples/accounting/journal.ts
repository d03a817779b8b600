import { sum } from './minor-units.js';
import type { Posting } from './posting.js';

/** A row of a general journal, in minor units. Either `debit` or `credit` is zero. */
export interface JournalRow {
  readonly account: string;
  readonly debit: bigint;
  readonly credit: bigint;
}

/** Returns the entry of a bill: goods, input tax and freight against the supplier, and a row for the rounding of the header. */
export function journalEntry({ lines, shipping, rounding, payable }: Posting): JournalRow[] {
  const rows = [
    debit('Goods', sum(lines.map(({ taxable }) => taxable))),
    debit('Input tax', sum(lines.map(({ tax }) => tax))),
    debit('Freight', shipping),
    debit('Rounding', rounding),
    debit('Accounts payable', -payable),
  ];
  return balanced(rows.filter((row) => row.debit !== row.credit));
}

/** Returns the entry that reverses another entry. */
export function reversalOf(entry: readonly JournalRow[]): JournalRow[] {
  return balanced(entry.map(({ account, debit, credit }) => ({ account, debit: credit, credit: debit })));
}

/** Throws unless debits equal credits. */
export function balanced(rows: JournalRow[]): JournalRow[] {
  const [debits, credits] = [sum(rows.map((row) => row.debit)), sum(rows.map((row) => row.credit))];
  if (debits !== credits) throw new Error(`Debits of ${debits} do not equal credits of ${credits}.`);
  return rows;
}

/** A negative amount is a credit. */
function debit(account: string, amount: bigint): JournalRow {
  return amount < 0n ? { account, debit: 0n, credit: -amount } : { account, debit: amount, credit: 0n };
}
