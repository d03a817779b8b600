import { describe, expect, test } from 'vitest';
import { billOfLines } from './receipts.js';

describe('the discount on a document', () => {
  const shares = (discount: number, ...nets: number[]) =>
    billOfLines(
      nets.map((totalPrice) => ({ totalPrice })),
      { discount },
    ).lines.map(({ documentDiscountShare }) => documentDiscountShare);

  test('is rounded down, and the remaining cents go to the lines that lost most', () => {
    // 3.333 each: one cent remains, and the first line gets it.
    expect(shares(10, 50, 50, 50)).toEqual(['3.34', '3.33', '3.33']);
    // 0.0909, 0.2727 and 0.6363: the second lost most, then the last.
    expect(shares(1, 1, 3, 7)).toEqual(['0.09', '0.27', '0.64']);
    expect(shares(0.02, 1, 1, 1)).toEqual(['0.01', '0.01', '0.00']);
    expect(shares(0.01, 1, 2)).toEqual(['0.00', '0.01']);
  });

  test('skips lines with a net amount of zero', () => {
    const items = [{ totalPrice: 5, discountAmount: 5 }, { totalPrice: 5 }, { totalPrice: 0 }];
    const { lines, total } = billOfLines(items, { discount: 5 });
    expect(lines.map(({ net, documentDiscountShare }) => [net, documentDiscountShare])).toEqual([
      ['0.00', '0.00'],
      ['5.00', '5.00'],
      ['0.00', '0.00'],
    ]);
    expect(total).toBe('0.00');
  });

  test('is never more than the net amount of a line, in the smallest unit of the receipt', () => {
    expect(shares(0.01, 0.005, 0.005)).toEqual(['0.005', '0.005']);
  });
});

describe('amounts', () => {
  test('have 2 decimals, or more if the receipt has more', () => {
    const items = [{ totalPrice: 10.125, taxRate: 0.1 }, { totalPrice: 1.5 }];
    const bill = billOfLines(items, { totalPrice: 11.63, total: 12.64 });
    expect(bill.lines.map(({ net, tax }) => [net, tax])).toEqual([
      ['10.125', '1.013'],
      ['1.50', '0.00'],
    ]);
    expect(bill).toMatchObject({
      goods: '11.625',
      total: '12.638',
      goodsDifference: '0.005',
      difference: '0.002',
    });
    expect(bill.isBalanced).toBe(true);
  });

  test('do not get more decimals from the tax of another line', () => {
    const items = [
      { totalPrice: 10, taxAmount: 0.5125 },
      { totalPrice: 5, taxRate: 0.125 },
      { totalPrice: 1 },
    ];
    const { lines, tax } = billOfLines(items, { discount: 1 });
    expect(lines.map((line) => line.documentDiscountShare)).toEqual(['0.63', '0.31', '0.06']);
    // 12.5 % of 4.69 is 0.58625.
    expect([lines[1]?.tax, tax]).toEqual(['0.59', '1.1025']);
  });

  test('have at most 6 decimals, which removes floating-point noise', () => {
    expect(billOfLines([{ totalPrice: 0.1 + 0.2 }]).total).toBe('0.30');
    expect(billOfLines([{ totalPrice: 33.333333333 }]).total).toBe('33.333333');
    expect(billOfLines([{ totalPrice: 1e-7 }]).total).toBe('0.00');
    expect(billOfLines([{ totalPrice: 1e-6 }]).total).toBe('0.000001');
  });

  test('are exact up to the largest number that holds cents', () => {
    const items = [{ totalPrice: 9_999_999_999_999.99 }, { totalPrice: 0.01 }];
    expect(billOfLines(items).total).toBe('10000000000000.00');
  });

  test('of zero have no sign', () => {
    const bill = billOfLines([{ totalPrice: -0, taxRate: -0, taxAmount: -0 }], { discount: -0, total: -0 });
    expect(JSON.stringify(bill)).not.toContain('-0');
    expect(JSON.stringify(billOfLines([{ totalPrice: -1e-7 }], { total: -1e-7 }))).not.toContain('-0');
    expect(bill).toMatchObject({ total: '0.00', difference: '0.00', isBalanced: true });
  });

  test('below zero have a sign', () => {
    expect(billOfLines([{ totalPrice: 10 }], { total: 9.99 }).difference).toBe('-0.01');
  });
});

describe('a tax rate', () => {
  test('is exact', () => {
    const line = { totalPrice: 100_000, taxRate: 0.08333333 };
    expect(billOfLines([line])).toMatchObject({ tax: '8333.33', lines: [{ taxRate: '0.08333333' }] });
    const stated = billOfLines([{ ...line, taxAmount: 8333.33 }], { tax: 8333.33, total: 108_333.33 });
    expect(stated).toMatchObject({ problems: [], isBalanced: true, action: 'post' });
    expect(billOfLines([{ totalPrice: 1, taxRate: 1e-7 }]).lines[0]?.taxRate).toBe('0.0000001');
  });
});
