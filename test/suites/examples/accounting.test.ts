import { join } from 'node:path';
import fc from 'fast-check';
import { billFromGoodsReceipt } from 'outlet-open-api/accounting';
import { createFakeOutlet, type NewGoodsReceipt } from 'outlet-open-api/testing';
import { expect, test } from 'vitest';
import { balanced, journalEntry, reversalOf } from '../../../examples/accounting/journal.js';
import { JsonFiles } from '../../../examples/accounting/json-files.js';
import { Ledger } from '../../../examples/accounting/ledger.js';
import { asNumber, asText, inMinorUnits, sum } from '../../../examples/accounting/minor-units.js';
import { type Posting, postingOf } from '../../../examples/accounting/posting.js';
import { quickBooksBill } from '../../../examples/accounting/quickbooks-bill.js';
import { type Review, takeReceipt } from '../../../examples/accounting/take-receipt.js';
import { xeroBill } from '../../../examples/accounting/xero-bill.js';
import { newFolder } from '../../support/new-folder.js';

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

const settings = { outletRef: 'bistro', timeZone: 'Asia/Bangkok', currency: 'THB' };

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
  return postingOf(billFromGoodsReceipt({ ...stored, items, totalPrice, total }), settings);
});

const forEachPosting = (check: (posting: Posting) => void) =>
  fc.assert(fc.property(postings, check), { numRuns: 300 });

const centsOf = (amounts: readonly number[]) =>
  sum(
    inMinorUnits(
      amounts.map((amount) => amount.toFixed(2)),
      'THB',
    ),
  );

test('a journal entry has equal debits and credits, and a row for header rounding', () => {
  forEachPosting((posting) => {
    const entry = journalEntry(posting);
    expect(sum(entry.map(({ debit }) => debit))).toBe(sum(entry.map(({ credit }) => credit)));
    const [payable] = entry.filter(({ account }) => account === 'Accounts payable');
    // A discount can leave nothing to pay, and a header that is a cent too low makes that a debit. An entry has no row of zero.
    expect((payable?.credit ?? 0n) - (payable?.debit ?? 0n)).toBe(posting.payable);
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

test('tax without the name of its rate is never posted as untaxed', () => {
  const { goodsReceipts } = createFakeOutlet({ empty: true });
  const supplier = { supplierId: 'supplier-1' };
  const receipt = goodsReceipts.add({ supplier, items: [{ totalPrice: 10, taxRate: 0.07 }] });
  const posting = postingOf(billFromGoodsReceipt(receipt), settings);
  expect(() => xeroBill(posting)).toThrow('The tax rate unnamed has no tax type.');
  expect(() => quickBooksBill(posting)).toThrow('The tax rate unnamed has no tax code.');
});

test('amounts with more decimals than the currency keep their sum', () => {
  expect(inMinorUnits(['0.005', '0.005', '0.005', '0.005'], 'THB')).toEqual([1n, 0n, 1n, 0n]);
  expect(inMinorUnits(['10.125', '-0.01'], 'THB')).toEqual([1_013n, -1n]);
  expect(inMinorUnits(['0.5', '0.5', '25000000'], 'VND')).toEqual([1n, 0n, 25_000_000n]);
  expect(asNumber(12_345n, 'THB')).toBe(123.45);
});

// The API rounds the header to two decimals.
test.each([
  ['KWD', 12.345, 12.35, '12.345'],
  ['VND', 25_000_000, 25_000_000, '25000000'],
])('a bill in %s is posted exactly', (currency, amount, total, text) => {
  const posting = postingOf(
    billFromGoodsReceipt({
      ...{ id: 'gr-1', status: 'completed', isTaxInclusive: false, deliveryDate: '2026-11-01' },
      ...{ supplier: { supplierId: 'supplier-1' }, items: [{ totalPrice: amount }], total },
    }),
    { ...settings, currency },
  );
  expect(asText(posting.payable, currency)).toBe(text);
  expect(xeroBill(posting).LineItems).toMatchObject([{ UnitAmount: amount }]);
  expect(quickBooksBill(posting).Line).toMatchObject([{ Amount: amount }]);
});

test('a bill for Xero and one for QuickBooks have the currency and the day of the outlet', () => {
  const bill = (deliveryDate: string, created?: string) =>
    billFromGoodsReceipt({
      ...{ id: 'gr-1', status: 'completed', isTaxInclusive: false, deliveryDate, created },
      ...{ supplier: { supplierId: 'supplier-1' }, items: [{ totalPrice: 10 }] },
    });
  // Midnight of 1 November in Bangkok.
  const posting = postingOf(bill('2026-10-31T17:00:00.000Z'), settings);
  expect(xeroBill(posting)).toMatchObject({ Date: '2026-11-01', CurrencyCode: 'THB' });
  expect(quickBooksBill(posting)).toMatchObject({ TxnDate: '2026-11-01', CurrencyRef: { value: 'THB' } });
  const other = { outletRef: 'diner', timeZone: 'America/New_York', currency: 'USD' };
  expect(postingOf(bill('2026-11-01'), other).day).toBe('2026-11-01');
  for (const date of ['tomorrow', '0000-00-00', '2026-02-30', '2026-11-01T00:00'])
    expect(() => postingOf(bill(date), settings)).toThrow('was not calculated');
});

test('equal receipts of two outlets have bills with different references and numbers', () => {
  const bill = billFromGoodsReceipt({
    ...{ id: 'gr-1', goodsReceiptNumber: 'GR-1', status: 'completed', isTaxInclusive: false },
    ...{ supplier: { supplierId: 'supplier-1' }, items: [{ totalPrice: 10 }], deliveryDate: '2026-11-01' },
  });
  const [one, other] = ['bistro', 'diner'].map((outletRef) => postingOf(bill, { ...settings, outletRef }));
  expect(one).toMatchObject({ reference: 'bistro/gr-1', number: 'bistro/GR-1' });
  expect(other).toMatchObject({ reference: 'diner/gr-1', number: 'diner/GR-1' });
  expect(one && xeroBill(one).InvoiceNumber).toBe('bistro/GR-1');
  expect(one && quickBooksBill(one)).toMatchObject({
    DocNumber: 'bistro/GR-1',
    PrivateNote: 'Goods receipt bistro/gr-1',
  });
});

/** Empty books in a new folder. */
async function newBooks() {
  const folder = await newFolder();
  const books = {
    ledger: new Ledger(join(folder, 'ledger')),
    reviews: new JsonFiles<Review>(join(folder, 'reviews')),
    settings,
  };
  await books.ledger.check();
  await books.reviews.open();
  return { books };
}

test('the ledger posts by receipt, updates on change, voids on cancellation, and skips held bills §goods-receipt.id', async () => {
  const fake = createFakeOutlet({ empty: true });
  const { books } = await newBooks();
  const supplier = { supplierId: 'supplier-1' };
  const items = [{ totalPrice: 10, ...rates[0] }];
  const { id } = fake.goodsReceipts.add({ items, supplier, status: 'partiallyReceived' });
  const take = async () => (await takeReceipt(books, fake.goodsReceipts.get(id) ?? { id })).outcome;
  const takeTwice = async () => [await take(), await take(), await payableIn(books.ledger)];

  expect(await takeTwice()).toEqual(['held', 'held', 0n]);
  fake.goodsReceipts.complete(id);
  expect(await takeTwice()).toEqual(['posted', 'unchanged', 1_200n]);
  fake.goodsReceipts.update(id, { items: [{ totalPrice: 15, ...rates[0] }] });
  expect(await takeTwice()).toEqual(['updated', 'unchanged', 1_800n]);
  fake.goodsReceipts.cancel(id);
  expect(await takeTwice()).toEqual(['voided', 'unchanged', 0n]);
  expect(await books.reviews.readAll()).toEqual([]);
});

test('a bill with problems is on hold, and is listed until it is correct', async () => {
  const { books } = await newBooks();
  const fake = createFakeOutlet({ empty: true });
  const { id, goodsReceiptNumber: number } = fake.goodsReceipts.add({
    items: [{ totalPrice: 10, ...rates[0] }],
    supplier: { supplierId: 'supplier-1' },
  });
  const take = () => takeReceipt(books, fake.goodsReceipts.get(id) ?? { id });
  fake.goodsReceipts.update(id, { total: 13 });
  expect(await take()).toMatchObject({ outcome: 'held' });
  expect(await books.reviews.readAll()).toEqual([
    { number, problem: 'total is 13.00, but the lines add up to 12.00' },
  ]);
  fake.goodsReceipts.update(id, { total: 12 });
  expect(await take()).toMatchObject({ outcome: 'posted' });
  expect(await books.reviews.readAll()).toEqual([]);
  fake.goodsReceipts.update(id, { status: 'partiallyReceived' });
  expect(await take()).toMatchObject({ outcome: 'held' });
  expect(await books.reviews.readAll()).toEqual([
    { number, problem: 'is partiallyReceived again, and its bill is posted' },
  ]);
  fake.goodsReceipts.complete(id);
  expect(await take()).toMatchObject({ outcome: 'unchanged' });
  expect(await books.reviews.readAll()).toEqual([]);
});

async function payableIn(ledger: Ledger): Promise<bigint> {
  const rows = (await ledger.journal()).filter(({ account }) => account === 'Accounts payable');
  return sum(rows.map(({ debit, credit }) => credit - debit));
}
