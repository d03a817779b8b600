import type { Bill } from 'outlet-open-api/accounting';
import { describe, expect, test } from 'vitest';
import { billOfLines } from './receipts.js';

const tenLines = Array.from({ length: 10 }, () => ({ totalPrice: 1.05, taxRate: 0.07 }));

const taxesOf = (bill: Bill) => bill.lines.map(({ tax }) => tax);

describe('the tax of a header', () => {
  test('is distributed over the lines that state none, if it agrees with their unrounded tax §goods-receipt.rule-1.difference', () => {
    // Rounded line by line the tax is 0.70; unrounded it is 0.735.
    const bill = billOfLines(tenLines, { totalPrice: 10.5, tax: 0.74, total: 11.24 });
    expect(taxesOf(bill)).toEqual([...Array(4).fill('0.08'), ...Array(6).fill('0.07')]);
    expect(bill.lines.every(({ isTaxComputed }) => isTaxComputed)).toBe(true);
    expect(bill).toMatchObject({
      tax: '0.74',
      taxDifference: '0.00',
      total: '11.24',
      difference: '0.00',
      isBalanced: true,
      action: 'post',
      problems: [],
    });
    expect(bill.taxes).toMatchObject([{ taxRate: '0.07', taxableAmount: '10.50', tax: '0.74' }]);
  });

  test('may differ from the unrounded tax by 0.01 and no more', () => {
    for (const tax of [0.73, 0.74]) {
      expect(billOfLines(tenLines, { tax })).toMatchObject({
        tax: `${tax}`,
        isBalanced: true,
        action: 'post',
      });
    }
    for (const tax of [0.72, 0.75]) {
      const bill = billOfLines(tenLines, { tax });
      expect(bill).toMatchObject({ tax: '0.70', isBalanced: false, action: 'hold' });
      expect(bill.problems).toMatchObject([{ code: 'header-differs', path: 'tax' }]);
    }
  });

  test('may also be the sum of taxes that were rounded line by line', () => {
    for (const [tax, taxDifference] of [
      [0.69, '-0.01'],
      [0.7, '0.00'],
      [0.71, '0.01'],
    ]) {
      expect(billOfLines(tenLines, { tax })).toMatchObject({ tax: '0.70', taxDifference, isBalanced: true });
    }
  });

  test('leaves what lines state as it is, and is distributed by the tax of the others', () => {
    const items = [
      { totalPrice: 10, taxRate: 0.2, taxAmount: 2 },
      { totalPrice: 1.05, taxRate: 0.07 },
      { totalPrice: 2.12, taxRate: 0.2 },
      { totalPrice: 1.05, taxRate: 0.07 },
      { totalPrice: 5, taxRate: 0 },
    ];
    // Unrounded: 0.0735, 0.424 and 0.0735, in total 0.571.
    expect(taxesOf(billOfLines(items, { tax: 2.58 }))).toEqual(['2.00', '0.08', '0.43', '0.07', '0.00']);
    expect(taxesOf(billOfLines(items, { tax: 2.57 }))).toEqual(['2.00', '0.08', '0.42', '0.07', '0.00']);
  });

  test('is distributed inside the amounts of a tax-inclusive receipt', () => {
    // 7/107 of 10.50 is 0.68692; rounded line by line it is 0.70.
    const bill = billOfLines(tenLines, { isTaxInclusive: true, tax: 0.68, total: 10.5 });
    expect(taxesOf(bill)).toEqual([...Array(8).fill('0.07'), ...Array(2).fill('0.06')]);
    expect(bill).toMatchObject({ tax: '0.68', taxableAmount: '9.82', total: '10.50', isBalanced: true });
    expect(bill.lines[9]).toMatchObject({ taxBase: '1.05', tax: '0.06', taxableAmount: '0.99' });
  });

  test('is compared with exact thirds, which decimals cannot write', () => {
    const items = Array.from({ length: 3 }, () => ({ totalPrice: 1, taxRate: 0.5 }));
    expect(billOfLines(items, { isTaxInclusive: true, tax: 1.01 }).tax).toBe('1.01');
    expect(billOfLines(items, { isTaxInclusive: true, tax: 1.02 }).isBalanced).toBe(false);
  });

  test('the first line gets the last cent of a tie', () => {
    // Shares of 0.035 and 0.095, of taxes that decimals cannot write exactly.
    const items = [
      { totalPrice: 0.21, taxRate: 0.19 },
      { totalPrice: 0.57, taxRate: 0.19 },
    ];
    expect(taxesOf(billOfLines(items, { isTaxInclusive: true, tax: 0.13 }))).toEqual(['0.04', '0.09']);
  });

  test('is compared with the tax after the discount on the document', () => {
    // 7 % of 10.50 less 2.50.
    const bill = billOfLines(tenLines, { discount: 2.5, tax: 0.56, total: 8.56 });
    expect(taxesOf(bill)).toEqual([...Array(6).fill('0.06'), ...Array(4).fill('0.05')]);
    expect(bill).toMatchObject({ documentDiscount: '2.50', tax: '0.56', total: '8.56', isBalanced: true });
  });

  test('cannot be distributed if no line has a rate', () => {
    const items = [{ totalPrice: 10 }, { totalPrice: 5 }];
    expect(billOfLines(items, { tax: 0.01 })).toMatchObject({
      tax: '0.00',
      taxDifference: '0.01',
      isBalanced: true,
    });
    expect(billOfLines(items, { tax: 3 })).toMatchObject({ tax: '0.00', isBalanced: false, action: 'hold' });
  });

  test('that is less than the lines state makes no tax negative', () => {
    const items = [
      { totalPrice: 10, taxAmount: 1.005 },
      { totalPrice: 0.01, taxRate: 0.07 },
    ];
    expect(taxesOf(billOfLines(items, { tax: 1 }))).toEqual(['1.005', '0.00']);
  });

  test('has the decimals that remain for the other lines', () => {
    const items = [
      { totalPrice: 10, taxAmount: 0.5125 },
      { totalPrice: 4.69, taxRate: 0.125 },
    ];
    expect(billOfLines(items, { tax: 1.1 })).toMatchObject({
      lines: [{ tax: '0.5125' }, { tax: '0.5875' }],
      tax: '1.10',
      isBalanced: true,
    });
  });
});
