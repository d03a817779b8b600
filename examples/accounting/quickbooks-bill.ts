import { asNumber, sum } from './cents.js';
import { dayOf, describe, type PostedLine, type Posting } from './posting.js';

interface Reference {
  readonly value: string;
}

/** A bill as QuickBooks Online takes it: POST /v3/company/{realmId}/bill, with the Id and SyncToken of the one to update. */
export interface QuickBooksBill {
  readonly VendorRef: Reference;
  readonly TxnDate: string;
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
    /** With tax; where the bill is tax-inclusive. */
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
 * What takes a bill back once its receipt is cancelled: POST /v3/company/{realmId}/bill?operation=delete. QuickBooks voids invoices and
 * payments, but no bills.
 */
export function quickBooksDeletion(id: string, syncToken: string) {
  return { Id: id, SyncToken: syncToken };
}

/** Yours: the ids of your company's accounts, of its vendors by supplier, and of its tax codes and rates by the outlet's. */
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

/** DocNumber holds 21 characters; the receipt's id, by which the bill is found again, stands in the note. */
export function quickBooksBill({ bill, lines, shipping, rounding }: Posting): QuickBooksBill {
  const vendor = vendors[bill.supplier?.supplierId ?? ''];
  if (vendor === undefined) throw new Error(`There is no vendor for the supplier of ${bill.receiptId}`);
  const expense = (description: string, cents: bigint, account: string, code: string, tax = 0n) => ({
    DetailType: 'AccountBasedExpenseLineDetail' as const,
    Description: description,
    Amount: asNumber(cents),
    AccountBasedExpenseLineDetail: {
      AccountRef: { value: account },
      TaxCodeRef: { value: code },
      ...(bill.isTaxInclusive && { TaxInclusiveAmt: asNumber(cents + tax) }),
    },
  });
  const goods = lines.map(({ line, taxable, tax }) =>
    expense(describe(line), taxable, accounts.goods, taxCodeOf(line.taxRateName).code, tax),
  );
  const others = [
    expense('Freight', shipping, accounts.freight, noTax.code),
    expense('Rounding', rounding, accounts.rounding, noTax.code),
  ];
  return {
    VendorRef: { value: vendor },
    TxnDate: dayOf(bill),
    DocNumber: (bill.number ?? bill.receiptId).slice(0, 21),
    PrivateNote: `Goods receipt ${bill.receiptId}`,
    GlobalTaxCalculation: bill.isTaxInclusive ? 'TaxInclusive' : 'TaxExcluded',
    Line: [...goods, ...others.filter(({ Amount }) => Amount !== 0)],
    TxnTaxDetail: { TotalTax: asNumber(sum(lines.map(({ tax }) => tax))), TaxLine: taxLines(lines) },
  };
}

/** The tax by rate, from the same cents as the lines. */
function taxLines(lines: readonly PostedLine[]): QuickBooksTaxLine[] {
  const rates = new Set(lines.map(({ line }) => line.taxRateName));
  return [...rates].map((rateName) => {
    const alike = lines.filter(({ line }) => line.taxRateName === rateName);
    return {
      DetailType: 'TaxLineDetail',
      Amount: asNumber(sum(alike.map(({ tax }) => tax))),
      TaxLineDetail: {
        TaxRateRef: { value: taxCodeOf(rateName).rate },
        PercentBased: true,
        TaxPercent: percent(alike[0]?.line.taxRate ?? '0'),
        NetAmountTaxable: asNumber(sum(alike.map(({ taxable }) => taxable))),
      },
    };
  });
}

/** A decimal fraction in percent: the same digits, two places further. */
function percent(rate: string): number {
  return Number(`${rate}e2`);
}

function taxCodeOf(rateName: string | null): { readonly code: string; readonly rate: string } {
  const taxCode = rateName === null ? noTax : taxCodes[rateName];
  if (taxCode === undefined) throw new Error(`There is no tax code for the rate ${rateName}`);
  return taxCode;
}
