import type { Emulator } from 'outlet-open-api/emulator';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { clientOf } from './integration.js';
import { confirm } from './page.js';
import { open, start } from './start.js';

/** Returns the goods receipts of today, as a client reads them. */
function receiptsOf(emulator: Emulator) {
  const now = Date.now();
  const range = { from: new Date(now - 3_600_000), to: new Date(now + 60_000) };
  const status = ['draft', 'completed', 'cancelled'] as const;
  return clientOf(emulator, emulator.fake.key('inventory-management').token)
    .goodsReceipts.list({ ...range, status })
    .toArray();
}

async function saveDraft(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New draft' }).click();
  const dialog = page.getByRole('dialog', { name: 'New draft' });
  await dialog.getByLabel('Supplier').fill('Green & Sons');
  await dialog.getByLabel('Shipping fee in EUR').fill('5');
  await dialog.getByLabel('Quantity').fill('10');
  await dialog.getByLabel('Unit').fill('kg');
  await dialog.getByLabel('Amount in EUR').fill('100');
  await dialog.getByLabel('Tax rate in %').fill('10');
  await dialog.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('The draft is saved.').waitFor();
}

test('staff save a draft, complete it, correct it and cancel it', async () => {
  const emulator = await start({ empty: true });
  const page = await open(emulator.dashboardUrl, '/goods-receipts');
  const row = page.getByRole('table', { name: 'Goods receipts' }).getByRole('row').nth(1);

  await saveDraft(page);
  await row.getByText('Draft').waitFor();
  const [draft] = await receiptsOf(emulator);
  expect(draft).toMatchObject({
    status: 'draft',
    supplier: { name: 'Green & Sons' },
    shippingFee: 5,
    items: [{ quantity: 10, inventoryUom: 'kg', totalPrice: 100, taxRate: 0.1, taxAmount: 10 }],
  });

  await row.getByRole('button', { name: 'Complete' }).click();
  await row.getByText('Completed').waitFor();
  expect(await receiptsOf(emulator)).toEqual([{ ...draft, status: 'completed' }]);

  await row.getByRole('button', { name: 'Correct' }).click();
  const correction = page.getByRole('dialog', { name: `Correct ${draft?.goodsReceiptNumber}` });
  await correction.getByLabel('Amount in EUR').fill('80');
  await correction.getByRole('button', { name: 'Save correction' }).click();
  await page.getByText('is corrected.').waitFor();
  expect(await receiptsOf(emulator)).toMatchObject([
    { id: draft?.id, status: 'completed', items: [{ totalPrice: 80, taxAmount: 8 }] },
  ]);

  await confirm(page, 'Cancel receipt');
  await row.getByText('Cancelled').waitFor();
  expect(await receiptsOf(emulator)).toMatchObject([{ id: draft?.id, status: 'cancelled' }]);
  expect(await row.getByRole('button').allTextContents()).toEqual([draft?.goodsReceiptNumber]);
});

test("a receipt has the total of the supplier's bill, and the form says by how much it differs", async () => {
  const { dashboardUrl, fake } = await start({ empty: true });
  const page = await open(dashboardUrl, '/goods-receipts');
  await page.getByRole('button', { name: 'New draft' }).click();
  const dialog = page.getByRole('dialog', { name: 'New draft' });
  await dialog.getByLabel('Supplier').fill('Green & Sons');
  await dialog.getByLabel('Amount in EUR').fill('100');
  await dialog.getByText('Calculated: €120.00.', { exact: true }).waitFor();
  await dialog.getByLabel('Total on the bill in EUR').fill('120.01');
  await dialog.getByText('Calculated: €120.00. The bill differs by 0.01.').waitFor();
  await dialog.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('The API does not list drafts by default.').waitFor();
  expect(fake.goodsReceipts.all()).toMatchObject([{ status: 'draft', tax: 20, total: 120.01 }]);

  await page.getByRole('button', { name: 'Correct' }).click();
  const correction = page.getByRole('dialog', { name: 'Correct GR-1' });
  const total = correction.getByLabel('Total on the bill in EUR');
  await expect.poll(() => total.inputValue()).toBe('120.01');
  await total.fill('');
  await correction.getByRole('button', { name: 'Save correction' }).click();
  await page.getByText('GR-1 is corrected.').waitFor();
  expect(fake.goodsReceipts.all()).toMatchObject([{ tax: 20, total: 120 }]);
});

test('the search finds receipts, and the details show the lines', async () => {
  const { dashboardUrl, fake } = await start();
  const { goodsReceiptNumber } = fake.goodsReceipts.add({
    supplier: { supplierId: 's-1', name: 'Bakery <b>Brot</b>' },
    items: [{ quantity: 3, inventoryUom: 'sack', totalPrice: 60, taxRate: 0.2 }],
  });
  const today = new Date().toLocaleDateString('en-US', { year: 'numeric', month: 'short', day: 'numeric' });
  const page = await open(dashboardUrl, '/goods-receipts');
  await page.getByText(/^50 of \d+ goods receipts$/).waitFor();

  await page.getByRole('searchbox', { name: 'Search goods receipts' }).fill('bakery <b>');
  await page.getByText('1 of 1 goods receipts').waitFor();
  await page.getByRole('button', { name: `Details of ${goodsReceiptNumber}` }).click();

  const dialog = page.getByRole('dialog', { name: `Goods receipt ${goodsReceiptNumber}` });
  await dialog.getByRole('definition').getByText('Bakery <b>Brot</b>').waitFor();
  await dialog.getByRole('definition').getByText(today, { exact: true }).waitFor();
  await dialog.getByRole('row', { name: '3 sack €60.00 — 20 % €12.00' }).waitFor();
});

test('a receipt of another client appears without a reload', async () => {
  const { dashboardUrl, fake } = await start({ empty: true });
  const page = await open(dashboardUrl, '/goods-receipts');
  await page.getByText('No goods receipt matches.').waitFor();

  const { goodsReceiptNumber } = fake.goodsReceipts.add({ status: 'partiallyReceived' });

  await page.getByRole('row', { name: goodsReceiptNumber }).getByText('Partially received').waitFor();
});
