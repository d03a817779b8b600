import { asNumber } from './minor-units.js';
import { describe, type Posting } from './posting.js';

/** The body of POST /api.xro/2.0/Invoices of Xero. To update a bill, send it to /Invoices/{InvoiceID}. */
export interface XeroBill {
  readonly Type: 'ACCPAY';
  readonly Status: 'AUTHORISED';
  readonly Contact: { readonly ContactNumber: string | null; readonly Name: string | null };
  readonly Date: string;
  readonly DueDate: string;
  readonly InvoiceNumber: string;
  readonly CurrencyCode: string;
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

/** The body of POST /Invoices/{InvoiceID} for a cancelled receipt. */
export const xeroVoid = { Status: 'VOIDED' } as const;

/** Replace these with your organisation's account codes, its tax types by the outlet's tax rates, and your payment terms. */
const accounts = { goods: '310', freight: '425', rounding: '860' };
const taxTypes: Readonly<Record<string, string>> = {
  Standard: 'INPUT2',
  Reduced: 'RRINPUT',
  Exempt: 'EXEMPTINPUT',
};
const daysToPay = 30;

/** Maps a bill. The line amounts include all discounts. They include tax if the receipt is tax-inclusive. */
export function xeroBill({ bill, number, day, currency, lines, shipping, rounding }: Posting): XeroBill {
  const goods = lines.map(({ line, taxable, tax, rateName }) => ({
    Description: describe(line),
    Quantity: 1 as const,
    UnitAmount: asNumber(bill.isTaxInclusive ? taxable + tax : taxable, currency),
    TaxAmount: asNumber(tax, currency),
    TaxType: taxTypeOf(rateName),
    AccountCode: accounts.goods,
  }));
  const others = [
    untaxed('Freight', asNumber(shipping, currency), accounts.freight),
    untaxed('Rounding', asNumber(rounding, currency), accounts.rounding),
  ];
  return {
    Type: 'ACCPAY',
    Status: 'AUTHORISED',
    Contact: { ContactNumber: bill.supplier?.supplierId ?? null, Name: bill.supplier?.name ?? null },
    Date: day,
    DueDate: daysAfter(day, daysToPay),
    InvoiceNumber: number,
    CurrencyCode: currency,
    LineAmountTypes: bill.isTaxInclusive ? 'Inclusive' : 'Exclusive',
    LineItems: [...goods, ...others.filter(({ UnitAmount }) => UnitAmount !== 0)],
  };
}

function untaxed(description: string, amount: number, account: string): XeroLine {
  return {
    Description: description,
    Quantity: 1,
    UnitAmount: amount,
    TaxAmount: 0,
    TaxType: 'NONE',
    AccountCode: account,
  };
}

function taxTypeOf(rateName: string | null): string {
  const taxType = rateName === null ? 'NONE' : taxTypes[rateName];
  if (taxType === undefined) throw new Error(`The tax rate ${rateName} has no tax type. Add it to taxTypes.`);
  return taxType;
}

function daysAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
