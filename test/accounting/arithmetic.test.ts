import fc from 'fast-check';
import type { GoodsReceipt } from 'outlet-open-api';
import { type Bill, billFromGoodsReceipt } from 'outlet-open-api/accounting';
import { expect, test } from 'vitest';
import { add, cent, halfUp, numberOf, reckon, textOf, type WholeReceipt } from './whole-numbers.js';

/** Most receipts count in cents; some lines are finer. */
const units = fc.constantFrom(cent, cent, cent, cent, 1_000n, 100n, 1n);
const percent = fc.integer({ min: 0, max: 100 }).map(BigInt);
const rates = fc.constantFrom(0n, 50_000n, 70_000n, 82_500n, 190_000n, 200_000n, 1_000_000n, null);

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

const fields = ['totalPrice', 'tax', 'total'] as const;

/** By how many cents a header is off; `null` where it states nothing. */
const off = fc.constantFrom(0n, 0n, 0n, 1n, -1n, 2n, -2n, null);
const headers = fc.record({ totalPrice: off, tax: off, total: off });

test('1,000 receipts come to what whole numbers come to §goods-receipt.rule-1.difference §goods-receipt.rule-3 §goods-receipt.rule-4 §goods-receipt.rule-4.share §goods-receipt.rule-5 §goods-receipt.rule-6', () => {
  fc.assert(
    fc.property(receipts, headers, (whole, header) => {
      const { lines, goods, lineDiscounts, tax, total } = reckon(whole);
      const computed = { totalPrice: goods, tax, total };
      const stated = fields.map((field) => {
        const cents = header[field];
        return cents === null ? null : (halfUp(computed[field], cent) + cents) * cent;
      });
      const differences = fields.map((field, index) => {
        const amount = stated[index] ?? null;
        return amount === null ? null : amount - computed[field];
      });
      const isNear = (amount: bigint | null) => amount === null || (amount <= cent && amount >= -cent);
      // Tax that is included is no more than what includes it.
      const isIncluded = lines.every(({ taxBase, taxableAmount }) => taxBase < 0n || taxableAmount >= -cent);
      const isStated = stated.every((amount) => amount === null || amount >= 0n);
      const isSound = differences.every(isNear) && isStated && isIncluded;

      const bill = billFromGoodsReceipt(receiptOf(whole, stated));

      // As text, because comparing structures takes longer than everything else here.
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
          balanced: isSound,
        }),
      );
    }),
    { numRuns: 1_000 },
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
    balanced: bill.balanced,
  };
}

/** The receipt as the service writes it. */
function receiptOf(whole: WholeReceipt, stated: readonly (bigint | null)[]): GoodsReceipt {
  const [totalPrice, tax, total] = stated.map((amount) => (amount === null ? null : numberOf(amount)));
  return {
    id: 'gr-1',
    status: 'completed',
    isTaxInclusive: whole.isTaxInclusive,
    items: whole.lines.map((line) => ({
      totalPrice: numberOf(line.amount),
      discountAmount: numberOf(line.discount),
      taxRate: line.rate === null ? null : numberOf(line.rate),
      taxAmount: line.tax === null ? null : numberOf(line.tax),
    })),
    discount: numberOf(whole.discount),
    shippingFee: numberOf(whole.shipping),
    totalPrice,
    tax,
    total,
  };
}

test('and the whole numbers share a discount as they should', () => {
  fc.assert(
    fc.property(receipts, (whole) => {
      const { lines, unit } = reckon(whole);
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
