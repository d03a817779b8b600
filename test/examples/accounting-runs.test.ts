import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { billFromGoodsReceipt } from 'outlet-open-api/accounting';
import { createFakeOutlet, type FakeOutlet } from 'outlet-open-api/testing';
import { expect, test } from 'vitest';
import { sum } from '../../examples/accounting/cents.js';
import { Ledger } from '../../examples/accounting/ledger.js';
import { serve } from '../../examples/restaurant/serve.js';
import { newFolder } from '../new-folder.js';

/** The example with the SDK in one file, which starts faster. */
const bundle = await build({
  entryPoints: [fileURLToPath(new URL('../../examples/accounting/main.ts', import.meta.url))],
  tsconfig: fileURLToPath(new URL('../../examples/tsconfig.json', import.meta.url)),
  ...{ bundle: true, platform: 'node', format: 'esm', write: false, logLevel: 'error' },
});

/** An outlet on a port, and its books in a folder. */
async function newOutlet(data: string, outletRef: string, fake: FakeOutlet) {
  const api = await serve(fake.fetch);
  const program = join(await newFolder(), 'main.mjs');
  await writeFile(program, bundle.outputFiles[0]?.text ?? '');
  const folder = join(data, outletRef);
  const ledger = join(folder, 'ledger');
  const start = () =>
    spawn(process.execPath, [program], {
      env: {
        ...process.env,
        OUTLET_BASE_URL: api.url,
        OUTLET_ACCESS_TOKEN: fake.key('order-data').token,
        DATA_FOLDER: data,
        OUTLET_REF: outletRef,
        TIME_ZONE: 'Asia/Bangkok',
        CURRENCY: 'THB',
      },
    });
  return {
    folder,
    close: api.close,
    /** Runs the program to its end. */
    async run() {
      const child = start();
      const [output, errors] = [text(child.stdout), text(child.stderr)];
      const [code] = await once(child, 'close');
      return { code, output: await output, errors: await errors };
    },
    /** Runs the program, and kills it when the ledger has this many bills. */
    async kill(bills: number): Promise<void> {
      const child = start();
      const countBills = () => (existsSync(ledger) ? readdirSync(ledger).length : 0);
      const look = setInterval(() => countBills() >= bills && child.kill('SIGKILL'), 1);
      await once(child, 'close');
      clearInterval(look);
    },
    /** Cents payable in the journal. */
    async payable(): Promise<bigint> {
      const rows = await new Ledger(ledger).journal();
      const payable = rows.filter(({ account }) => account === 'Accounts payable');
      return sum(payable.map(({ debit, credit }) => credit - debit));
    },
  };
}

const supplier = { supplierId: 'supplier-1', name: 'Hill Dairy' };
const items = [{ totalPrice: 10, taxRateName: 'Standard', taxRate: 0.2 }];

/** An outlet with 60 completed receipts of 12.00. */
function fakeOutlet(): FakeOutlet {
  const fake = createFakeOutlet({ empty: true, rateLimit: false });
  for (let number = 0; number < 60; number += 1) fake.goodsReceipts.add({ items, supplier });
  return fake;
}

test('books that are killed, run twice at once, and beside those of another outlet, are right', {
  timeout: 120_000,
}, async () => {
  const data = await newFolder();
  const [first, second] = [fakeOutlet(), fakeOutlet()];
  const bistro = await newOutlet(data, 'bistro-1', first);
  const cafe = await newOutlet(data, 'cafe-2', second);
  for (const bills of [1, 25, 50]) await Promise.all([bistro.kill(bills), cafe.kill(bills)]);
  const runs = await Promise.all([bistro.run(), bistro.run(), cafe.run()]);
  expect(runs.some(({ code }) => code === 0)).toBe(true);
  for (const { code, errors } of runs.slice(0, 2)) if (code !== 0) expect(errors).toContain('did not start');
  expect([await bistro.payable(), await cafe.payable()]).toEqual([72_000n, 72_000n]);

  const [wrong, unwanted] = first.goodsReceipts.all();
  first.goodsReceipts.update(wrong?.id ?? '', { items: [{ ...items[0], totalPrice: 20 }] });
  first.goodsReceipts.cancel(unwanted?.id ?? '');
  await bistro.kill(0);
  expect(await bistro.run()).toMatchObject({ code: 0, errors: '' });
  expect([await bistro.payable(), await cafe.payable()]).toEqual([72_000n, 72_000n]);
  await Promise.all([bistro.close(), cafe.close()]);
});

test('receipts that a person must look at stop no run, and are listed in each run until they are resolved', {
  timeout: 60_000,
}, async () => {
  const fake = createFakeOutlet({ empty: true, rateLimit: false });
  const unknown = fake.goodsReceipts.add({ items, supplier: { supplierId: 'supplier-9' } });
  const wrong = fake.goodsReceipts.add({ items, supplier, goodsReceiptNumber: 'GR-2' });
  fake.goodsReceipts.update(wrong.id, { total: 15 });
  fake.goodsReceipts.add({ items, supplier });
  const bistro = await newOutlet(await newFolder(), 'bistro-1', fake);
  const problems = [
    `Parked ${unknown.goodsReceiptNumber}: Error: Receipt ${unknown.id} has an unknown supplier. Add it to vendors.`,
    `Parked ${wrong.goodsReceiptNumber}: total is 15.00, but the lines add up to 12.00`,
  ];
  for (let run = 0; run < 2; run += 1) {
    const { code, output } = await bistro.run();
    for (const problem of problems) expect(output).toContain(problem);
    expect([code, await bistro.payable()]).toEqual([0, 1_200n]);
  }
  fake.goodsReceipts.update(unknown.id, { supplier });
  fake.goodsReceipts.update(wrong.id, { total: 12 });
  const { output } = await bistro.run();
  expect(output).not.toContain('Parked');
  expect(await bistro.payable()).toBe(3_600n);
  await bistro.close();
});

test('a receipt that was parked because of a bug is taken again when the bug is fixed', {
  timeout: 60_000,
}, async () => {
  const fake = createFakeOutlet({ empty: true, rateLimit: false });
  const receipt = fake.goodsReceipts.add({ items, supplier });
  const bistro = await newOutlet(await newFolder(), 'bistro-1', fake);
  expect(await bistro.run()).toMatchObject({ code: 0 });
  const { id, goodsReceiptNumber: number } = receipt;
  await rm(join(bistro.folder, 'ledger', `${id}.json`));
  const parked = { id, number, problem: 'Error: a bug', receipt };
  await writeFile(join(bistro.folder, 'parked', `${id}.json`), JSON.stringify(parked));
  const { code, output } = await bistro.run();
  expect([code, await bistro.payable()]).toEqual([
    0,
    BigInt(billFromGoodsReceipt(receipt).total.replace('.', '')),
  ]);
  expect(output).not.toContain('Parked');
  await bistro.close();
});

test('the run ends with code 1 while the ledger is down', { timeout: 60_000 }, async () => {
  const fake = createFakeOutlet({ empty: true, rateLimit: false });
  const bistro = await newOutlet(await newFolder(), 'bistro-1', fake);
  expect(await bistro.run()).toMatchObject({ code: 0 });
  fake.goodsReceipts.add({ items, supplier });
  await rm(join(bistro.folder, 'ledger'), { recursive: true });
  await writeFile(join(bistro.folder, 'ledger'), '');
  expect(await bistro.run()).toMatchObject({ code: 1, errors: expect.stringContaining('EEXIST') });
  expect(readdirSync(join(bistro.folder, 'parked'))).toEqual([]);
  await rm(join(bistro.folder, 'ledger'));
  expect(await bistro.run()).toMatchObject({ code: 0 });
  expect(await bistro.payable()).toBe(1_200n);
  await bistro.close();
});
