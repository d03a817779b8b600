import { asNumber } from './cents.js';
import { dayOf, describe, type Posting } from './posting.js';

/** A bill as Xero takes it: POST /api.xro/2.0/Invoices, or /Invoices/{InvoiceID} to update the one that was made of the receipt before. */
export interface XeroBill {
  readonly Type: 'ACCPAY';
  readonly Status: 'AUTHORISED';
  readonly Contact: { readonly ContactNumber: string | null; readonly Name: string | null };
  readonly Date: string;
  readonly DueDate: string;
  readonly InvoiceNumber: string;
  readonly LineAmountTypes: 'Inclusive' | 'Exclusive';
  readonly LineItems: readonly XeroLine[];
}

interface XeroLine {
  readonly Description: string;
  readonly Quantity: 1;
  readonly UnitAmount: number;
  readonly TaxAmount: number;
  readonly TaxType: string;
  readonly AccountCode: string;
}

/** What goes to POST /Invoices/{InvoiceID} once a receipt is cancelled. */
export const xeroVoid = { Status: 'VOIDED' } as const;

/** Yours: codes of your organisation's accounts, its tax types by the names of the outlet's rates, and the suppliers' terms. */
const accounts = { goods: '310', freight: '425', rounding: '860' };
const taxTypes: Readonly<Record<string, string>> = {
  Standard: 'INPUT2',
  Reduced: 'RRINPUT',
  Exempt: 'EXEMPTINPUT',
};
const daysToPay = 30;

/**
 * Discounts are in the lines' amounts already, so that Xero reckons none. Its amounts are with or without tax as the receipt's are.
 */
export function xeroBill({ bill, lines, shipping, rounding }: Posting): XeroBill {
  const goods = lines.map(({ line, taxable, tax }) => ({
    Description: describe(line),
    Quantity: 1 as const,
    UnitAmount: asNumber(bill.isTaxInclusive ? taxable + tax : taxable),
    TaxAmount: asNumber(tax),
    TaxType: taxTypeOf(line.taxRateName),
    AccountCode: accounts.goods,
  }));
  const others = [
    untaxed('Freight', shipping, accounts.freight),
    untaxed('Rounding', rounding, accounts.rounding),
  ];
  const day = dayOf(bill);
  return {
    Type: 'ACCPAY',
    Status: 'AUTHORISED',
    Contact: { ContactNumber: bill.supplier?.supplierId ?? null, Name: bill.supplier?.name ?? null },
    Date: day,
    DueDate: daysAfter(day, daysToPay),
    InvoiceNumber: bill.number ?? bill.receiptId,
    LineAmountTypes: bill.isTaxInclusive ? 'Inclusive' : 'Exclusive',
    LineItems: [...goods, ...others.filter(({ UnitAmount }) => UnitAmount !== 0)],
  };
}

function untaxed(description: string, cents: bigint, account: string): XeroLine {
  return {
    Description: description,
    Quantity: 1,
    UnitAmount: asNumber(cents),
    TaxAmount: 0,
    TaxType: 'NONE',
    AccountCode: account,
  };
}

function taxTypeOf(rateName: string | null): string {
  const taxType = rateName === null ? 'NONE' : taxTypes[rateName];
  if (taxType === undefined) throw new Error(`There is no tax type for the rate ${rateName}`);
  return taxType;
}

function daysAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
