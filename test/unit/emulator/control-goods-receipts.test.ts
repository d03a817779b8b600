import { describe, expect, test } from 'vitest';
import type { GoodsReceiptForm } from '../../../src/emulator/contract/goods-receipts.js';
import { openControlApi } from './control-api.js';

const line = { quantity: 4, totalPrice: 20, discountAmount: 0, taxRate: 0.2, inventoryUom: 'kg' };
const form: GoodsReceiptForm = {
  supplierName: 'Harbour Fish',
  discount: 5,
  shippingFee: 3,
  isTaxInclusive: false,
  items: [line],
};

describe('a new goods receipt', () => {
  test('is a draft, and the emulator calculates its amounts', async () => {
    const { call, fake } = openControlApi();
    const { id } = await call('POST /goods-receipts', { body: form });
    expect(fake.goodsReceipts.get(id)).toMatchObject({
      status: 'draft',
      supplier: { supplierId: expect.stringMatching(/^supplier-/), name: 'Harbour Fish' },
      totalPrice: 20,
      tax: 3,
      total: 21,
      items: [{ ...line, taxAmount: 3, taxRateName: '20 %', taxRateKind: 'percentage', pricePerUnit: 5 }],
    });
  });

  test("can have the amounts of the supplier's bill, which a correction replaces", async () => {
    const { call, fake } = openControlApi();
    const { items, discount, shippingFee, isTaxInclusive } = form;
    const body = { items, discount, shippingFee, isTaxInclusive };
    expect(await call('POST /goods-receipts/calculate', { body })).toEqual({ tax: 3, total: 21 });
    expect(fake.goodsReceipts.all()).toEqual([]);

    const { id } = await call('POST /goods-receipts', { body: { ...form, tax: 3.01, total: 21.01 } });
    expect(fake.goodsReceipts.get(id)).toMatchObject({ tax: 3.01, total: 21.01 });
    await call('PUT /goods-receipts/{id}', { id, body: { ...form, total: 21.02 } });
    expect(fake.goodsReceipts.get(id)).toMatchObject({ tax: 3, total: 21.02 });
  });

  test('without a tax and a total stays so when it is corrected', async () => {
    const { call, fake } = openControlApi();
    const { id } = fake.goodsReceipts.add({ items: [line], tax: null, total: null });
    await call('PUT /goods-receipts/{id}', { id, body: form });
    expect(fake.goodsReceipts.get(id)).not.toHaveProperty('tax');
    expect(fake.goodsReceipts.get(id)).not.toHaveProperty('total');
  });

  test('of a known supplier has all details of the supplier', async () => {
    const { call, fake } = openControlApi({ empty: false });
    const { id } = await call('POST /goods-receipts', { body: form });
    const supplier = { supplierId: 'supplier-2', name: 'Harbour Fish', address: '7 Quay Street' };
    expect(fake.goodsReceipts.get(id)?.supplier).toEqual(supplier);
  });

  test.each([
    ['no supplier', { ...form, supplierName: '' }, 'Enter the name of the supplier.'],
    ['no lines', { ...form, items: [] }, 'Add at least one line.'],
    ['a discount above the goods', { ...form, discount: 21 }, 'must not exceed its goods'],
    ['a tenth of a cent', { ...form, shippingFee: 0.001 }, 'at most 2 decimal places'],
    ['a tax rate of 20', { ...form, items: [{ ...line, taxRate: 20 }] }, 'taxRate'],
  ])('with %s is rejected', async (_name, body, message) => {
    const { call, fail } = openControlApi();
    const response = await fail('POST', '/goods-receipts', body);
    expect(response).toMatch(/^(400|409) /);
    expect(response).toContain(message);
    expect(await call('GET /goods-receipts')).toMatchObject({ count: 0 });
  });
});

describe('the goods receipts', () => {
  test('are listed newest first, and can be searched', async () => {
    const { call, fake } = openControlApi();
    const supplier = { supplierId: 's-1', name: 'Hill Dairy' };
    fake.goodsReceipts.add({ id: 'r-1', created: '2026-01-02T00:00:00Z', supplier });
    fake.goodsReceipts.add({ id: 'r-2', created: '2026-01-03T00:00:00Z', status: 'draft', supplier });
    fake.goodsReceipts.add({ id: 'r-3', created: '2026-01-01T00:00:00Z' });
    const ids = async (query: string) =>
      (await call('GET /goods-receipts', { query })).receipts.map(({ id }) => id);
    expect(await ids('')).toEqual(['r-2', 'r-1', 'r-3']);
    expect(await ids('?search=hill')).toEqual(['r-2', 'r-1']);
    expect(await ids('?search=draft')).toEqual(['r-2']);
    expect(await ids('?search=gr-3')).toEqual(['r-3']);
    expect(await call('GET /goods-receipts', { query: '?limit=1' })).toMatchObject({
      count: 3,
      currency: 'EUR',
    });
    expect(await ids('?limit=1')).toEqual(['r-2']);
  });

  test('can be completed, corrected and cancelled', async () => {
    const { call, fake } = openControlApi();
    const { id } = await call('POST /goods-receipts', { body: form });
    await call('POST /goods-receipts/{id}/complete', { id });
    await call('PUT /goods-receipts/{id}', { id, body: { ...form, discount: 0, isTaxInclusive: true } });
    expect(fake.goodsReceipts.get(id)).toMatchObject({ status: 'completed', tax: 3.33, total: 23 });
    await call('POST /goods-receipts/{id}/cancel', { id });
    expect(fake.goodsReceipts.get(id)?.status).toBe('cancelled');
  });

  test('a correction keeps the names of tax rates', async () => {
    const { call, fake } = openControlApi();
    const rate = { taxRate: 0.2, taxRateName: 'Standard', taxRateKind: 'percentage' };
    const { id } = fake.goodsReceipts.add({ items: [{ totalPrice: 1, ...rate }] });
    await call('PUT /goods-receipts/{id}', { id, body: form });
    expect(fake.goodsReceipts.get(id)?.items).toEqual([expect.objectContaining(rate)]);
  });

  test('reject a step that their status does not allow', async () => {
    const { call, fail } = openControlApi();
    const { id } = await call('POST /goods-receipts', { body: form });
    expect(await fail('POST', `/goods-receipts/${id}/cancel`)).toMatch(
      /^409 .*is draft and cannot become cancelled/,
    );
    await call('POST /goods-receipts/{id}/complete', { id });
    await call('POST /goods-receipts/{id}/cancel', { id });
    expect(await fail('PUT', `/goods-receipts/${id}`, form)).toMatch(/^409 .*is cancelled/);
    expect(await fail('POST', '/goods-receipts/r-9/complete')).toMatch(/^404 .*no goods receipt r-9/);
  });
});
