import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFakeOutlet, type FakeOutlet } from 'outlet-open-api/testing';
import { expect, test, vi } from 'vitest';
import { JsonFiles } from '../../../examples/accounting/json-files.js';
import { type Attempt, postDocument } from '../../../examples/accounting/post-document.js';
import { SalesLedger } from '../../../examples/accounting/sales-ledger.js';
import { newFolder } from '../../support/new-folder.js';
import { hostileMode } from '../../support/services/hostile-mode.js';
import { newBooks } from './new-books.js';

const hour = 60 * 60 * 1_000;
const day = 24 * hour;
/** Midnight UTC of a day before today. */
const midnight = (daysAgo: number) => (Math.floor(Date.now() / day) - daysAgo) * day;
const dayOf = (daysAgo: number) => new Date(midnight(daysAgo)).toISOString().slice(0, 10);

const program = new URL('../../../examples/accounting/takings.ts', import.meta.url);
/** Business days end at 04:00 UTC. */
const newOutlet = newBooks.bind(null, program, {
  TIME_ZONE: 'UTC',
  DAY_STARTS_AT: '04:00',
  FIRST_DAY: dayOf(20),
});

/** Returns the minor units of each document in books, by its reference. */
async function documentsIn({ folder }: { readonly folder: string }): Promise<Record<string, number>> {
  const documents = await new SalesLedger(join(folder, 'sales')).documents();
  return Object.fromEntries(documents.map(({ reference, minorUnits }) => [reference, minorUnits]));
}

/** In hostile mode, the time of an order that a list refers to is random. */
const emptyOutlet = () => createFakeOutlet({ ...hostileMode, empty: true, rateLimit: false });

/** Adds an order that was paid at an instant, by default in THB with a card. */
function addPaid(fake: FakeOutlet, paidAt: number, amount: number, payment: object = {}, openFor = hour) {
  const created = new Date(paidAt).toISOString();
  const payments = [{ offlineMethod: 'card', amount, currency: 'THB', created, ...payment }];
  return fake.orders.add({ status: 'complete', created: new Date(paidAt - openFor), payments });
}

test('takings that are killed at any point, run twice at once, and beside those of another outlet, are right', async () => {
  const data = await newFolder();
  const [first, second] = [emptyOutlet(), emptyOutlet()];
  const expected: Record<string, number> = {};
  for (let daysAgo = 15; daysAgo >= 2; daysAgo -= 1) {
    for (const fake of [first, second])
      for (let order = 0; order < 10; order += 1) addPaid(fake, midnight(daysAgo) + 12 * hour, 0.1);
    expected[`/${dayOf(daysAgo)}/card/THB`] = 100;
  }
  const bistro = await newOutlet(first, { data });
  const cafe = await newOutlet(second, { data, outletRef: 'cafe-2' });
  const points = [
    ['.', 1],
    ['.', 4],
    ['runs', 1],
    ['attempts', 1],
    ['sales', 3],
    ['attempts', 9],
  ] as const;
  for (const [name, files] of points) {
    await Promise.all([bistro.kill(name, files), cafe.kill(name, files)]);
  }
  const runs = await Promise.all([bistro.run(), bistro.run(), cafe.run()]);
  expect(runs.some(({ code }) => code === 0)).toBe(true);
  for (const { code, errors } of runs.slice(0, 2)) if (code !== 0) expect(errors).toContain('did not start');
  const of = (outletRef: string) =>
    Object.fromEntries(Object.entries(expected).map(([name, cents]) => [outletRef + name, cents]));
  expect(await documentsIn(bistro)).toEqual(of('bistro-1'));
  expect(await documentsIn(cafe)).toEqual(of('cafe-2'));
  expect(await bistro.run()).toEqual({ code: 0, output: '', errors: '' });
});

test('a payment belongs to the business day, method and currency of its own', async () => {
  const fake = emptyOutlet();
  addPaid(fake, midnight(3) + 3.9 * hour, 10);
  addPaid(fake, midnight(3) + 4 * hour, 20.05);
  addPaid(fake, midnight(3) + 5 * hour, 30, { offlineMethod: undefined, currency: undefined });
  // A deposit that was paid long before the order, and one that was paid before the first day.
  addPaid(fake, midnight(9) + 5 * hour, 40, {}, -6 * day);
  addPaid(fake, midnight(30) + 5 * hour, 50, {}, -28 * day);
  // The business day has not ended.
  addPaid(fake, Date.now(), 60);
  const bistro = await newOutlet(fake);
  expect(await bistro.run()).toMatchObject({ code: 0, errors: '' });
  expect(await documentsIn(bistro)).toEqual({
    [`bistro-1/${dayOf(4)}/card/THB`]: 1_000,
    [`bistro-1/${dayOf(3)}/card/THB`]: 2_005,
    [`bistro-1/${dayOf(3)}/unknown/THB`]: 3_000,
    [`bistro-1/${dayOf(9)}/card/THB`]: 4_000,
  });
});

test('takings in dinars and dongs are posted exactly', async () => {
  const fake = emptyOutlet();
  for (const [amount, currency] of [
    [12.345, 'KWD'],
    [0.005, 'KWD'],
    [25_000_000, 'VND'],
  ] as const)
    addPaid(fake, midnight(5) + 12 * hour, amount, { currency });
  const bistro = await newOutlet(fake);
  const [dinars, dongs] = ['KWD', 'VND'].map((currency) => `bistro-1/${dayOf(5)}/card/${currency}`);
  expect(await bistro.run()).toEqual({
    code: 0,
    output: `posted ${dinars}: 12.350\nposted ${dongs}: 25000000\n`,
    errors: '',
  });
});

test('a later run replaces the day of a cancelled order, and keeps the day of a reopened one', async () => {
  const fake = emptyOutlet();
  const paidAt = midnight(5) + 12 * hour;
  const [cancelled, reopened] = [addPaid(fake, paidAt, 10), addPaid(fake, paidAt, 20)];
  const only = addPaid(fake, paidAt - day, 5);
  const bistro = await newOutlet(fake);
  const [monday, tuesday] = [6, 5].map((daysAgo) => `bistro-1/${dayOf(daysAgo)}/card/THB`);
  expect(await bistro.run()).toMatchObject({
    output: `posted ${monday}: 5.00\nposted ${tuesday}: 30.00\n`,
  });

  for (const { id } of [cancelled, only]) fake.orders.cancel(id);
  fake.orders.reopen(reopened.id);
  const warning = (id: string) =>
    `Order ${id} was cancelled, and has payments: check whether the money was returned.\n`;
  const output = `updated ${monday}: 0.00\nupdated ${tuesday}: 20.00\n`;
  const run = await bistro.run();
  expect(run).toMatchObject({ code: 0, output });
  expect(run.errors.split('\n').toSorted().join('\n').trim()).toBe(
    [warning(cancelled.id), warning(only.id)].toSorted().join('').trim(),
  );
  fake.orders.changeTotals(reopened.id, { items: [] });
  fake.orders.complete(reopened.id);
  expect(await bistro.run()).toEqual({ code: 0, output: '', errors: '' });
});

test('an order whose payments cannot be read is listed in each run, and keeps what it had taken', async () => {
  const fake = emptyOutlet();
  const paidAt = midnight(5) + 12 * hour;
  addPaid(fake, paidAt, 10);
  addPaid(fake, paidAt, 0.1 + 0.05);
  const wrong = [addPaid(fake, paidAt, 20.005), addPaid(fake, paidAt, 20, { created: undefined })];
  const bistro = await newOutlet(fake);
  const [amount, time] = wrong.map(({ id }) => id);
  for (let run = 0; run < 2; run += 1) {
    const { code, errors } = await bistro.run();
    expect(code).toBe(1);
    const problem = (id = '') =>
      `Not counted: RequestValidationError: The takings of order ${id} were not calculated`;
    expect(errors).toContain(
      `${problem(amount)}: \`payments[0].amount\` has more decimals than THB, which has 2.\n`,
    );
    expect(errors).toContain(`${problem(time)}: \`payments[0].created\` must be a time with a time zone.\n`);
  }
  expect(await documentsIn(bistro)).toEqual({ [`bistro-1/${dayOf(5)}/card/THB`]: 1_015 });
});

test('a clock that was 40 days ahead causes no gap', async () => {
  const fake = emptyOutlet();
  const bistro = await newOutlet(fake);
  expect(await bistro.run()).toMatchObject({ code: 0 });
  const ahead = { to: new Date(Date.now() + 40 * day).toISOString() };
  await new JsonFiles(join(bistro.folder, 'runs')).write('takings', ahead);
  addPaid(fake, midnight(5) + 12 * hour, 10);
  expect(await bistro.run()).toMatchObject({
    code: 0,
    output: `posted bistro-1/${dayOf(5)}/card/THB: 10.00\n`,
  });
});

test('the key of another outlet is rejected before anything is posted', async () => {
  const fake = emptyOutlet();
  addPaid(fake, midnight(5) + 12 * hour, 10);
  const bistro = await newOutlet(fake, { outletId: 'outlet-of-others' });
  expect(await bistro.run()).toMatchObject({ code: 1, errors: expect.stringContaining('403') });
  expect(await documentsIn(bistro)).toEqual({});
});

test('the run ends with code 1 while the ledger is down, and the next one posts', async () => {
  const fake = emptyOutlet();
  addPaid(fake, midnight(5) + 12 * hour, 10);
  const bistro = await newOutlet(fake);
  await bistro.kill('.', 1);
  await rm(join(bistro.folder, 'sales'), { recursive: true, force: true });
  await writeFile(join(bistro.folder, 'sales'), '');
  expect(await bistro.run()).toMatchObject({ code: 1, errors: expect.stringContaining('EEXIST') });
  await rm(join(bistro.folder, 'sales'));
  expect(await bistro.run()).toMatchObject({ code: 0 });
  expect(Object.values(await documentsIn(bistro))).toEqual([1_000]);
});

test('a document that was interrupted is sent with the same key, and a changed one with another key', async () => {
  const folder = await newFolder();
  const attempts = new JsonFiles<Attempt>(folder);
  const ledger = new SalesLedger(join(folder, 'sales'));
  await ledger.check();
  const put = vi.spyOn(ledger, 'put');
  const taking = { day: '2026-11-01', method: 'card', currency: 'THB' };
  const post = (minorUnits: number) =>
    postDocument({ reference: 'r', ...taking, minorUnits }, attempts, ledger);
  expect(await post(0)).toBe('unchanged');
  put.mockRejectedValueOnce(new Error('killed'));
  await expect(post(100)).rejects.toThrow('killed');
  expect([await post(100), await post(100), await post(90), await post(100)]).toEqual([
    'posted',
    'unchanged',
    'updated',
    'updated',
  ]);
  const keys = put.mock.calls.map(([, key]) => key);
  expect(keys).toHaveLength(4);
  expect(keys[0]).toBe(keys[1]);
  expect(new Set(keys).size).toBe(3);
});
