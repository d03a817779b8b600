import fc from 'fast-check';
import { businessDayOf, type Order } from 'outlet-open-api';
import { currencyDecimals, inMinorUnits, takingsOf } from 'outlet-open-api/accounting';
import { expect, test } from 'vitest';
import { runs } from '../../support/runs.js';

const options = { timeZone: 'Asia/Bangkok', startsAt: '04:00', currency: 'THB' };
const created = '2026-11-01T12:00:00Z';
const day = '2026-11-01';

/** A complete order with payments, by default in cash at one time. */
function paid(...payments: readonly object[]): Order {
  const filled = payments.map((payment) => ({ offlineMethod: 'cash', created, ...payment }));
  return { id: 'o-1', status: 'complete', payments: filled };
}

test('the payments of an order are added up for each business day, method and currency', () => {
  const order = paid(
    { amount: 0.1 },
    { amount: 0.2 },
    { amount: 5, offlineMethod: 'card' },
    { amount: 12.345, currency: 'KWD' },
    { amount: 25_000_000, currency: 'VND' },
    // 01:30 in Bangkok.
    { amount: 1, created: '2026-11-01T18:30:00Z' },
    { amount: 2, created: '2026-11-01T21:00:00.000Z', offlineMethod: undefined },
    { amount: -1 },
  );
  expect(takingsOf(order, options)).toEqual([
    { day, method: 'cash', currency: 'THB', minorUnits: 30 },
    { day, method: 'card', currency: 'THB', minorUnits: 500 },
    { day, method: 'cash', currency: 'KWD', minorUnits: 12_345 },
    { day, method: 'cash', currency: 'VND', minorUnits: 25_000_000 },
    { day: '2026-11-02', method: 'unknown', currency: 'THB', minorUnits: 200 },
  ]);
});

test.each(['open', 'inKitchen', 'readyForPickup', 'cancelled', null])(
  'an order with status %s has taken nothing',
  (status) => {
    expect(takingsOf({ ...paid({ amount: 1 }), status }, options)).toEqual([]);
  },
);

test('a complete order without payments has taken nothing', () => {
  expect(takingsOf({ id: 'o-1', status: 'complete', payments: null }, options)).toEqual([]);
});

test.each([
  [{ amount: undefined }, '`payments[1].amount` must be a number'],
  [{ amount: null }, '`payments[1].amount` must be a number'],
  [{ amount: 12.345 }, '`payments[1].amount` has more decimals than THB, which has 2'],
  [{ amount: 0.5, currency: 'VND' }, '`payments[1].amount` has more decimals than VND, which has 0'],
  [{ amount: 1e18 }, '`payments[1].amount` is too large to be exact'],
  [{ amount: 1, created: undefined }, '`payments[1].created` must be a time with a time zone'],
  [{ amount: 1, created: '2026-11-01T12:00:00' }, '`payments[1].created` must be a time with a time zone'],
  [
    { amount: 1, currency: '฿' },
    '`payments[1].currency` must be a code of three capital letters, such as THB',
  ],
])('a payment with %j is an error that names its field', (payment, problem) => {
  expect(() => takingsOf(paid({ amount: 1 }, payment), options)).toThrow(
    `The takings of order o-1 were not calculated: ${problem}.`,
  );
});

test('the currency and the time zone of the outlet are checked', () => {
  expect(() => takingsOf(paid(), { ...options, timeZone: 'Bangkok', currency: 'baht' })).toThrow(
    /timeZone` must be the IANA name.*\n.*currency` must be a code/,
  );
});

test.each([
  ['VND', 0],
  ['JPY', 0],
  ['EUR', 2],
  ['HUF', 2],
  ['IDR', 2],
  ['KWD', 3],
  ['CLF', 4],
  ['XYZ', 2],
])('%s has %i decimals', (currency, decimals) => {
  expect(currencyDecimals(currency)).toBe(decimals);
});

test('every amount of a currency has exact minor units', () => {
  const convert = (minorUnits: number, currency: string) => {
    const decimals = currencyDecimals(currency);
    expect(inMinorUnits(Number((minorUnits / 10 ** decimals).toFixed(decimals)), currency)).toBe(minorUnits);
    const finer = Number((minorUnits / 10 ** decimals + 4 / 10 ** (decimals + 1)).toFixed(decimals + 1));
    expect(() => inMinorUnits(finer, currency)).toThrow('has more decimals');
  };
  const amounts = fc.integer({ min: -1e12, max: 1e12 });
  fc.assert(fc.property(amounts, fc.constantFrom('VND', 'EUR', 'KWD', 'CLF'), convert), {
    numRuns: runs(1_000),
  });
});

test('the takings of an order have the sum and the business days of its payments', () => {
  const instants = fc.date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true });
  const payments = fc.array(
    fc.record({
      cents: fc.integer({ min: -1_000, max: 100_000 }),
      created: instants.map((date) => date.toISOString()),
      offlineMethod: fc.constantFrom('card', 'cash'),
    }),
  );
  const count = (
    all: readonly { cents: number; created: string; offlineMethod: string }[],
    timeZone: string,
  ) => {
    const order = paid(...all.map(({ cents, ...payment }) => ({ ...payment, amount: cents / 100 })));
    const takings = takingsOf(order, { ...options, timeZone });
    for (const { minorUnits, method, day: date } of takings) {
      const own = all.filter(
        (payment) =>
          payment.offlineMethod === method &&
          businessDayOf(payment.created, timeZone, { startsAt: '04:00' }) === date,
      );
      expect(minorUnits).toBe(own.reduce((sum, { cents }) => sum + cents, 0));
    }
    const total = takings.reduce((sum, { minorUnits }) => sum + minorUnits, 0);
    expect(total).toBe(all.reduce((sum, { cents }) => sum + cents, 0));
  };
  fc.assert(
    fc.property(payments, fc.constantFrom('Asia/Bangkok', 'America/New_York', 'Africa/Cairo'), count),
  );
});
