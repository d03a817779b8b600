import fc from 'fast-check';
import type { FakeGoodsReceipt, NewGoodsReceipt } from 'outlet-open-api/testing';
import { describe, expect, it } from 'vitest';
import { fakeAtNoon, send } from './send.js';

/** Hundredths, so that calculations are exact. */
const cents = (amount: number | null | undefined) => BigInt(Math.round((amount ?? 0) * 100));
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);

const amount = (largest: number) => fc.integer({ min: 0, max: largest }).map((value) => value / 100);

const line = fc
  .record({
    totalPrice: amount(5_000_000),
    share: fc.integer({ min: 0, max: 100 }),
    taxRate: fc.constantFrom(0, 0.05, 0.07, 0.19, 0.2, 0.0825),
  })
  .map(({ totalPrice, share, taxRate }) => ({
    totalPrice,
    taxRate,
    discountAmount: Math.floor(totalPrice * share) / 100,
  }));

const receipts: fc.Arbitrary<NewGoodsReceipt> = fc
  .record({
    items: fc.array(line, { minLength: 1, maxLength: 12 }),
    share: fc.integer({ min: 0, max: 100 }),
    shippingFee: amount(50_000),
    isTaxInclusive: fc.boolean(),
  })
  .map(({ share, ...receipt }) => {
    const goods = sum(receipt.items.map((item) => cents(item.totalPrice) - cents(item.discountAmount)));
    return { ...receipt, discount: Number((goods * BigInt(share)) / 100n) / 100 };
  });

function forEachReceipt(check: (receipt: FakeGoodsReceipt) => void): void {
  const fake = fakeAtNoon({ empty: true });
  fc.assert(fc.property(receipts, (receipt) => check(fake.goodsReceipts.add(receipt))));
}

describe('the amounts of a goods receipt', () => {
  it('sum up in the header, in two decimal places (rule 1) §goods-receipt.rule-1 §goods-receipt.sum §goods-receipt.tax', () => {
    forEachReceipt(({ items, totalPrice, tax, total }) => {
      expect(cents(totalPrice)).toBe(sum(items.map((item) => cents(item.totalPrice))));
      expect(cents(tax)).toBe(sum(items.map((item) => cents(item.taxAmount))));
      for (const header of [totalPrice, tax, total]) expect(header).toBe(Number(header?.toFixed(2)));
    });
  });

  it('tax each line on its net less its share of the discount (rule 4) §goods-receipt.rule-4 §goods-receipt.rule-4.share §goods-receipt.rule-3 §line.net §line.rate', () => {
    forEachReceipt(({ items, discount, isTaxInclusive }) => {
      const nets = items.map((item) => cents(item.totalPrice) - cents(item.discountAmount));
      const goods = sum(nets);
      for (const [index, item] of items.entries()) {
        const net = Number(nets[index]);
        const share = goods === 0n ? 0 : (Number(cents(discount)) * net) / Number(goods);
        const rate = item.taxRate ?? 0;
        const exact = ((net - share) * rate) / (isTaxInclusive ? 1 + rate : 1);
        // A share is rounded to a cent, in either direction, and so is the tax on it.
        expect(Math.abs(Number(cents(item.taxAmount)) - exact)).toBeLessThanOrEqual(rate + 0.5 + 1e-6);
      }
    });
  });

  it('add up to the total, with the tax on top or inside (rules 5 and 6) §goods-receipt.rule-5 §goods-receipt.rule-6 §line.net', () => {
    forEachReceipt(({ items, totalPrice, discount, shippingFee, tax, total, isTaxInclusive }) => {
      const goods =
        cents(totalPrice) - sum(items.map((item) => cents(item.discountAmount))) - cents(discount);
      const onTop = isTaxInclusive ? 0n : cents(tax);

      expect(cents(total)).toBe(goods + onTop + cents(shippingFee));
    });
  });

  it('never tax the freight (rule 3) §goods-receipt.rule-3.freight §goods-receipt.freight', () => {
    const fake = fakeAtNoon({ empty: true });
    const items = [{ totalPrice: 100, discountAmount: 10, taxRate: 0.1 }];

    const receipt = fake.goodsReceipts.add({ items, discount: 10, shippingFee: 50 });

    expect(receipt).toMatchObject({ totalPrice: 100, discount: 10, tax: 8, total: 138 });
  });

  it('contain the tax if the prices do §goods-receipt.inclusive §line.rate', () => {
    const fake = fakeAtNoon({ empty: true });
    const items = [{ totalPrice: 107, taxRate: 0.07 }];

    const receipt = fake.goodsReceipts.add({ items, shippingFee: 5, isTaxInclusive: true });

    expect(receipt).toMatchObject({ tax: 7, total: 112 });
  });

  it('have the tax of an exact rate §line.rate', () => {
    const fake = fakeAtNoon({ empty: true });

    const receipt = fake.goodsReceipts.add({ items: [{ totalPrice: 100_000, taxRate: 0.08333333 }] });

    expect(receipt.tax).toBe(8_333.33);
  });

  it('can be wrong on purpose, and absent', () => {
    const fake = fakeAtNoon({ empty: true });

    const receipt = fake.goodsReceipts.add({
      items: [{ totalPrice: 10 }],
      totalPrice: 11,
      tax: null,
      total: null,
    });

    expect(receipt.totalPrice).toBe(11);
    expect(receipt).not.toHaveProperty('tax');
    expect(receipt).not.toHaveProperty('total');
  });
});

describe('the state of a goods receipt', () => {
  it('goes from partially received to completed to cancelled, without a webhook §receipt-state.completed §receipt-state.cancelled §events.rule-8 §flow.accounting.silent', async () => {
    const fake = fakeAtNoon({ empty: true });
    fake.key('order-data').webhookUrl = 'https://receiver.example/';
    const { id } = fake.goodsReceipts.add({ status: 'partiallyReceived' });

    expect(fake.goodsReceipts.complete(id).status).toBe('completed');
    expect(fake.goodsReceipts.cancel(id).status).toBe('cancelled');
    expect(() => fake.goodsReceipts.complete(id)).toThrow(/cancelled and cannot become completed/);

    await fake.idle();
    expect(fake.deliveries).toEqual([]);
  });

  it('keeps receipts oldest first §goods-receipts.order', async () => {
    const fake = fakeAtNoon({ empty: true });
    for (const day of [12, 10, 11])
      fake.goodsReceipts.add({ id: `day-${day}`, created: `2026-03-${day}T00:00:00Z` });

    const query = 'from=2026-03-01T00:00:00Z&to=2026-03-31T00:00:00Z';
    const { body } = await send(fake, `GET /inventory/goods-receipts?${query}`);

    expect(body).toMatchObject({ data: [{ id: 'day-10' }, { id: 'day-11' }, { id: 'day-12' }] });
  });
});
