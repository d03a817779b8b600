import { describe, expect, test } from 'vitest';
import { billOf, billOfLines } from './receipts.js';

// Every amount here was calculated by hand, from the rules of the specification.

describe('a receipt with tax on top', () => {
  const billed = () =>
    billOf({
      id: 'gr-7',
      goodsReceiptNumber: 'GR-0007',
      status: 'completed',
      created: '2026-03-10T08:00:00.000Z',
      deliveryDate: '2026-03-09T00:00:00.000Z',
      supplier: { supplierId: 's-1', name: 'Hill Dairy', address: '22 Farm Lane' },
      isTaxInclusive: false,
      items: [
        { totalPrice: 120, discountAmount: 20, taxRateName: 'Standard', taxRate: 0.2, taxAmount: 18 },
        { totalPrice: 50, discountAmount: 0, taxRateName: 'Reduced', taxRate: 0.07, taxAmount: 3.15 },
        { totalPrice: 50, taxRateName: 'Standard', taxRate: 0.2, taxAmount: 9 },
      ],
      totalPrice: 220,
      discount: 20,
      shippingFee: 15,
      tax: 30.15,
      total: 225.15,
    });

  test('has the net of its lines: totalPrice less discountAmount §line.net §line.authoritative', () => {
    expect(billed().lines.map(({ amount, discount, net }) => [amount, discount, net])).toEqual([
      ['120.00', '20.00', '100.00'],
      ['50.00', '0.00', '50.00'],
      ['50.00', '0.00', '50.00'],
    ]);
  });

  test('taxes the net less its share of the discount on the document §goods-receipt.rule-3 §goods-receipt.rule-4 §goods-receipt.rule-4.share', () => {
    expect(
      billed().lines.map((line) => [line.documentDiscountShare, line.taxBase, line.taxableAmount]),
    ).toEqual([
      ['10.00', '90.00', '90.00'],
      ['5.00', '45.00', '45.00'],
      ['5.00', '45.00', '45.00'],
    ]);
  });

  test('adds tax and shipping, which is neither discounted nor taxed §goods-receipt.rule-5 §goods-receipt.rule-3.freight §goods-receipt.freight', () => {
    expect(billed()).toMatchObject({
      goods: '220.00',
      lineDiscounts: '20.00',
      documentDiscount: '20.00',
      taxableAmount: '180.00',
      tax: '30.15',
      shipping: '15.00',
      totalExclusive: '195.00',
      total: '225.15',
    });
  });

  test('sums its tax by rate §line.rate', () => {
    expect(billed().taxes).toEqual([
      { taxRateName: 'Standard', taxRate: '0.2', taxRateKind: null, taxableAmount: '135.00', tax: '27.00' },
      { taxRateName: 'Reduced', taxRate: '0.07', taxRateKind: null, taxableAmount: '45.00', tax: '3.15' },
    ]);
  });

  test('agrees with its header and can be posted', () => {
    expect(billed()).toMatchObject({
      headerGoods: '220.00',
      goodsDifference: '0.00',
      headerTax: '30.15',
      taxDifference: '0.00',
      headerTotal: '225.15',
      difference: '0.00',
      computed: [],
      isBalanced: true,
      problems: [],
      action: 'post',
    });
  });

  test('states its supplier, number and dates', () => {
    expect(billed()).toMatchObject({
      receiptId: 'gr-7',
      isTaxInclusive: false,
      number: 'GR-0007',
      status: 'completed',
      created: '2026-03-10T08:00:00.000Z',
      billDate: '2026-03-09T00:00:00.000Z',
      supplier: { supplierId: 's-1', name: 'Hill Dairy', address: '22 Farm Lane' },
    });
  });
});

describe('a receipt with tax inside', () => {
  const billed = () =>
    billOf({
      id: 'gr-8',
      status: 'completed',
      isTaxInclusive: true,
      items: [
        { totalPrice: 130, discountAmount: 10, taxRate: 0.2, taxAmount: 18 },
        { totalPrice: 42.8, taxRate: 0.07, taxAmount: 2.52 },
      ],
      totalPrice: 172.8,
      discount: 16.28,
      shippingFee: 8.5,
      tax: 20.52,
      total: 155.02,
    });

  test('contains the tax in its tax bases §goods-receipt.inclusive', () => {
    // 16.28 by 120.00 to 42.80: 12.00 and 4.28.
    expect(
      billed().lines.map((line) => [line.documentDiscountShare, line.taxBase, line.taxableAmount]),
    ).toEqual([
      ['12.00', '108.00', '90.00'],
      ['4.28', '38.52', '36.00'],
    ]);
  });

  test('has a total without tax on top §goods-receipt.rule-6', () => {
    expect(billed()).toMatchObject({
      isTaxInclusive: true,
      taxableAmount: '126.00',
      tax: '20.52',
      totalExclusive: '134.50',
      total: '155.02',
      difference: '0.00',
      isBalanced: true,
    });
  });

  test('is taxed at its rates if its lines state no tax', () => {
    const items = [{ totalPrice: 107, taxRate: 0.07 }];
    const { lines, total } = billOfLines(items, { isTaxInclusive: true });
    expect(lines).toMatchObject([{ taxBase: '107.00', taxableAmount: '100.00', tax: '7.00' }]);
    expect(total).toBe('107.00');
  });
});

describe('an older receipt', () => {
  test('without tax and total is calculated and marked §goods-receipt.old-tax §goods-receipt.old-total', () => {
    const bill = billOfLines([{ totalPrice: 10, taxRate: 0.2, taxAmount: 2 }], { totalPrice: 10 });
    expect(bill).toMatchObject({
      tax: '2.00',
      total: '12.00',
      headerTax: null,
      taxDifference: null,
      headerTotal: null,
      difference: null,
      computed: ['tax', 'total'],
      isBalanced: true,
      action: 'post',
    });
    expect(bill.lines[0]?.isTaxComputed).toBe(false);
  });

  test('without tax on its lines is taxed at their rates, rounded half up, and marked', () => {
    const items = [
      { totalPrice: 10.5, taxRate: 0.07 },
      { totalPrice: 5, taxRate: 0.2, taxAmount: 1 },
      { totalPrice: 3 },
    ];
    const bill = billOfLines(items);
    // 0.735 is 0.74.
    expect(bill.lines.map(({ tax, isTaxComputed }) => [tax, isTaxComputed])).toEqual([
      ['0.74', true],
      ['1.00', false],
      ['0.00', true],
    ]);
    expect(bill).toMatchObject({ tax: '1.74', total: '20.24', computed: ['totalPrice', 'tax', 'total'] });
  });
});

describe('pricePerUnit', () => {
  test('affects no amount §line.derived', () => {
    const line = { totalPrice: 10, taxRate: 0.2 };
    const plain = billOfLines([line]);
    for (const pricePerUnit of [Number.NaN, 1e21, -3, 'free', 7, null]) {
      const { lines, ...bill } = billOfLines([{ ...line, pricePerUnit, quantity: 7 }]);
      expect({ ...bill, lines: [{ ...lines[0], quantity: null, unitPrice: null }] }).toEqual(plain);
    }
  });
});

describe('what a line bought', () => {
  const purchaseOf = (line: object) =>
    billOfLines([{ totalPrice: 10, ...line }]).lines.map(({ quantity, unit, unitPrice }) => [
      quantity,
      unit,
      unitPrice,
    ])[0];

  test('is its quantity, its unit and the price of a unit §line.others', () => {
    const inventory = { inventoryUom: 'kg', pricePerUnit: 3.333333 };
    expect(purchaseOf({ quantity: 3, ...inventory })).toEqual(['3', 'kg', '3.333333']);
    expect(purchaseOf({ quantity: 2.5, unit: 'kg', inventoryUom: 'kg', pricePerUnit: 4 })).toEqual([
      '2.5',
      'kg',
      '4.00',
    ]);
    for (const unit of ['purchaseUnit', 'purchaseUom', 'unit']) {
      for (const cost of ['unitCost', 'unitPrice']) {
        expect(purchaseOf({ quantity: 4, [unit]: 'crate', [cost]: 2.5, ...inventory })).toEqual([
          '4',
          'crate',
          '2.50',
        ]);
      }
      // pricePerUnit is the price of another unit.
      expect(purchaseOf({ [unit]: 'crate', ...inventory })).toEqual([null, 'crate', null]);
    }
    expect(purchaseOf({ unitCost: 2.5, ...inventory })).toEqual([null, null, '2.50']);
  });

  test.each([undefined, null, Number.NaN, Number.POSITIVE_INFINITY, 1e13, {}, true])(
    'is null if it is missing or makes no sense, and nothing else depends on it: %s',
    (odd) => {
      const line = { quantity: odd, inventoryUom: odd, pricePerUnit: odd };
      expect(purchaseOf(line)).toEqual([null, null, null]);
      expect(billOfLines([{ totalPrice: 10, ...line }])).toMatchObject({ isBalanced: true, action: 'post' });
    },
  );
});
