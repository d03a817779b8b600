import fc from 'fast-check';
import { billFromGoodsReceipt } from 'outlet-open-api/accounting';
import { expect, test } from 'vitest';
import { runs } from '../../support/runs.js';
import { inPlaceOf, spoilt } from './given-values.js';
import { expectLawful, type Outcome, outcomeOf, underWatch } from './laws.js';
import { untyped } from './public-functions.js';

underWatch();

const line = { totalPrice: 50, discountAmount: 1, taxRate: 0.2, taxAmount: 9, taxRateName: 'Standard' };
const receipt = {
  id: 'gr-1',
  goodsReceiptNumber: 'GR-1',
  status: 'completed',
  created: '2026-01-01T00:00:00Z',
  deliveryDate: '2026-01-01T00:00:00Z',
  supplier: { supplierId: 's-1', name: 'Hill Dairy', address: '22 Farm Lane' },
  items: [line, { totalPrice: 10 }],
  totalPrice: 60,
  discount: 5,
  shippingFee: 4,
  tax: 9,
  total: 67,
  isTaxInclusive: false,
};

/** Returns the text of every amount of a bill and its lines. */
const amounts = [
  ...['goods', 'lineDiscounts', 'documentDiscount', 'taxableAmount', 'tax', 'shipping'],
  ...['totalExclusive', 'total', 'amount', 'discount', 'net', 'documentDiscountShare', 'taxBase'],
];

const billed = (given: unknown) =>
  outcomeOf(() => untyped({ billFromGoodsReceipt }, 'billFromGoodsReceipt', [given]), true);

function expectSound(outcome: Outcome): void {
  expectLawful(outcome);
  if ('error' in outcome) return;
  const { lines, taxes, problems, isBalanced, action, ...bill } = Object(outcome.data);
  // One assertion for all amounts, because a bill can have thousands of lines.
  const invalid = [bill, ...lines, ...taxes]
    .flatMap((part) => Object.entries(part))
    .filter(([name, value]) => amounts.includes(name) && !/^-?\d+\.\d{2,6}$/.test(String(value)));
  expect(invalid).toEqual([]);
  expect(['post', 'void', 'hold']).toContain(action);
  if (!isBalanced || action === 'hold') expect(problems).not.toEqual([]);
}

test('billFromGoodsReceipt returns a bill or throws its error, whatever it is passed', async () => {
  await fc.assert(
    fc.asyncProperty(inPlaceOf(receipt), async (given) => expectSound(await billed(given.make()))),
    { numRuns: runs(500) },
  );
});

test('billFromGoodsReceipt accepts any value in a line or as the supplier', async () => {
  const withLine = spoilt(line).map(({ name, make }) => ({
    name,
    make: () => ({ ...receipt, items: [line, make()] }),
  }));
  const withSupplier = spoilt(receipt.supplier).map(({ name, make }) => ({
    name,
    make: () => ({ ...receipt, supplier: make() }),
  }));
  await fc.assert(
    fc.asyncProperty(fc.oneof(withLine, withLine, withSupplier), async (given) =>
      expectSound(await billed(given.make())),
    ),
    { numRuns: runs(500) },
  );
});
