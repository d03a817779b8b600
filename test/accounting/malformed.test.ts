import { billFromGoodsReceipt } from 'outlet-open-api/accounting';
import { describe, expect, test } from 'vitest';
import { billOf, billOfLines, problemsOf, sound } from './receipts.js';

const line = sound.items[0];
const noHeader = { totalPrice: null, tax: null, total: null };

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

describe('what is no receipt', () => {
  test.each([[null], [undefined], ['gr-1'], [7], [[sound]], [() => sound]])('is refused: %s', (given) => {
    const message =
      'The bill was not calculated: the receipt must be an object, as returned by goodsReceipts.list.';
    const issues = [
      { path: '', message: 'the receipt must be an object, as returned by goodsReceipts.list' },
    ];
    expect(failureOf(given)).toMatchObject({ name: 'RequestValidationError', message, issues });
  });
});

function failureOf(given: unknown): unknown {
  try {
    return Reflect.apply(billFromGoodsReceipt, undefined, [given]);
  } catch (error) {
    return error;
  }
}
