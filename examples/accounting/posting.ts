import { businessDayOf, dayRange } from 'outlet-open-api';
import { type Bill, type BillLine, currencyDecimals } from 'outlet-open-api/accounting';
import { inMinorUnits, sum } from './minor-units.js';

/** What the API does not return. */
export interface BookSettings {
  /** Your own ID of the outlet. Outlets that share an organisation have receipts with equal IDs and numbers. */
  readonly outletRef: string;
  /** The time zone of the outlet, such as `Asia/Bangkok`. */
  readonly timeZone: string;
  /** The currency of the outlet, such as `THB`. */
  readonly currency: string;
}

/** A bill in whole minor units of its currency, such as cents. */
export interface Posting {
  readonly bill: Bill;
  /** Identifies the bill among those of all outlets. */
  readonly reference: string;
  /** What people know the bill by, also with the outlet. */
  readonly number: string;
  /** The day of the bill at the outlet, as YYYY-MM-DD. */
  readonly day: string;
  readonly currency: string;
  readonly lines: readonly PostedLine[];
  readonly shipping: bigint;
  /** The amount to pay minus the calculated total. Header amounts are rounded one by one, so it can be a few units either way. */
  readonly rounding: bigint;
  readonly payable: bigint;
}

export interface PostedLine {
  readonly line: BillLine;
  readonly taxable: bigint;
  readonly tax: bigint;
  /** The name of the tax rate. `unnamed` if a line has tax without it. `null` if a line has neither. */
  readonly rateName: string | null;
}

/**
 * The supplier charges the header total. Older receipts lack it, and the API rounds it to 2 decimals, which is too few for a dinar. The
 * calculated total is used then.
 */
export function postingOf(bill: Bill, { outletRef, timeZone, currency }: BookSettings): Posting {
  if (!bill.isBalanced) throw new Error(`Receipt ${bill.receiptId} is inconsistent. Do not post it.`);
  const amounts = bill.lines.flatMap(({ taxableAmount, tax }) => [taxableAmount, tax]);
  const minorUnits = inMinorUnits([...amounts, bill.shipping], currency);
  const computed = sum(minorUnits);
  const isRounded = currencyDecimals(currency) > 2;
  const total = isRounded ? bill.total : (bill.headerTotal ?? bill.total);
  const [payable = 0n] = inMinorUnits([total], currency);
  const rounding = payable - computed;
  const lines = bill.lines.map((line, index) => {
    const [taxable = 0n, tax = 0n] = minorUnits.slice(2 * index);
    return { line, taxable, tax, rateName: line.taxRateName ?? (tax === 0n ? null : 'unnamed') };
  });
  return {
    bill,
    reference: `${outletRef}/${bill.receiptId}`,
    number: `${outletRef}/${bill.number ?? bill.receiptId}`,
    day: dayOf(bill, timeZone),
    currency,
    lines,
    shipping: minorUnits.at(-1) ?? 0n,
    rounding,
    payable,
  };
}

/** Describes a line by its number, quantity and tax rate. Product names are undocumented. */
export function describe({ index, quantity, unit, taxRateName }: BillLine): string {
  const amount = quantity === null ? '' : `: ${quantity} ${unit ?? 'units'}`;
  return `Goods, line ${index + 1}${amount}${taxRateName === null ? '' : ` (${taxRateName})`}`;
}

/**
 * Returns the day of a bill in the time zone of the outlet: midnight of 1 November in Bangkok is still October in UTC. A date
 * without a time stays as it is. Throws if there is no such day.
 */
function dayOf({ billDate, created }: Bill, timeZone: string): string {
  const date = billDate ?? created ?? '';
  if (date.includes('T')) return businessDayOf(date, timeZone);
  dayRange(date, timeZone);
  return date;
}
