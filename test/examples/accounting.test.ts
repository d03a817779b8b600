import { join } from 'node:path';
import fc from 'fast-check';
import { type Bill, billFromGoodsReceipt } from 'outlet-open-api/accounting';
import { createFakeOutlet, type NewGoodsReceipt } from 'outlet-open-api/testing';
import { expect, test } from 'vitest';
import { asNumber, inCents, sum } from '../../examples/accounting/cents.js';
import { balanced, journalEntry, reversalOf } from '../../examples/accounting/journal.js';
import { Ledger } from '../../examples/accounting/ledger.js';
import { type Posting, postingOf } from '../../examples/accounting/posting.js';
import { quickBooksBill } from '../../examples/accounting/quickbooks-bill.js';
import { xeroBill } from '../../examples/accounting/xero-bill.js';
import { newFolder } from '../new-folder.js';

const rates = [
  { taxRateName: 'Standard', taxRate: 0.2 },
  { taxRateName: 'Reduced', taxRate: 0.07 },
  { taxRateName: 'Exempt', taxRate: 0 },
];

const receipts: fc.Arbitrary<NewGoodsReceipt> = fc.record({
  items: fc.array(
    fc
      .record({ cents: fc.integer({ min: 100, max: 1_000_000 }), rate: fc.constantFrom(...rates) })
      .map(({ cents, rate }) => ({ totalPrice: cents / 100, discountAmount: 0.25, ...rate })),
    { minLength: 1, maxLength: 6 },
  ),
  discount: fc.integer({ min: 0, max: 75 }).map((cents) => cents / 100),
  shippingFee: fc.constantFrom(0, 12.5),
  isTaxInclusive: fc.boolean(),
});

/** What a header may be off by, and what a line may be finer than a cent by. */
const off = fc.constantFrom(
  { cents: 0, finer: 0 },
  { cents: 1, finer: 0 },
  { cents: -1, finer: 0 },
  { cents: 2, finer: 0 },
  { cents: 0, finer: 0.004 },
);

const postings: fc.Arbitrary<Posting> = fc.tuple(receipts, off).map(([receipt, { cents, finer }]) => {
  const stored = createFakeOutlet({ empty: true }).goodsReceipts.add(receipt);
  const total = (Math.round((stored.total ?? 0) * 100) + cents) / 100;
  // A total is 2 cents off if another header amount is off by one.
  const totalPrice = (Math.round((stored.totalPrice ?? 0) * 100) + Math.trunc(cents / 2)) / 100;
  const items = stored.items.map((line, index) =>
    index === 0 ? { ...line, discountAmount: (line.discountAmount ?? 0) + finer } : line,
  );
  return postingOf(billFromGoodsReceipt({ ...stored, items, totalPrice, total }));
});

const forEachPosting = (check: (posting: Posting) => void) =>
  fc.assert(fc.property(postings, check), { numRuns: 300 });

const centsOf = (amounts: readonly number[]) => sum(inCents(amounts.map((amount) => amount.toFixed(2))));

test('a journal entry has equal debits and credits, and a row for header rounding', () => {
  forEachPosting((posting) => {
    const entry = journalEntry(posting);
    expect(sum(entry.map(({ debit }) => debit))).toBe(sum(entry.map(({ credit }) => credit)));
    const [payable] = entry.filter(({ account }) => account === 'Accounts payable');
    // A discount can leave nothing to pay. An entry has no row of zero.
    expect(payable?.credit ?? 0n).toBe(posting.payable);
    expect(entry.some(({ account }) => account === 'Rounding')).toBe(posting.rounding !== 0n);
    expect(balanced([...entry, ...reversalOf(entry)])).toHaveLength(2 * entry.length);
  });
});

test('an entry with unequal debits and credits throws', () => {
  expect(() => balanced([{ account: 'Goods', debit: 1n, credit: 0n }])).toThrow(
    'Debits of 1 do not equal credits of 0.',
  );
});

test('a bill for Xero adds up to the amount to pay', () => {
  forEachPosting((posting) => {
    const { LineItems, LineAmountTypes, DueDate, Date: day } = xeroBill(posting);
    const onTop = LineAmountTypes === 'Exclusive' ? LineItems.map(({ TaxAmount }) => TaxAmount) : [];
    expect(centsOf([...LineItems.map(({ UnitAmount }) => UnitAmount), ...onTop])).toBe(posting.payable);
    expect(Date.parse(DueDate) - Date.parse(day)).toBe(30 * 24 * 60 * 60 * 1_000);
  });
});

test('a bill for QuickBooks adds up to the amount to pay, with the tax of its lines', () => {
  forEachPosting((posting) => {
    const { Line, TxnTaxDetail, GlobalTaxCalculation } = quickBooksBill(posting);
    const { TotalTax, TaxLine } = TxnTaxDetail;
    expect(centsOf([...Line.map(({ Amount }) => Amount), TotalTax])).toBe(posting.payable);
    expect(centsOf(TaxLine.map(({ Amount }) => Amount))).toBe(centsOf([TotalTax]));
    const inclusive = Line.map(
      ({ AccountBasedExpenseLineDetail }) => AccountBasedExpenseLineDetail.TaxInclusiveAmt,
    );
    if (GlobalTaxCalculation === 'TaxInclusive') {
      expect(centsOf(inclusive.map((amount) => amount ?? 0))).toBe(posting.payable);
    }
  });
});

test('amounts with more than 2 decimals keep their sum', () => {
  expect(inCents(['0.005', '0.005', '0.005', '0.005'])).toEqual([1n, 0n, 1n, 0n]);
  expect(inCents(['10.125', '-0.01'])).toEqual([1_013n, -1n]);
  expect(asNumber(12_345n)).toBe(123.45);
});

test('the ledger posts by receipt, updates on change, voids on cancellation, and skips held bills §goods-receipt.id', async () => {
  const fake = createFakeOutlet({ empty: true });
  const path = join(await newFolder(), 'ledger.jsonl');
  const ledger = await Ledger.open(path);
  const { id } = fake.goodsReceipts.add({
    items: [{ totalPrice: 10, taxRate: 0.2 }],
    status: 'partiallyReceived',
  });
  const bill = (): Bill => billFromGoodsReceipt(fake.goodsReceipts.get(id) ?? { id });
  const takeTwice = async () => [await ledger.take(bill()), await ledger.take(bill())];

  expect(await ledger.take(bill())).toBe('held');
  fake.goodsReceipts.complete(id);
  expect([await takeTwice(), payable(ledger)]).toEqual([['posted', 'unchanged'], 1_200n]);
  fake.goodsReceipts.update(id, { items: [{ totalPrice: 15, taxRate: 0.2 }] });
  expect([await takeTwice(), payable(ledger)]).toEqual([['updated', 'unchanged'], 1_800n]);

  const reopened = await Ledger.open(path);
  expect([await reopened.take(bill()), payable(reopened)]).toEqual(['unchanged', 1_800n]);
  await reopened.close();

  fake.goodsReceipts.cancel(id);
  expect([await takeTwice(), payable(ledger)]).toEqual([['voided', 'unchanged'], 0n]);
  await ledger.close();
});

function payable({ journal }: Ledger): bigint {
  const rows = journal.filter(({ account }) => account === 'Accounts payable');
  return sum(rows.map(({ debit, credit }) => credit - debit));
}
