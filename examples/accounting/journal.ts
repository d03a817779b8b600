import { sum } from './cents.js';
import type { Posting } from './posting.js';

/** One side of an entry in a general journal. In cents; one of the two is nothing. */
export interface JournalRow {
  readonly account: string;
  readonly debit: bigint;
  readonly credit: bigint;
}

/** A bill as an entry: goods, input tax and freight against the supplier. What headers round has a row of its own. */
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

/** An entry that takes another one back. */
export function reversalOf(entry: readonly JournalRow[]): JournalRow[] {
  return balanced(entry.map(({ account, debit, credit }) => ({ account, debit: credit, credit: debit })));
}

/** Refuses an entry whose debit is not its credit. */
export function balanced(rows: JournalRow[]): JournalRow[] {
  const [debits, credits] = [sum(rows.map((row) => row.debit)), sum(rows.map((row) => row.credit))];
  if (debits !== credits) throw new Error(`Debit ${debits} is not credit ${credits}`);
  return rows;
}

/** What is less than nothing stands on the other side. */
function debit(account: string, amount: bigint): JournalRow {
  return amount < 0n ? { account, debit: 0n, credit: -amount } : { account, debit: amount, credit: 0n };
}
