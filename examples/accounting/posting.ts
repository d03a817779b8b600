import type { Bill, BillLine } from 'outlet-open-api/accounting';
import { inCents, sum } from './cents.js';

/** A bill in whole cents, as every ledger takes it. */
export interface Posting {
  readonly bill: Bill;
  readonly lines: readonly PostedLine[];
  readonly shipping: bigint;
  /** What the supplier charges, less what the lines come to. Headers are rounded, so it can be a cent in either direction. */
  readonly rounding: bigint;
  readonly payable: bigint;
}

export interface PostedLine {
  readonly line: BillLine;
  readonly taxable: bigint;
  readonly tax: bigint;
}

/** The supplier charges what the header says; older receipts do not say, and their lines do. */
export function postingOf(bill: Bill): Posting {
  const amounts = bill.lines.flatMap(({ taxableAmount, tax }) => [taxableAmount, tax]);
  const cents = inCents([...amounts, bill.shipping]);
  const computed = sum(cents);
  const [payable = 0n] = inCents([bill.headerTotal ?? bill.total]);
  const rounding = payable - computed;
  if (rounding < -1n || rounding > 1n) throw new Error(`${bill.receiptId} does not agree with its header`);
  const lines = bill.lines.map((line, index) => {
    return { line, taxable: cents[2 * index] ?? 0n, tax: cents[2 * index + 1] ?? 0n };
  });
  return { bill, lines, shipping: cents.at(-1) ?? 0n, rounding, payable };
}

/** What a ledger shows for a line. Names of products are not documented, so it says where the line stands. */
export function describe({ index, taxRateName }: BillLine): string {
  return `Goods, line ${index + 1}${taxRateName === null ? '' : ` (${taxRateName})`}`;
}

/** The day of a bill, in UTC. Where your books are kept by the day of the outlet, take its time zone into account. */
export function dayOf({ receiptId, billDate, created }: Bill): string {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(billDate ?? created ?? '')?.[0];
  if (day === undefined) throw new Error(`${receiptId} has no date: give its bill one`);
  return day;
}
