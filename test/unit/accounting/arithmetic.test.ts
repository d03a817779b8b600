import fc from 'fast-check';
import type { GoodsReceipt } from 'outlet-open-api';
import { type Bill, billFromGoodsReceipt } from 'outlet-open-api/accounting';
import { expect, test } from 'vitest';
import { runs } from '../../support/runs.js';
import { billOf } from './receipts.js';
import {
  add,
  calculate,
  cent,
  halfUp,
  numberOf,
  rateScale,
  textOf,
  type WholeReceipt,
} from './whole-numbers.js';

/** Most receipts are in whole cents. Some have more decimals. */
const units = fc.constantFrom(cent, cent, cent, cent, 1_000n, 100n, 1n);
const percent = fc.integer({ min: 0, max: 100 }).map(BigInt);
const rates = fc.constantFrom(
  0n,
  5_000_000n,
  7_000_000n,
  8_250_000n,
  8_333_333n,
  20_000_000n,
  rateScale,
  null,
);

const line = fc.record({
  amount: fc.nat(10_000_000).map(BigInt),
  discounted: fc.oneof(fc.constant(0n), percent),
  rate: rates,
  tax: fc.oneof(fc.constant(null), fc.nat(1_000_000).map(BigInt)),
});

const receipts: fc.Arbitrary<WholeReceipt> = fc
  .record({
    unit: units,
    lines: fc.array(line, { minLength: 1, maxLength: 8 }),
    discounted: fc.oneof(fc.constant(0n), percent),
    shipping: fc.nat(100_000).map(BigInt),
    isTaxInclusive: fc.boolean(),
  })
  .map(({ unit, lines, discounted, shipping, isTaxInclusive }) => {
    const priced = lines.map(({ amount, discounted, rate, tax }) => ({
      amount: amount * unit,
      discount: ((amount * discounted) / 100n) * unit,
      rate,
      tax: tax && tax * unit,
    }));
    const goods = add(priced.map(({ amount, discount }) => amount - discount));
    const discount = ((goods / cent) * discounted) / 100n;
    return { lines: priced, discount: discount * cent, shipping: shipping * cent, isTaxInclusive };
  });

/** The cents by which a header amount is off. `null` if the header does not state the amount. */
const off = fc.constantFrom(0n, 0n, 0n, 1n, -1n, 2n, -2n, null);
const headers = fc.record({ totalPrice: off, tax: off, total: off });

function headerAmount(exact: bigint, cents: bigint | null): bigint | null {
  return cents === null ? null : (halfUp(exact, cent) + cents) * cent;
}

test('bills equal the same rules in whole numbers §goods-receipt.rule-1.difference §goods-receipt.rule-3 §goods-receipt.rule-4 §goods-receipt.rule-4.share §goods-receipt.rule-5 §goods-receipt.rule-6', () => {
  fc.assert(
    fc.property(receipts, headers, fc.boolean(), (whole, header, isRoundedByLine) => {
      const { tax: roundedTax, exactTax } = calculate(whole);
      const headerTax = headerAmount(isRoundedByLine ? roundedTax : exactTax, header.tax);
      const { lines, goods, lineDiscounts, tax, total } = calculate(whole, headerTax);
      const stated = [headerAmount(goods, header.totalPrice), headerTax, headerAmount(total, header.total)];
      const differences = [goods, tax, total].map((amount, index) => {
        const ofHeader = stated[index] ?? null;
        return ofHeader === null ? null : ofHeader - amount;
      });
      const isNear = (amount: bigint | null) => amount === null || (amount <= cent && amount >= -cent);
      const [ofGoods = null, ofTax = null, ofTotal = null] = differences;
      const ofTaxOnTop = whole.isTaxInclusive ? 0n : ofTax;
      const isTotalOfHeader =
        ofGoods !== null && ofTaxOnTop !== null && ofTotal !== null && isNear(ofTotal - ofGoods - ofTaxOnTop);
      const areRight = isNear(ofGoods) && isNear(ofTax) && (isNear(ofTotal) || isTotalOfHeader);
      const isIncluded = lines.every(({ taxBase, taxableAmount }) => taxBase < 0n || taxableAmount >= -cent);
      const isPositive = stated.every((amount) => amount === null || amount >= 0n);

      const bill = billFromGoodsReceipt(receiptOf(whole, stated));

      // Comparing text is faster than comparing structures.
      expect(JSON.stringify(figuresOf(bill))).toBe(
        JSON.stringify({
          lines: lines.map((line) => lineFigures.map((figure) => textOf(line[figure]))),
          goods: textOf(goods),
          lineDiscounts: textOf(lineDiscounts),
          documentDiscount: textOf(whole.discount),
          taxableAmount: textOf(add(lines.map((line) => line.taxableAmount))),
          tax: textOf(tax),
          shipping: textOf(whole.shipping),
          totalExclusive: textOf(total - tax),
          total: textOf(total),
          differences: differences.map((amount) => (amount === null ? null : textOf(amount))),
          isBalanced: areRight && isPositive && isIncluded,
        }),
      );
    }),
    { numRuns: runs(1_000) },
  );
});

const lineFigures = ['net', 'documentDiscountShare', 'taxBase', 'taxableAmount', 'tax'] as const;

function figuresOf(bill: Bill) {
  const { goods, lineDiscounts, documentDiscount, taxableAmount, tax, shipping, totalExclusive, total } =
    bill;
  return {
    lines: bill.lines.map((line) => lineFigures.map((figure) => line[figure])),
    ...{ goods, lineDiscounts, documentDiscount, taxableAmount, tax, shipping, totalExclusive, total },
    differences: [bill.goodsDifference, bill.taxDifference, bill.difference],
    isBalanced: bill.isBalanced,
  };
}

/** The receipt as the API returns it. */
function receiptOf(whole: WholeReceipt, stated: readonly (bigint | null)[]): GoodsReceipt {
  const [totalPrice, tax, total] = stated.map((amount) => (amount === null ? null : numberOf(amount)));
  return {
    id: 'gr-1',
    status: 'completed',
    isTaxInclusive: whole.isTaxInclusive,
    items: whole.lines.map((line) => ({
      totalPrice: numberOf(line.amount),
      discountAmount: numberOf(line.discount),
      taxRate: line.rate === null ? null : Number(`${line.rate}e-8`),
      taxAmount: line.tax === null ? null : numberOf(line.tax),
    })),
    discount: numberOf(whole.discount),
    shippingFee: numberOf(whole.shipping),
    totalPrice,
    tax,
    total,
  };
}

test('the whole numbers split a discount by net amount', () => {
  fc.assert(
    fc.property(receipts, (whole) => {
      const { lines, unit } = calculate(whole);
      const goods = add(lines.map(({ net }) => net));
      expect(add(lines.map((line) => line.documentDiscountShare))).toBe(whole.discount);
      for (const { net, documentDiscountShare: share } of lines) {
        const off = share * goods - whole.discount * net;
        expect(goods === 0n || (off < unit * goods && off > -unit * goods)).toBe(true);
        expect(share >= 0n && share <= net).toBe(true);
      }
    }),
  );
});

/** The millionths of an amount of a bill. */
function millionths(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(6, '0'));
}

const sumOf = (amounts: readonly string[]) => add(amounts.map(millionths));

/** Receipts whose lines state no tax, with a header tax that is their exact tax, rounded up or down to a cent. */
const untaxed = fc.tuple(receipts, fc.constantFrom(0n, 1n)).map(([{ lines, ...whole }, up]) => {
  const receipt = { ...whole, lines: lines.map((line) => ({ ...line, tax: null })) };
  const { exactTax } = calculate(receipt);
  return { receipt, headerTax: exactTax === 0n ? 0n : (exactTax / cent + up) * cent };
});

test('the tax of the lines adds up to a header tax that agrees with the rates', () => {
  fc.assert(
    fc.property(untaxed, ({ receipt, headerTax }) => {
      const bill = billFromGoodsReceipt(receiptOf(receipt, [null, headerTax, null]));
      expect(sumOf(bill.lines.map(({ tax }) => tax))).toBe(headerTax);
      expect(bill).toMatchObject({ tax: textOf(headerTax), taxDifference: '0.00', isBalanced: true });
      expect(bill.lines.every(({ tax }) => millionths(tax) >= 0n)).toBe(true);
    }),
  );
});

test('lines, totals and tax rates add up, in any order of the lines', () => {
  fc.assert(
    fc.property(receipts, headers, (whole, header) => {
      const stated = [null, headerAmount(calculate(whole).exactTax, header.tax), null];
      const receipt = receiptOf(whole, stated);
      const bill = billFromGoodsReceipt(receipt);
      for (const figure of ['tax', 'taxableAmount'] as const) {
        expect(sumOf(bill.lines.map((line) => line[figure]))).toBe(millionths(bill[figure]));
        expect(sumOf(bill.taxes.map((rate) => rate[figure]))).toBe(millionths(bill[figure]));
      }
      expect(sumOf(bill.lines.map((line) => line.documentDiscountShare))).toBe(whole.discount);
      expect(sumOf([bill.taxableAmount, bill.shipping])).toBe(millionths(bill.totalExclusive));
      expect(sumOf([bill.totalExclusive, bill.tax])).toBe(millionths(bill.total));

      const reversed = billFromGoodsReceipt({ ...receipt, items: receipt.items?.toReversed() });
      for (const figure of ['goods', 'documentDiscount'] as const)
        expect(reversed[figure]).toBe(bill[figure]);
      expect(sumOf(reversed.lines.map((line) => line.documentDiscountShare))).toBe(whole.discount);
    }),
  );
});

const anyNumber = fc.oneof(fc.double(), fc.constantFrom(0, 1, 0.07, -0.01, null, undefined));

test('no number makes a bill NaN or infinite', () => {
  const lines = fc.record({
    totalPrice: anyNumber,
    discountAmount: anyNumber,
    taxAmount: anyNumber,
    taxRate: fc.oneof(anyNumber, fc.double({ min: 0, max: 1 })),
    quantity: anyNumber,
    pricePerUnit: anyNumber,
  });
  const fields = fc.record({
    items: fc.array(lines, { maxLength: 4 }),
    discount: anyNumber,
    shippingFee: anyNumber,
    totalPrice: anyNumber,
    tax: anyNumber,
    total: anyNumber,
    isTaxInclusive: fc.boolean(),
  });
  fc.assert(
    fc.property(fields, (receipt) => {
      const bill = billOf({ id: 'gr-1', status: 'completed', ...receipt });
      expect(JSON.stringify(bill)).not.toMatch(/NaN|Infinity/);
      expect(bill.total).toMatch(/^-?\d+\.\d{2,6}$/);
    }),
  );
});
