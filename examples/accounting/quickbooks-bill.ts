import { asNumber, sum } from './minor-units.js';
import { describe, type PostedLine, type Posting } from './posting.js';

interface Reference {
  readonly value: string;
}

/** The body of POST /v3/company/{realmId}/bill of QuickBooks Online. To update a bill, add its Id and SyncToken. */
export interface QuickBooksBill {
  readonly VendorRef: Reference;
  readonly TxnDate: string;
  readonly CurrencyRef: Reference;
  readonly DocNumber: string;
  readonly PrivateNote: string;
  readonly GlobalTaxCalculation: 'TaxInclusive' | 'TaxExcluded';
  readonly Line: readonly QuickBooksLine[];
  readonly TxnTaxDetail: { readonly TotalTax: number; readonly TaxLine: readonly QuickBooksTaxLine[] };
}

interface QuickBooksLine {
  readonly DetailType: 'AccountBasedExpenseLineDetail';
  readonly Description: string;
  /** Without tax. */
  readonly Amount: number;
  readonly AccountBasedExpenseLineDetail: {
    readonly AccountRef: Reference;
    readonly TaxCodeRef: Reference;
    /** With tax, if the bill is tax-inclusive. */
    readonly TaxInclusiveAmt?: number;
  };
}

interface QuickBooksTaxLine {
  readonly DetailType: 'TaxLineDetail';
  readonly Amount: number;
  readonly TaxLineDetail: {
    readonly TaxRateRef: Reference;
    readonly PercentBased: true;
    readonly TaxPercent: number;
    readonly NetAmountTaxable: number;
  };
}

/**
 * Returns the body of POST /v3/company/{realmId}/bill?operation=delete, for a cancelled receipt. QuickBooks can void invoices and
 * payments, but not bills.
 */
export function quickBooksDeletion(id: string, syncToken: string) {
  return { Id: id, SyncToken: syncToken };
}

/** Replace these ids with your company's accounts, its vendors by supplier, and its tax codes by the outlet's tax rates. */
const accounts = { goods: '80', freight: '81', rounding: '82' };
const vendors: Readonly<Record<string, string>> = {
  'supplier-1': '56',
  'supplier-2': '57',
  'supplier-3': '58',
};
const taxCodes: Readonly<Record<string, { readonly code: string; readonly rate: string }>> = {
  Standard: { code: '6', rate: '12' },
  Reduced: { code: '7', rate: '14' },
  Exempt: { code: '8', rate: '16' },
};
const noTax = { code: '10', rate: '20' };

/** Maps a bill. DocNumber holds at most 21 characters and need not be unique, so the note has the reference. */
export function quickBooksBill(posting: Posting): QuickBooksBill {
  const { bill, reference, number, day, currency, lines, shipping, rounding } = posting;
  const vendor = vendors[bill.supplier?.supplierId ?? ''];
  if (vendor === undefined)
    throw new Error(`Receipt ${bill.receiptId} has an unknown supplier. Add it to vendors.`);
  const expense = (description: string, amount: bigint, account: string, code: string, tax = 0n) => ({
    DetailType: 'AccountBasedExpenseLineDetail' as const,
    Description: description,
    Amount: asNumber(amount, currency),
    AccountBasedExpenseLineDetail: {
      AccountRef: { value: account },
      TaxCodeRef: { value: code },
      ...(bill.isTaxInclusive && { TaxInclusiveAmt: asNumber(amount + tax, currency) }),
    },
  });
  const goods = lines.map(({ line, taxable, tax, rateName }) =>
    expense(describe(line), taxable, accounts.goods, taxCodeOf(rateName).code, tax),
  );
  const others = [
    expense('Freight', shipping, accounts.freight, noTax.code),
    expense('Rounding', rounding, accounts.rounding, noTax.code),
  ];
  return {
    VendorRef: { value: vendor },
    TxnDate: day,
    CurrencyRef: { value: currency },
    DocNumber: number.slice(-21),
    PrivateNote: `Goods receipt ${reference}`,
    GlobalTaxCalculation: bill.isTaxInclusive ? 'TaxInclusive' : 'TaxExcluded',
    Line: [...goods, ...others.filter(({ Amount }) => Amount !== 0)],
    TxnTaxDetail: {
      TotalTax: asNumber(sum(lines.map(({ tax }) => tax)), currency),
      TaxLine: taxLines(lines, currency),
    },
  };
}

/** Sums the tax by rate, from the same amounts as the lines. */
function taxLines(lines: readonly PostedLine[], currency: string): QuickBooksTaxLine[] {
  const rates = new Set(lines.map(({ rateName }) => rateName));
  return [...rates].map((rateName) => {
    const sameRate = lines.filter((line) => line.rateName === rateName);
    return {
      DetailType: 'TaxLineDetail',
      Amount: asNumber(sum(sameRate.map(({ tax }) => tax)), currency),
      TaxLineDetail: {
        TaxRateRef: { value: taxCodeOf(rateName).rate },
        PercentBased: true,
        TaxPercent: percent(sameRate[0]?.line.taxRate ?? '0'),
        NetAmountTaxable: asNumber(sum(sameRate.map(({ taxable }) => taxable)), currency),
      },
    };
  });
}

/** Converts a fraction such as 0.07 to percent, without rounding. */
function percent(rate: string): number {
  return Number(`${rate}e2`);
}

function taxCodeOf(rateName: string | null): { readonly code: string; readonly rate: string } {
  const taxCode = rateName === null ? noTax : taxCodes[rateName];
  if (taxCode === undefined) throw new Error(`The tax rate ${rateName} has no tax code. Add it to taxCodes.`);
  return taxCode;
}
