import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../support/runs.js';
import { billOf, problemsOf, sound } from './receipts.js';
import { add, calculate, cent, halfUp, numberOf } from './whole-numbers.js';

const rounded = (amount: bigint) => halfUp(amount, cent) * cent;

const line = fc.record({
  amount: fc.integer({ min: 1_000_000, max: 200_000_000 }).map(BigInt),
  isDiscounted: fc.boolean(),
  rate: fc.constantFrom(0n, 7_000_000n, 20_000_000n),
});

/**
 * Receipts whose lines can be finer than a cent and state their tax in cents. Each header amount is rounded on its own. By rule 1,
 * `totalPrice` and `tax` differ from the lines by at most 0.01.
 */
const receipts = fc
  .record({
    unit: fc.constantFrom(cent, 1_000n, 100n),
    lines: fc.array(line, { minLength: 1, maxLength: 8 }),
    discount: fc.nat(50).map((cents) => BigInt(cents) * cent),
    shipping: fc.nat(2_000).map((cents) => BigInt(cents) * cent),
    isTaxInclusive: fc.boolean(),
  })
  .map(({ unit, lines, ...header }) => {
    const items = lines.map(({ amount, isDiscounted, rate }) => {
      return { amount: amount - (amount % unit), discount: isDiscounted ? 10n * cent : 0n, rate, tax: null };
    });
    const { goods, lineDiscounts, exactTax, ...exact } = calculate({ ...header, lines: items });
    const taxes = exact.lines.map(({ tax }) => rounded(tax));
    const taxOnTop = header.isTaxInclusive ? 0n : exactTax;
    const receipt = {
      id: 'gr-1',
      status: 'completed',
      isTaxInclusive: header.isTaxInclusive,
      items: items.map(({ amount, discount, rate }, index) => ({
        totalPrice: numberOf(amount),
        discountAmount: numberOf(discount),
        taxRate: Number(`${rate}e-8`),
        taxAmount: numberOf(taxes[index] ?? 0n),
      })),
      discount: numberOf(header.discount),
      shippingFee: numberOf(header.shipping),
      totalPrice: numberOf(rounded(goods)),
      tax: numberOf(rounded(exactTax)),
      total: numberOf(rounded(goods - lineDiscounts - header.discount + taxOnTop + header.shipping)),
    };
    return { receipt, taxDifference: rounded(exactTax) - add(taxes) };
  })
  .filter(({ taxDifference }) => taxDifference <= cent && taxDifference >= -cent)
  .map(({ receipt }) => receipt);

test('a receipt whose header amounts are each rounded on their own is posted §goods-receipt.rule-1.difference', () => {
  fc.assert(
    fc.property(receipts, (receipt) => {
      expect(problemsOf(receipt)).toEqual([]);
    }),
    { numRuns: runs(2_000) },
  );
});

test('a total can agree with the totalPrice and the tax of its header instead of the lines §goods-receipt.rule-5 §goods-receipt.rule-6', () => {
  const header = { ...sound, totalPrice: 100.01, tax: 20.01 };
  expect(billOf({ ...header, total: 120.02 })).toMatchObject({ action: 'post', difference: '0.02' });
  expect(billOf({ ...header, total: 120.03 })).toMatchObject({ action: 'post', difference: '0.03' });
  expect(problemsOf({ ...header, total: 120.04 })).toEqual(['header-differs total']);
  expect(problemsOf({ ...header, total: 119.98 })).toEqual(['header-differs total']);

  const items = [{ totalPrice: 100, taxAmount: 20 }];
  const inclusive = { ...header, isTaxInclusive: true, items };
  expect(problemsOf({ ...inclusive, total: 100.02 })).toEqual([]);
  expect(problemsOf({ ...inclusive, total: 100.03 })).toEqual(['header-differs total']);

  const discounted = {
    ...sound,
    items: [{ totalPrice: 103, discountAmount: 1, taxAmount: 20 }],
    discount: 2,
  };
  expect(
    problemsOf({ ...discounted, totalPrice: 103.01, tax: 20.01, shippingFee: 5, total: 125.02 }),
  ).toEqual([]);
});

test('a total has no more tolerance if its header lacks an amount, or has one that differs from the lines', () => {
  for (const lacking of [{ totalPrice: null }, { tax: null }])
    expect(problemsOf({ ...sound, totalPrice: 100.01, tax: 20.01, total: 120.02, ...lacking })).toEqual([
      'header-differs total',
    ]);
  expect(problemsOf({ ...sound, totalPrice: 105, tax: 20, total: 125 })).toEqual([
    'header-differs totalPrice',
  ]);
});
