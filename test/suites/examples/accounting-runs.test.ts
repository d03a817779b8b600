import { mkdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFakeOutlet, type FakeOutlet } from 'outlet-open-api/testing';
import { expect, test } from 'vitest';
import { Ledger } from '../../../examples/accounting/ledger.js';
import { sum } from '../../../examples/accounting/minor-units.js';
import { newFolder } from '../../support/new-folder.js';
import { newBooks } from './new-books.js';

const program = new URL('../../../examples/accounting/main.ts', import.meta.url);
const newOutlet = newBooks.bind(null, program, { TIME_ZONE: 'Asia/Bangkok' });
const closeDay = new URL('../../../examples/accounting/close-day.ts', import.meta.url);

/** Returns the cents payable in the journal of books. */
async function payableIn({ folder }: { readonly folder: string }): Promise<bigint> {
  const rows = await new Ledger(join(folder, 'ledger')).journal();
  const payable = rows.filter(({ account }) => account === 'Accounts payable');
  return sum(payable.map(({ debit, credit }) => credit - debit));
}

const supplier = { supplierId: 'supplier-1', name: 'Hill Dairy' };
const items = [{ totalPrice: 10, taxRateName: 'Standard', taxRate: 0.2 }];

/** An outlet with 60 completed receipts of 12.00. */
function fakeOutlet(): FakeOutlet {
  const fake = createFakeOutlet({ empty: true, rateLimit: false });
  for (let number = 0; number < 60; number += 1) fake.goodsReceipts.add({ items, supplier });
  return fake;
}

test('books that are killed, run twice at once, and beside those of another outlet, are right', async () => {
  const data = await newFolder();
  const [first, second] = [fakeOutlet(), fakeOutlet()];
  const bistro = await newOutlet(first, { data });
  const cafe = await newOutlet(second, { data, outletRef: 'cafe-2' });
  for (const bills of [1, 25, 50])
    await Promise.all([bistro.kill('ledger', bills), cafe.kill('ledger', bills)]);
  const runs = await Promise.all([bistro.run(), bistro.run(), cafe.run()]);
  expect(runs.some(({ code }) => code === 0)).toBe(true);
  for (const { code, errors } of runs.slice(0, 2)) if (code !== 0) expect(errors).toContain('did not start');
  expect([await payableIn(bistro), await payableIn(cafe)]).toEqual([72_000n, 72_000n]);

  const [wrong, unwanted] = first.goodsReceipts.all();
  first.goodsReceipts.update(wrong?.id ?? '', { items: [{ ...items[0], totalPrice: 20 }] });
  first.goodsReceipts.cancel(unwanted?.id ?? '');
  await bistro.kill('ledger', 0);
  expect(await bistro.run()).toMatchObject({ code: 0, errors: '' });
  expect([await payableIn(bistro), await payableIn(cafe)]).toEqual([72_000n, 72_000n]);
});

test('receipts that a person must look at stop no run, and are listed in each run until they are resolved', async () => {
  const fake = createFakeOutlet({ empty: true, rateLimit: false });
  const unknown = fake.goodsReceipts.add({ items, supplier: { supplierId: 'supplier-9' } });
  const wrong = fake.goodsReceipts.add({ items, supplier, goodsReceiptNumber: 'GR-2' });
  fake.goodsReceipts.update(wrong.id, { total: 15 });
  fake.goodsReceipts.add({ items, supplier });
  const bistro = await newOutlet(fake);
  for (let run = 0; run < 2; run += 1) {
    const { code, output, errors } = await bistro.run();
    expect(errors).toBe(
      `Not posted: ${unknown.goodsReceiptNumber}: Error: Receipt ${unknown.id} has an unknown supplier. Add it to vendors.\n`,
    );
    expect(output).toContain('On hold: GR-2: total is 15.00, but the lines add up to 12.00\n');
    expect([code, await payableIn(bistro)]).toEqual([1, 1_200n]);
  }
  fake.goodsReceipts.update(unknown.id, { supplier });
  fake.goodsReceipts.update(wrong.id, { total: 12 });
  const { code, output } = await bistro.run();
  expect(output).not.toContain('On hold');
  expect([code, await payableIn(bistro)]).toEqual([0, 3_600n]);
});

test('a receipt that could not be written is posted by the next run, although it has not changed', async () => {
  const fake = createFakeOutlet({ empty: true, rateLimit: false });
  const bistro = await newOutlet(fake);
  expect(await bistro.run()).toMatchObject({ code: 0 });
  const [first] = [fake.goodsReceipts.add({ items, supplier }), fake.goodsReceipts.add({ items, supplier })];
  const file = join(bistro.folder, 'ledger', `${first?.id}.json`);
  await mkdir(file);
  const { code, errors } = await bistro.run();
  expect([code, errors]).toEqual([
    1,
    expect.stringContaining(`Not posted: ${first?.goodsReceiptNumber}: Error: EISDIR`),
  ]);
  await rmdir(file);
  expect(await bistro.run()).toMatchObject({ code: 0, errors: '' });
  expect(await payableIn(bistro)).toBe(2_400n);
});

test('the run ends with code 1 while the ledger is down', async () => {
  const fake = createFakeOutlet({ empty: true, rateLimit: false });
  const bistro = await newOutlet(fake);
  expect(await bistro.run()).toMatchObject({ code: 0 });
  fake.goodsReceipts.add({ items, supplier });
  await rm(join(bistro.folder, 'ledger'), { recursive: true });
  await writeFile(join(bistro.folder, 'ledger'), '');
  expect(await bistro.run()).toMatchObject({ code: 1, errors: expect.stringContaining('EEXIST') });
  await rm(join(bistro.folder, 'ledger'));
  expect(await bistro.run()).toMatchObject({ code: 0 });
  expect(await payableIn(bistro)).toBe(1_200n);
});

test('the takings of a day are its payments by method, also of orders of other days, and a repeat replaces them', async () => {
  const fake = createFakeOutlet({ empty: true, rateLimit: false });
  const pay = (created: string, amount: number, offlineMethod = 'card') => ({
    created,
    amount,
    offlineMethod,
    currency: 'EUR',
  });
  const add = (created: string, ...payments: readonly ReturnType<typeof pay>[]) =>
    fake.orders.add({ status: 'complete', created, payments: [...payments] });
  // In Berlin, this day has 25 hours: it begins at 22:00 in UTC, and ends at 23:00.
  add('2025-10-25T21:50:00Z', pay('2025-10-25T21:59:59Z', 1), pay('2025-10-25T22:00:00Z', 2.5));
  const last = add(
    '2025-10-30T18:00:00Z',
    pay('2025-10-26T22:59:59Z', 4),
    pay('2025-10-26T12:00:00Z', 8, 'cash'),
  );
  add('2025-10-26T23:00:00Z', pay('2025-10-26T23:00:00Z', 16));
  const bistro = await newBooks(closeDay, { TIME_ZONE: 'Europe/Berlin' }, fake);

  const first = await bistro.run('2025-10-26');
  fake.orders.cancel(last.id);
  const second = await bistro.run('2025-10-26');
  const file = join(bistro.folder, 'takings', '2025-10-26.json');

  expect(first).toEqual({
    code: 0,
    output: '2025-10-26 card EUR: 6.50\n2025-10-26 cash EUR: 8.00\n',
    errors: '',
  });
  expect([second.code, JSON.parse(await readFile(file, 'utf8'))]).toEqual([
    0,
    [{ day: '2025-10-26', method: 'card', currency: 'EUR', minorUnits: 250 }],
  ]);
});

test('a payment in the night belongs to the business day that has begun before midnight', async () => {
  const fake = createFakeOutlet({ empty: true, rateLimit: false });
  const created = '2025-11-02T02:30:00Z';
  const payment = { created, amount: 5, offlineMethod: 'card', currency: 'EUR' };
  fake.orders.add({ status: 'complete', created, payments: [payment] });
  const bistro = await newBooks(closeDay, { TIME_ZONE: 'Europe/Berlin', DAY_STARTS_AT: '04:00' }, fake);
  expect(await bistro.run('2025-11-01')).toMatchObject({ output: '2025-11-01 card EUR: 5.00\n' });
});
