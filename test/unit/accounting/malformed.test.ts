import { billFromGoodsReceipt } from 'outlet-open-api/accounting';
import { describe, expect, test } from 'vitest';
import { billOf, billOfLines, problemsOf, sound } from './receipts.js';

const line = sound.items[0];
const noHeader = { totalPrice: null, tax: null, total: null };

describe('an invalid amount', () => {
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

  test.each(odd)('is ignored and reported: %s', (value) => {
    for (const field of ['discount', 'shippingFee', 'totalPrice', 'tax', 'total']) {
      const bill = billOf({ ...sound, [field]: value });
      expect(bill).toMatchObject({ total: '120.00', isBalanced: false, action: 'hold' });
      expect(bill.problems).toMatchObject([{ code: 'malformed', path: field }]);
    }
    for (const field of ['totalPrice', 'discountAmount', 'taxAmount', 'taxRate']) {
      const bill = billOfLines([{ totalPrice: 100, taxRate: 0.2, [field]: value }]);
      expect(bill.problems).toMatchObject([{ code: 'malformed', path: `items[0].${field}` }]);
      expect(bill.isBalanced).toBe(false);
      expect(JSON.stringify(bill)).not.toMatch(/NaN|Infinity|undefined/);
    }
  });

  test.each([undefined, null])('includes the missing amount of a line: %s', (totalPrice) => {
    expect(billOfLines([{ totalPrice }])).toMatchObject({
      total: '0.00',
      isBalanced: false,
      problems: [{ code: 'malformed', path: 'items[0].totalPrice' }],
    });
  });

  test.each([1.01, 7, -0.07, Number.NaN])('includes a rate of %s', (taxRate) => {
    const bill = billOfLines([{ ...line, taxRate }]);
    expect(bill.problems).toMatchObject([{ code: 'malformed', path: 'items[0].taxRate' }]);
    expect(bill.lines).toMatchObject([{ taxRate: null, tax: '20.00' }]);
  });

  test('does not include a rate of 0 or 1', () => {
    expect(billOfLines([{ totalPrice: 1, taxRate: 0 }]).lines).toMatchObject([{ tax: '0.00' }]);
    expect(billOfLines([{ totalPrice: 1, taxRate: 1 }])).toMatchObject({ tax: '1.00', problems: [] });
  });
});

describe('lines', () => {
  test.each([[undefined], [null], [[]]])('that are %s hold the bill', (items) => {
    const bill = billOf({ id: 'gr-1', status: 'completed', items, shippingFee: 5, total: 5 });
    expect(bill).toMatchObject({ lines: [], taxes: [], total: '5.00', isBalanced: false, action: 'hold' });
    expect(bill.problems).toMatchObject([{ code: 'no-lines', path: 'items' }]);
  });

  test.each([[{}], ['ab'], [7], [new Map()]])('that are not a list are reported', (items) => {
    expect(problemsOf({ ...sound, ...noHeader, items })).toEqual(['malformed items', 'no-lines items']);
    expect(billOf({ ...sound, ...noHeader, items }).isBalanced).toBe(false);
  });

  test('keep their index if one of them is invalid', () => {
    const bill = billOfLines([Object(null), line].with(0, JSON.parse('null')));
    expect(bill.problems).toMatchObject([{ code: 'malformed', path: 'items[0]' }]);
    expect(bill.lines).toMatchObject([{ index: 1, net: '100.00' }]);
    expect(bill.isBalanced).toBe(false);
  });
});

const completed = { id: 'gr-1', status: 'completed' };

describe('an empty receipt', () => {
  test('is not balanced', () => {
    const bill = billOf({});
    expect(bill).toMatchObject({
      receiptId: '',
      lines: [],
      total: '0.00',
      isBalanced: false,
      action: 'hold',
    });
    expect(problemsOf({})).toEqual(['no-id id', 'unknown-status status', 'no-lines items']);
  });

  test.each([
    [{ items: [] }],
    [{ items: null }],
    [{ id: '', items: [{ totalPrice: 1 }] }],
    [{ items: [{ totalPrice: '1.00' }] }],
    [{ items: [{ totalPrice: 1 }], total: '1.00' }],
    [{ items: [{ totalPrice: 1, taxRate: '0.07' }] }],
  ])('is not balanced without lines, without an id, or with amounts as text: %j', (fields) => {
    expect(billOf({ ...completed, ...fields })).toMatchObject({ isBalanced: false, action: 'hold' });
  });
});

test('supplier, number and dates can be missing', () => {
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

describe('a value that is not a receipt', () => {
  test.each([[null], [undefined], ['gr-1'], [7], [[sound]], [() => sound]])(
    'throws a RequestValidationError: %s',
    (given) => {
      const message =
        'The bill was not calculated: the receipt must be an object, as returned by goodsReceipts.list.';
      const issues = [
        { path: '', message: 'the receipt must be an object, as returned by goodsReceipts.list' },
      ];
      expect(failureOf(given)).toMatchObject({ name: 'RequestValidationError', message, issues });
    },
  );
});

function failureOf(given: unknown): unknown {
  try {
    return Reflect.apply(billFromGoodsReceipt, undefined, [given]);
  } catch (error) {
    return error;
  }
}
