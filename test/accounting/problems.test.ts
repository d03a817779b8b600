import { describe, expect, test } from 'vitest';
import { billOf, billOfLines, problemsOf, sound } from './receipts.js';

const line = sound.items[0];

test('a sound receipt has none', () => {
  expect(billOf(sound)).toMatchObject({ problems: [], balanced: true, action: 'post' });
});

describe('a header', () => {
  test.each([
    ['totalPrice', 100],
    ['tax', 20],
    ['total', 120],
  ])('may differ in its %s by 0.01 and no more §goods-receipt.rule-1.difference', (field, amount) => {
    for (const off of [0.01, -0.01]) {
      expect(problemsOf({ ...sound, [field]: amount + off })).toEqual([]);
    }
    for (const off of [0.02, -0.02, 0.010001]) {
      expect(problemsOf({ ...sound, [field]: amount + off })).toEqual([`header-differs ${field}`]);
    }
  });

  test('that differs is told with both figures, and is not to be posted', () => {
    const bill = billOf({ ...sound, total: 123.4 });
    expect(bill.problems).toEqual([
      { code: 'header-differs', path: 'total', message: 'is 123.40, and the lines come to 120.00' },
    ]);
    expect(bill).toMatchObject({
      balanced: false,
      action: 'hold',
      difference: '3.40',
      headerTotal: '123.40',
    });
  });

  test.each([null, undefined])('whose amounts are %s is computed', (nothing) => {
    const bill = billOf({ ...sound, totalPrice: nothing, tax: nothing, total: nothing });
    expect(bill).toMatchObject({ computed: ['totalPrice', 'tax', 'total'], balanced: true, total: '120.00' });
    expect(bill).toMatchObject({ headerGoods: null, headerTax: null, headerTotal: null, difference: null });
    expect(billOf({ ...sound, discount: nothing, shippingFee: nothing })).toEqual(billOf(sound));
  });
});

describe('what is no amount', () => {
  const odd = [
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    '100',
    '',
    1e13,
    -1e21,
    1e308,
    100n,
    true,
    {},
    [100],
    Symbol('100'),
    () => 100,
    new Date(100),
  ];

  test.each(odd)('counts as absent and is told: %s', (value) => {
    for (const field of ['discount', 'shippingFee', 'totalPrice', 'tax', 'total']) {
      const bill = billOf({ ...sound, [field]: value });
      expect(bill).toMatchObject({ total: '120.00', balanced: false, action: 'hold' });
      expect(bill.problems).toMatchObject([{ code: 'malformed', path: field }]);
    }
    for (const field of ['totalPrice', 'discountAmount', 'taxAmount', 'taxRate']) {
      const bill = billOfLines([{ totalPrice: 100, taxRate: 0.2, [field]: value }]);
      expect(bill.problems).toMatchObject([{ code: 'malformed', path: `items[0].${field}` }]);
      expect(bill.balanced).toBe(false);
      expect(JSON.stringify(bill)).not.toMatch(/NaN|Infinity|undefined/);
    }
  });

  test.each([undefined, null])('is a line without an amount: %s', (totalPrice) => {
    expect(billOfLines([{ totalPrice }])).toMatchObject({
      total: '0.00',
      balanced: false,
      problems: [{ code: 'malformed', path: 'items[0].totalPrice' }],
    });
  });

  test.each([1.01, 7, -0.07, Number.NaN])('is a rate of %s', (taxRate) => {
    const bill = billOfLines([{ ...line, taxRate }]);
    expect(bill.problems).toMatchObject([{ code: 'malformed', path: 'items[0].taxRate' }]);
    expect(bill.lines).toMatchObject([{ taxRate: null, tax: '20.00' }]);
  });

  test('is no rate of 0 or 1', () => {
    expect(billOfLines([{ totalPrice: 1, taxRate: 0 }]).lines).toMatchObject([{ tax: '0.00' }]);
    expect(billOfLines([{ totalPrice: 1, taxRate: 1 }])).toMatchObject({ tax: '1.00', problems: [] });
  });
});

describe('a negative amount', () => {
  test('is told, and reckoned with', () => {
    const bill = billOfLines([{ totalPrice: -5 }, { totalPrice: 8, taxRate: 0.1 }], { discount: 1 });
    expect(bill.problems).toMatchObject([
      { code: 'negative', path: 'items[0].totalPrice' },
      { code: 'discount-too-large', path: 'items[0].discountAmount' },
    ]);
    expect(bill).toMatchObject({ balanced: false, action: 'hold', documentDiscount: '1.00' });
    // By -5 to 8: -1.67 and 2.67.
    expect(bill.lines.map(({ documentDiscountShare }) => documentDiscountShare)).toEqual(['-1.67', '2.67']);
  });

  test.each(['discount', 'shippingFee'])('is told in %s', (field) => {
    const bill = billOfLines([{ totalPrice: 100 }], { [field]: -1 });
    expect(bill.problems).toEqual([{ code: 'negative', path: field, message: 'is negative' }]);
  });

  test('is shared all the same', () => {
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

  test('of the document is at most its goods, less what comes off its lines', () => {
    const items = [{ totalPrice: 10, discountAmount: 4 }];
    expect(problemsOf({ ...sound, items, ...noHeader, discount: 6 })).toEqual([]);
    const bill = billOf({ ...sound, items, ...noHeader, discount: 6.01 });
    expect(bill.problems).toMatchObject([{ code: 'discount-too-large', path: 'discount' }]);
    expect(bill).toMatchObject({ total: '-0.01', balanced: false, action: 'hold' });
    expect(bill.lines).toMatchObject([{ documentDiscountShare: '6.01', taxBase: '-0.01' }]);
  });

  test('has nothing to be shared by where all lines come to nothing', () => {
    const bill = billOfLines([{ totalPrice: 0 }, { totalPrice: 2, discountAmount: 2 }], { discount: 1 });
    expect(bill.lines.map((line) => line.documentDiscountShare)).toEqual(['0.00', '0.00']);
    expect(bill).toMatchObject({ total: '-1.00', balanced: false });
  });
});

const noHeader = { totalPrice: null, tax: null, total: null };

describe('isTaxInclusive', () => {
  test.each([undefined, null, 'true', 1])(
    'that is %s is false where the total shows it',
    (isTaxInclusive) => {
      expect(billOf({ ...sound, isTaxInclusive })).toEqual(billOf(sound));
    },
  );

  test.each([undefined, null, 'true', 1])('that is %s is told where nothing shows it', (isTaxInclusive) => {
    expect(problemsOf({ ...sound, isTaxInclusive, total: null })).toEqual([
      'tax-mode-unknown isTaxInclusive',
    ]);
    expect(problemsOf({ ...sound, isTaxInclusive, total: 100 })).toEqual([
      'header-differs total',
      'tax-mode-unknown isTaxInclusive',
    ]);
    expect(billOf({ ...sound, isTaxInclusive, total: null }).balanced).toBe(false);
  });

  test('does not matter without tax', () => {
    expect(problemsOf({ id: 'gr-1', status: 'completed', items: [{ totalPrice: 1 }] })).toEqual([]);
  });
});

describe('lines', () => {
  test.each([[undefined], [null], [[]]])('that are %s are none, and nothing is posted', (items) => {
    const bill = billOf({ id: 'gr-1', status: 'completed', items, shippingFee: 5, total: 5 });
    expect(bill).toMatchObject({ lines: [], taxes: [], total: '5.00', balanced: true, action: 'hold' });
    expect(bill.problems).toMatchObject([{ code: 'no-lines', path: 'items' }]);
  });

  test.each([[{}], ['ab'], [7], [new Map()]])('that are no list are told', (items) => {
    expect(problemsOf({ ...sound, ...noHeader, items })).toEqual(['malformed items', 'no-lines items']);
    expect(billOf({ ...sound, ...noHeader, items }).balanced).toBe(false);
  });

  test('among which one is none keep their places', () => {
    const bill = billOfLines([Object(null), line].with(0, JSON.parse('null')));
    expect(bill.problems).toMatchObject([{ code: 'malformed', path: 'items[0]' }]);
    expect(bill.lines).toMatchObject([{ index: 1, net: '100.00' }]);
    expect(bill.balanced).toBe(false);
  });
});

describe('the tax of a line', () => {
  test('is what the line states, whatever its rate, and the difference is told', () => {
    const bill = billOfLines([{ ...line, taxAmount: 20.02 }]);
    expect(bill).toMatchObject({ tax: '20.02', total: '120.02', balanced: true, action: 'post' });
    expect(bill.problems).toEqual([
      { code: 'line-tax-differs', path: 'items[0].taxAmount', message: 'is 20.02, and its rate gives 20.00' },
    ]);
    expect(billOfLines([{ ...line, taxAmount: 20.01 }]).problems).toEqual([]);
  });
});

describe('what to do with a bill', () => {
  test.each([
    ['completed', 'post'],
    ['cancelled', 'void'],
    ['partiallyReceived', 'hold'],
    ['draft', 'hold'],
  ])('of a receipt that is %s: %s', (status, action) => {
    expect(billOf({ ...sound, status })).toMatchObject({ status, action, balanced: true, problems: [] });
  });

  test.each([undefined, null, 'archived', '', 7])(
    'of a status that nobody knows is to wait: %s',
    (status) => {
      const bill = billOf({ ...sound, status });
      expect(bill).toMatchObject({ action: 'hold', balanced: true });
      expect(bill.problems).toMatchObject([{ code: 'unknown-status', path: 'status' }]);
      expect(bill.status).toBe(typeof status === 'string' ? status : null);
    },
  );

  test.each([undefined, null, '', 7])('without an id is to wait, cancelled or not: %s', (id) => {
    for (const status of ['completed', 'cancelled']) {
      const bill = billOf({ ...sound, id, status });
      expect(bill).toMatchObject({ receiptId: '', action: 'hold', balanced: true });
      expect(bill.problems).toMatchObject([{ code: 'no-id', path: 'id' }]);
    }
  });

  test('of a cancelled receipt is to void it, whatever else is wrong', () => {
    expect(billOf({ ...sound, status: 'cancelled', total: 7 })).toMatchObject({
      action: 'void',
      balanced: false,
    });
  });
});

test('what says whose bill it is may be missing', () => {
  for (const nothing of [undefined, null, 7, []]) {
    const texts = { goodsReceiptNumber: nothing, created: nothing, deliveryDate: nothing, supplier: nothing };
    expect(billOf({ ...sound, ...texts })).toMatchObject({
      number: null,
      created: null,
      billDate: null,
      supplier: null,
      action: 'post',
    });
  }
  expect(billOf({ ...sound, supplier: { name: 7 } }).supplier).toEqual({ supplierId: null, name: null });
});

test('no problem repeats what stands in a text', () => {
  const secret = 'Hill Dairy';
  const texts = { id: 7, status: secret, supplier: { name: secret }, items: secret, total: secret };
  expect(JSON.stringify(billOf(texts).problems)).not.toContain(secret);
});

test('a receipt is not changed, and gives the same bill again', () => {
  const receipt = structuredClone(sound);
  expect(billOf(receipt)).toEqual(billOf(receipt));
  expect(receipt).toEqual(sound);
});
