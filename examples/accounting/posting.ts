import type { Bill, BillLine } from 'outlet-open-api/accounting';
import { inCents, sum } from './cents.js';

/** A bill in whole cents. */
export interface Posting {
  readonly bill: Bill;
  readonly lines: readonly PostedLine[];
  readonly shipping: bigint;
  /** The amount to pay minus the calculated total. Header amounts are rounded one by one, so it can be a few cents either way. */
  readonly rounding: bigint;
  readonly payable: bigint;
}

export interface PostedLine {
  readonly line: BillLine;
  readonly taxable: bigint;
  readonly tax: bigint;
}

/** The supplier charges the header total. Older receipts lack it, so the calculated total is used. */
export function postingOf(bill: Bill): Posting {
  if (!bill.balanced) throw new Error(`Receipt ${bill.receiptId} is inconsistent. Do not post it.`);
  const amounts = bill.lines.flatMap(({ taxableAmount, tax }) => [taxableAmount, tax]);
  const cents = inCents([...amounts, bill.shipping]);
  const computed = sum(cents);
  const [payable = 0n] = inCents([bill.headerTotal ?? bill.total]);
  const rounding = payable - computed;
  const lines = bill.lines.map((line, index) => {
    return { line, taxable: cents[2 * index] ?? 0n, tax: cents[2 * index + 1] ?? 0n };
  });
  return { bill, lines, shipping: cents.at(-1) ?? 0n, rounding, payable };
}

/** Describes a line by its number, quantity and tax rate. The API specification does not define product names. */
export function describe({ index, quantity, unit, taxRateName }: BillLine): string {
  const amount = quantity === null ? '' : `: ${quantity} ${unit ?? 'units'}`;
  return `Goods, line ${index + 1}${amount}${taxRateName === null ? '' : ` (${taxRateName})`}`;
}

/** Returns the day of a bill in UTC. Convert it if your books use the time zone of the outlet. */
export function dayOf({ receiptId, billDate, created }: Bill): string {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(billDate ?? created ?? '')?.[0];
  if (day === undefined) throw new Error(`Receipt ${receiptId} has no date. Add a date to its bill.`);
  return day;
}
