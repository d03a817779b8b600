import { describe, expect, test } from 'vitest';
import { billOf, billOfLines, problemsOf, sound } from './receipts.js';

const line = sound.items[0];

test('a consistent receipt has no problems', () => {
  expect(billOf(sound)).toMatchObject({ problems: [], isBalanced: true, action: 'post' });
});

test('tax that exceeds the line that includes it holds the bill', () => {
  const taxed = { totalPrice: 10, taxRate: 0.1, taxAmount: 20 };
  const bill = billOf({ id: 'r-1', status: 'completed', isTaxInclusive: true, items: [taxed] });
  expect(bill.problems.map(({ code, path }) => `${code} ${path}`)).toContain(
    'tax-too-large items[0].taxAmount',
  );
  expect(bill).toMatchObject({ isBalanced: false, action: 'hold' });
  const whole = { totalPrice: 10, taxRate: 1, taxAmount: 10 };
  expect(
    problemsOf({ ...sound, isTaxInclusive: true, items: [whole], totalPrice: 10, tax: 10, total: 10 }),
  ).not.toContain('tax-too-large items[0].taxAmount');
});

describe('a header', () => {
  test.each([
    ['totalPrice', 100],
    ['tax', 20],
    ['total', 120],
  ])('can differ in its %s by at most 0.01 §goods-receipt.rule-1.difference', (field, amount) => {
    for (const off of [0.01, -0.01]) {
      expect(problemsOf({ ...sound, [field]: amount + off })).toEqual([]);
    }
    for (const off of [0.02, -0.02, 0.010001]) {
      expect(problemsOf({ ...sound, [field]: amount + off })).toEqual([`header-differs ${field}`]);
    }
  });

  test('that differs is reported with both amounts and holds the bill', () => {
    const bill = billOf({ ...sound, total: 123.4 });
    expect(bill.problems).toEqual([
      { code: 'header-differs', path: 'total', message: 'is 123.40, but the lines add up to 120.00' },
    ]);
    expect(bill).toMatchObject({
      isBalanced: false,
      action: 'hold',
      difference: '3.40',
      headerTotal: '123.40',
    });
  });

  test.each([null, undefined])('without amounts is calculated: %s', (nothing) => {
    const bill = billOf({ ...sound, totalPrice: nothing, tax: nothing, total: nothing });
    expect(bill).toMatchObject({
      computed: ['totalPrice', 'tax', 'total'],
      isBalanced: true,
      total: '120.00',
    });
    expect(bill).toMatchObject({ headerGoods: null, headerTax: null, headerTotal: null, difference: null });
    expect(billOf({ ...sound, discount: nothing, shippingFee: nothing })).toEqual(billOf(sound));
  });
});

describe('a negative amount', () => {
  test('is reported and still calculated with', () => {
    const bill = billOfLines([{ totalPrice: -5 }, { totalPrice: 8, taxRate: 0.1 }], { discount: 1 });
    expect(bill.problems).toMatchObject([{ code: 'negative', path: 'items[0].totalPrice' }]);
    expect(bill).toMatchObject({ isBalanced: false, action: 'hold', documentDiscount: '1.00' });
    // By -5 to 8: -1.67 and 2.67.
    expect(bill.lines.map(({ documentDiscountShare }) => documentDiscountShare)).toEqual(['-1.67', '2.67']);
  });

  test.each(['discount', 'shippingFee'])('is reported in %s', (field) => {
    const bill = billOfLines([{ totalPrice: 100 }], { [field]: -1 });
    expect(bill.problems).toEqual([{ code: 'negative', path: field, message: 'must not be negative' }]);
  });

  test('is still split over the lines', () => {
    const { lines, total } = billOfLines([{ totalPrice: 1 }, { totalPrice: 2 }], { discount: -1 });
    expect(lines.map((line) => line.documentDiscountShare)).toEqual(['-0.33', '-0.67']);
    expect(total).toBe('4.00');
  });
});

describe('a discount', () => {
  test('of a line is at most its amount', () => {
    expect(problemsOf({ ...sound, items: [{ totalPrice: 1, discountAmount: 1 }], ...noHeader })).toEqual([]);
    const items = [{ totalPrice: 1, discountAmount: 1.01 }, { totalPrice: 5 }];
    expect(problemsOf({ ...sound, items, ...noHeader })).toEqual([
      'discount-too-large items[0].discountAmount',
    ]);
  });

  test('of the document is at most its goods after line discounts', () => {
    const items = [{ totalPrice: 10, discountAmount: 4 }];
    expect(problemsOf({ ...sound, items, ...noHeader, discount: 6 })).toEqual([]);
    const bill = billOf({ ...sound, items, ...noHeader, discount: 6.01 });
    expect(bill.problems).toMatchObject([{ code: 'discount-too-large', path: 'discount' }]);
    expect(bill).toMatchObject({ total: '-0.01', isBalanced: false, action: 'hold' });
    expect(bill.lines).toMatchObject([{ documentDiscountShare: '6.01', taxBase: '-0.01' }]);
  });

  test('is not split if the lines add up to zero', () => {
    const bill = billOfLines([{ totalPrice: 0 }, { totalPrice: 2, discountAmount: 2 }], { discount: 1 });
    expect(bill.lines.map((line) => line.documentDiscountShare)).toEqual(['0.00', '0.00']);
    expect(bill).toMatchObject({ total: '-1.00', isBalanced: false });
  });
});

const noHeader = { totalPrice: null, tax: null, total: null };

describe('isTaxInclusive', () => {
  test.each([undefined, null, 'true', 1])('of %s counts as false if the total shows it', (isTaxInclusive) => {
    expect(billOf({ ...sound, isTaxInclusive })).toEqual(billOf(sound));
  });

  test.each([undefined, null, 'true', 1])(
    'of %s is reported if no total shows the tax mode',
    (isTaxInclusive) => {
      expect(problemsOf({ ...sound, isTaxInclusive, total: null })).toEqual([
        'tax-mode-unknown isTaxInclusive',
      ]);
      expect(problemsOf({ ...sound, isTaxInclusive, total: 100 })).toEqual([
        'header-differs total',
        'tax-mode-unknown isTaxInclusive',
      ]);
      expect(billOf({ ...sound, isTaxInclusive, total: null }).isBalanced).toBe(false);
    },
  );

  test('can be missing if the total agrees with its own header', () => {
    const items = [10.004, 10.004, 10.002].map((totalPrice) => ({ totalPrice, taxAmount: 0.704 }));
    const header = { totalPrice: 30.02, tax: 2.12, total: 32.14 };
    expect(problemsOf({ id: 'gr-1', status: 'completed', items, ...header })).toEqual([]);
  });

  test('can be missing without tax', () => {
    expect(problemsOf({ id: 'gr-1', status: 'completed', items: [{ totalPrice: 1 }] })).toEqual([]);
  });
});

describe('the tax of a line', () => {
  test('is what the line states, and a difference from its rate is reported', () => {
    const bill = billOfLines([{ ...line, taxAmount: 20.02 }]);
    expect(bill).toMatchObject({ tax: '20.02', total: '120.02', isBalanced: true, action: 'post' });
    expect(bill.problems).toEqual([
      {
        code: 'line-tax-differs',
        path: 'items[0].taxAmount',
        message: 'is 20.02, but its rate results in 20.00',
      },
    ]);
    expect(billOfLines([{ ...line, taxAmount: 20.01 }]).problems).toEqual([]);
  });
});

test('problems do not repeat text of the receipt', () => {
  const secret = 'Hill Dairy';
  const texts = { id: 7, status: secret, supplier: { name: secret }, items: secret, total: secret };
  expect(JSON.stringify(billOf(texts).problems)).not.toContain(secret);
});

test('a receipt is not changed and results in the same bill again', () => {
  const receipt = structuredClone(sound);
  expect(billOf(receipt)).toEqual(billOf(receipt));
  expect(receipt).toEqual(sound);
});

test('each problem has a message', () => {
  const items = [
    'soup',
    { totalPrice: 'free', taxRate: 7 },
    { totalPrice: 10, discountAmount: 11, taxRate: 0.2, taxAmount: 7 },
    { totalPrice: 5, taxAmount: -1 },
  ];
  const { problems } = billOf({ items, discount: 90, tax: 1.5 });
  expect(problems.map(({ code, path, message }) => `${code}: ${path} ${message}`)).toEqual([
    'no-id: id must be a non-empty string, to update or void the bill later',
    'unknown-status: status must be one of draft, completed, cancelled, partiallyReceived',
    'malformed: items[0] must be an object',
    'malformed: items[1].totalPrice must be a JSON number with at most 13 digits before the decimal point',
    'malformed: items[1].taxRate must be a fraction from 0 to 1, such as 0.07 for 7 %',
    'discount-too-large: items[2].discountAmount is more than the totalPrice of its line',
    'negative: items[3].taxAmount must not be negative',
    'discount-too-large: discount is more than the sum of the lines after their discounts',
    'header-differs: tax is 1.50, but the lines add up to 6.00',
    'tax-mode-unknown: isTaxInclusive must be true or false, because total does not show it',
    'line-tax-differs: items[2].taxAmount is 7.00, but its rate results in 4.30',
  ]);
  expect(billOf({ ...sound, items: {} }).problems.slice(0, 2)).toEqual([
    { code: 'malformed', path: 'items', message: 'must be a list' },
    { code: 'no-lines', path: 'items', message: 'has no lines' },
  ]);
});
