import { createFakeOutlet } from 'outlet-open-api/testing';
import { expect, test } from 'vitest';
import { adviceOnTakings, adviceOnTax, adviceOnTotal } from '../../../src/verify/accounting/causes.js';
import { salesDays } from '../../../src/verify/accounting/sales.js';

const fake = createFakeOutlet();

const cash = (amount: number, created: string) => ({
  offlineMethod: 'cash',
  amount,
  currency: 'EUR',
  created,
});
const card = (amount: number, created: string) => ({ ...cash(amount, created), offlineMethod: 'card' });

const orders = [
  {
    status: 'complete',
    payments: [cash(1, '2026-02-02T23:30:00Z'), card(2, '2026-02-02T23:30:00Z')],
    total: 7,
  },
  { status: 'complete', payments: [card(40, '2026-02-03T12:00:00Z')], total: 50 },
  { status: 'complete', payments: [card(100, '2026-02-03T18:00:00Z')], total: 100 },
  { status: 'complete', payments: [card(800, '2026-02-03T22:59:59.5Z')], total: 900 },
  { status: 'complete', payments: [card(1_600, '2026-02-03T23:10:00Z')], total: 1_600 },
  { status: 'cancelled', payments: [card(3_200, '2026-02-03T12:00:00Z')], total: 3_200 },
] as const;

test.each([
  [undefined, 'orders that are this old'],
  [777, 'closed before'],
  [943 + 3_200, 'cancelled orders'],
  [2 * 943, 'twice'],
  [940 + 1_600, 'day in UTC'],
  [43, 'day in Asia/Tokyo'],
  [143, 'last second'],
  [943 + 1_600, 'day before or after'],
  [941, 'first payment'],
  [942, 'by card'],
  [1_057, 'what the orders cost'],
  [942.99, 'Only cents differ'],
  [500, undefined],
])('takings of %j instead of 943 get the advice %j', (found, advice) => {
  const cents = found === undefined ? undefined : Math.round(found * 100);
  const added = orders.map(({ payments, ...order }) =>
    fake.orders.add({ ...order, payments: [...payments] }),
  );

  const text = adviceOnTakings(added, salesDays.plain, [77_700], cents);

  if (advice === undefined) expect(text).toBeUndefined();
  else expect(text).toContain(advice);
});

/** Two lines of 100.00 with 19 % and 50.00 with 7 %, of which 10.00 and then 14.00 are subtracted. */
function receipt(isTaxInclusive: boolean) {
  return fake.goodsReceipts.add({
    isTaxInclusive,
    discount: 14,
    shippingFee: 8,
    items: [
      { totalPrice: 100, discountAmount: 10, taxRate: 0.19 },
      { totalPrice: 50, discountAmount: 0, taxRate: 0.07 },
    ],
  });
}

test.each([
  [false, 0, 'no total'],
  [false, 134, 'without the tax'],
  [false, 144.54, 'without the shipping fee'],
  [false, 176.54, 'without any discount'],
  [false, 166.54, 'without the discount of the receipt'],
  [false, 162.54, 'without the discounts of the lines'],
  [false, 152.53, 'Only cents differ'],
  [false, 99, 'before the staff changed the receipt'],
  [false, 153.54, 'bill-tax first'],
  [true, 149.87, 'with the tax on top'],
])('if isTaxInclusive is %j, a total of %j gets the advice %j', (isTaxInclusive, found, advice) => {
  const earlier = fake.goodsReceipts.add({ items: [{ totalPrice: 99, discountAmount: 0, taxRate: 0 }] });
  const tax = isTaxInclusive ? 15.87 : 18.54;

  const text = adviceOnTotal(
    receipt(isTaxInclusive),
    [earlier],
    Math.round(found * 100),
    Math.round((found === 153.54 ? tax + 1 : tax) * 100),
  );

  expect(text).toContain(advice);
});

test.each([
  [false, 0, 'no tax'],
  [false, 20.6, 'before the discount of the receipt'],
  [false, 22.5, 'before all discounts'],
  [false, 23.94, 'one rate for all lines'],
  [true, 18.54, 'the tax on top'],
  [false, 20.06, 'shipping fee'],
])('if isTaxInclusive is %j, a tax of %j gets the advice %j', (isTaxInclusive, found, advice) => {
  expect(adviceOnTax(receipt(isTaxInclusive), [], Math.round(found * 100))).toContain(advice);
});
