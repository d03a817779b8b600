import { OutletClient, type Payment } from 'outlet-open-api';
import { createPostgresOrderStore } from 'outlet-open-api/postgres';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../database.js';
import { openLedger } from '../ledger.js';
import { openCopy } from '../orders.js';
import { openAccountingSystem } from '../story/accounting-system.js';
import { postTakings, settleDocument } from '../takings.js';
import { newFastDatabase } from './new-database.js';

const hour = 60 * 60 * 1_000;
/** Midnight UTC of a day before today. */
const midnight = (daysAgo: number) => (Math.floor(Date.now() / (24 * hour)) - daysAgo) * 24 * hour;
const dayOf = (daysAgo: number) => new Date(midnight(daysAgo)).toISOString().slice(0, 10);
const noon = midnight(5) + 12 * hour;
const monday = `bistro/${dayOf(5)}/card/THB`;

/** Opens a copy of an outlet whose business days end at 04:00 UTC, and an accounting system. */
async function setUp(drop?: () => 'before' | 'after' | undefined) {
  const db = await openDatabase(await newFastDatabase(onTestFinished));
  onTestFinished(() => db.close());
  const accounting = await openAccountingSystem(drop);
  onTestFinished(accounting.close);
  const { orders, baseUrl, key, fetch } = createFakeOutlet({ empty: true, rateLimit: false });
  const outlet = new OutletClient({ baseUrl, accessToken: key('order-data').token, fetch });
  const copy = openCopy(db);
  const store = createPostgresOrderStore({ pool: db });
  const refresh = (id: string) => copy.refresh(id, { outlet, keyRef: 'bistro', outletRef: 'bistro' });
  return {
    ...{ orders, refresh, accounting },
    /** Adds an order that was paid at an instant, by default in THB with a card. */
    async pay(paidAt: number, amount: number, fields: Partial<Payment> = {}) {
      const created = new Date(paidAt).toISOString();
      const payment = { offlineMethod: 'card', amount, currency: 'THB', created, ...fields };
      const { id } = orders.add({ status: 'complete', payments: [payment] });
      await refresh(id);
      return id;
    },
    post: (currency = 'THB') =>
      postTakings(store, openLedger(accounting.url), {
        ...{ outletRef: 'bistro', firstDay: dayOf(20), timeZone: 'UTC', startsAt: '04:00', currency },
      }),
    settle: (reference: string) => settleDocument(store, reference),
    documents: () =>
      Object.fromEntries(accounting.documents.map(({ reference, amount }) => [reference, amount])),
  };
}

test('a payment belongs to the business day, method and currency of its own', async () => {
  const { pay, post, documents } = await setUp();
  await pay(midnight(3) + 3.9 * hour, 10);
  await pay(midnight(3) + 4 * hour, 20.05);
  await pay(midnight(3) + 5 * hour, 30, { offlineMethod: undefined, currency: undefined });
  await pay(midnight(3) + 6 * hour, 12.345, { currency: 'KWD' });
  await pay(midnight(3) + 7 * hour, 0.005, { currency: 'KWD' });
  await pay(midnight(3) + 8 * hour, 25_000_000, { currency: 'VND' });
  // Before the first day, and on a business day that has not ended.
  await pay(midnight(30), 40);
  await pay(Date.now(), 50);
  expect(await post()).toEqual([]);
  const expected = {
    [`bistro/${dayOf(4)}/card/THB/1`]: '10.00',
    [`bistro/${dayOf(3)}/card/KWD/1`]: '12.350',
    [`bistro/${dayOf(3)}/card/THB/1`]: '20.05',
    [`bistro/${dayOf(3)}/card/VND/1`]: '25000000',
    [`bistro/${dayOf(3)}/unknown/THB/1`]: '30.00',
  };
  expect(documents()).toEqual(expected);
  expect(await post()).toEqual([]);
  expect(documents()).toEqual(expected);
});

test('a cancelled order is taken back by another document, and a reopened one keeps what it had taken', async () => {
  const { orders, refresh, pay, post, documents } = await setUp();
  const [cancelled, reopened] = [await pay(noon, 10), await pay(noon, 20)];
  await post();
  orders.cancel(cancelled);
  orders.reopen(reopened);
  for (const id of [cancelled, reopened]) await refresh(id);
  await post();
  expect(documents()).toEqual({ [`${monday}/1`]: '30.00', [`${monday}/2`]: '-10.00' });
  orders.complete(reopened);
  await refresh(reopened);
  await post();
  expect(Object.keys(documents())).toHaveLength(2);
});

test('an order that cannot be counted is shown by each run, and counted once the settings are right', async () => {
  const { orders, refresh, pay, post, documents } = await setUp();
  await pay(noon, 10);
  const wrong = await pay(noon, 20.005, { currency: undefined });
  const problem = `Not counted at bistro: The takings of order ${wrong} were not calculated: \`payments[0].amount\` has more decimals than THB, which has 2.`;
  expect(await post()).toEqual([problem]);
  expect(await post()).toEqual([problem]);
  expect(documents()).toEqual({ [`${monday}/1`]: '10.00' });
  expect(await post('KWD')).toEqual([]);
  expect(documents()).toEqual({ [`${monday}/1`]: '10.00', [`bistro/${dayOf(5)}/card/KWD/1`]: '20.005' });
  orders.cancel(wrong);
  await refresh(wrong);
  await post('KWD');
  expect(documents()).toMatchObject({ [`bistro/${dayOf(5)}/card/KWD/2`]: '-20.005' });
});

test('a document whose response is lost is posted once, and the run ends while the accounting system is down', async () => {
  const faults: ('before' | 'after' | undefined)[] = [];
  const { pay, post, documents, accounting } = await setUp(() => faults.shift());
  await pay(noon, 10);
  // Finds the document, reads the company, and creates the document.
  faults.push(undefined, undefined, 'after');
  expect(await post()).toEqual([]);
  await pay(noon, 5);
  faults.push('before', 'before', 'before');
  await expect(post()).rejects.toThrow('fetch failed');
  expect(await post()).toEqual([]);
  expect(accounting.documents).toHaveLength(2);
  expect(documents()).toEqual({ [`${monday}/1`]: '10.00', [`${monday}/2`]: '5.00' });
});

test('a correction of a closed month belongs to the open one', async () => {
  const { pay, post, accounting } = await setUp();
  await pay(noon, 10);
  await post();
  accounting.openFrom = dayOf(2);
  await pay(noon, 5);
  await post();
  expect(accounting.documents).toMatchObject([
    { reference: `${monday}/1`, date: dayOf(5), amount: '10.00' },
    { reference: `${monday}/2`, date: dayOf(2), amount: '5.00' },
  ]);
});

test('a document that the accounting system rejects is shown by each run until a person settles it', async () => {
  const { pay, post, settle, documents, accounting } = await setUp();
  await pay(noon, 10);
  await pay(noon, 20, { offlineMethod: 'voucher' });
  accounting.unknownMethod = 'voucher';
  const problem = `Not posted: bistro/${dayOf(5)}/voucher/THB/1: Error: The accounting system returned 400: "The method has no account."`;
  expect(await post()).toEqual([problem]);
  expect(await post()).toEqual([problem]);
  expect(documents()).toEqual({ [`${monday}/1`]: '10.00' });
  await settle(`bistro/${dayOf(5)}/voucher/THB/1`);
  expect(await post()).toEqual([]);
  await expect(settle('bistro/1')).rejects.toThrow('There is no document bistro/1.');
  await pay(noon, 3, { offlineMethod: 'voucher' });
  accounting.unknownMethod = undefined;
  await post();
  expect(documents()).toMatchObject({ [`bistro/${dayOf(5)}/voucher/THB/2`]: '3.00' });
});

test('two runs at once post each document once', async () => {
  const { pay, post, accounting, documents } = await setUp();
  for (let day = 3; day < 13; day += 1) await pay(midnight(day) + 12 * hour, 10);
  await Promise.all([post(), post()]);
  expect(accounting.documents).toHaveLength(10);
  expect(Object.keys(documents())).toHaveLength(10);
});
