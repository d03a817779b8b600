import { billFromGoodsReceipt } from 'outlet-open-api/accounting';
import { expect, test } from 'vitest';
import { restaurant } from './restaurant.js';

const { open, client } = restaurant();

test('a bill is calculated from a goods receipt', async () => {
  const fake = open({ undocumentedFields: true, headerDifference: 0 });
  const items = [
    { totalPrice: 60, discountAmount: 10, taxRate: 0.2, quantity: 4, inventoryUom: 'kg', pricePerUnit: 15 },
    { totalPrice: 30, taxRate: 0.07 },
  ];
  const { id, created } = fake.goodsReceipts.add({ items, discount: 8, shippingFee: 5 });
  const range = { from: new Date(Date.parse(created) - 1), to: new Date(Date.parse(created) + 1) };
  const [receipt] = await client(fake, 'order-data').goodsReceipts.list(range).toArray();
  if (receipt === undefined) throw new Error('The receipt is not listed');

  const bill = billFromGoodsReceipt(receipt);

  expect(bill.receiptId).toBe(id);
  expect(bill.lines.map(({ net }) => net)).toEqual(['50.00', '30.00']);
  expect(bill.lines.map(({ documentDiscountShare }) => documentDiscountShare)).toEqual(['5.00', '3.00']);
  expect(bill.lines.map(({ taxBase }) => taxBase)).toEqual(['45.00', '27.00']);
  expect(bill.lines.map(({ tax }) => tax)).toEqual(['9.00', '1.89']);
  expect(bill.lines[0]).toMatchObject({ quantity: '4', unit: 'kg', unitPrice: '15.00' });
  expect(bill.lines[1]).toMatchObject({ quantity: null, unit: null, unitPrice: null });
  expect(bill.total).toBe('87.89');
  expect(bill.difference).toBe('0.00');
  expect(bill.balanced).toBe(true);
});

test('an inconsistent receipt is not balanced', () => {
  const bill = billFromGoodsReceipt({ id: 'gr-1', items: [{ totalPrice: 10 }], total: 10.02 });
  expect(bill).toMatchObject({ total: '10.00', difference: '0.02', balanced: false });
});

test('header tax is distributed over the lines that state none', () => {
  const items = Array.from({ length: 10 }, () => ({ totalPrice: 1.05, taxRate: 0.07 }));
  const receipt = { id: 'gr-1', status: 'completed', isTaxInclusive: false, items, tax: 0.74, total: 11.24 };
  expect(billFromGoodsReceipt(receipt)).toMatchObject({ tax: '0.74', balanced: true, action: 'post' });
});

test('a receipt without id or lines is held', () => {
  const empty = Reflect.apply(billFromGoodsReceipt, undefined, [{}]);
  expect(empty).toMatchObject({ balanced: false, action: 'hold' });
});
