import { billFromGoodsReceipt } from 'outlet-open-api/accounting';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { expect, test } from 'vitest';
import { day, quickOutlet } from '../sync/quick-outlet.js';

const seeds = Array.from({ length: 6 }, (_, seed) => seed);

test('the bills of a fake outlet agree with its receipts to the cent, including older receipts', () => {
  const receipts = seeds.flatMap((seed) => createFakeOutlet({ seed }).goodsReceipts.all());
  const bills = receipts.map((receipt) => ({ receipt, bill: billFromGoodsReceipt(receipt) }));
  for (const { receipt, bill } of bills) {
    expect(bill).toMatchObject({ isBalanced: true, problems: [], goodsDifference: '0.00' });
    expect(bill.taxDifference).toBe(receipt.tax === undefined ? null : '0.00');
    expect(bill.difference).toBe(receipt.total === undefined ? null : '0.00');
  }
  const old = bills.filter(({ bill }) => bill.computed.length > 0);
  expect(new Set(old.map(({ bill }) => bill.computed.join()))).toEqual(new Set(['tax,total']));
  expect(bills.filter(({ bill }) => bill.isTaxInclusive).length).toBeGreaterThan(100);
});

test('the bills of listed receipts balance, although header amounts can differ by a cent and fields can be missing', async () => {
  const { fake, outlet } = quickOutlet({ empty: false });
  const receipts = await outlet.goodsReceipts
    .list({
      from: new Date(Date.now() - 100 * day),
      to: new Date(Date.now() + day),
      status: ['draft', 'completed', 'cancelled', 'partiallyReceived'],
    })
    .toArray();
  expect(receipts).toHaveLength(fake.goodsReceipts.all().length);
  for (const receipt of receipts) {
    expect(billFromGoodsReceipt(receipt)).toMatchObject({ isBalanced: true, problems: [] });
  }
});
