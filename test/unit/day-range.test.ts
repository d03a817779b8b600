import fc from 'fast-check';
import { businessDayOf, dayRange, OutletClient, RequestValidationError } from 'outlet-open-api';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { describe, expect, test } from 'vitest';
import { runs } from '../support/runs.js';

const hour = 60 * 60 * 1_000;

/** The first instant and the number of hours. */
function boundsOf(day: string, timeZone: string, startsAt?: string): [string, number] {
  const { from, to } = dayRange(day, timeZone, { startsAt });
  return [from.toISOString(), (to.getTime() + 1 - from.getTime()) / hour];
}

const zones = fc.constantFrom(
  ...Intl.supportedValuesOf('timeZone'),
  // Clocks that skip midnight, and offsets of a half or three quarters of an hour.
  ...['America/Sao_Paulo', 'Asia/Beirut', 'America/Havana', 'Australia/Lord_Howe', 'Asia/Kathmandu'],
);
// In 2012, the last clocks went back from after midnight to the day before.
const days = fc
  .date({ min: new Date('2013-01-01'), max: new Date('2037-12-30'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const dayAfter = (day: string) => new Date(Date.parse(day) + 24 * hour).toISOString().slice(0, 10);

const times = fc
  .integer({ min: 0, max: 24 * 60 - 1 })
  .map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16));
const starts = fc.oneof(fc.constant(undefined), times);

describe('a day', () => {
  test('ends one millisecond before the next day, and contains about 24 hours', () => {
    const meet = (day: string, timeZone: string, startsAt: string | undefined) => {
      const { from, to } = dayRange(day, timeZone, { startsAt });
      expect(dayRange(dayAfter(day), timeZone, { startsAt }).from.getTime() - to.getTime()).toBe(1);
      expect(Math.abs((to.getTime() + 1 - from.getTime()) / hour - 24)).toBeLessThanOrEqual(2);
    };
    fc.assert(fc.property(days, zones, starts, meet), { numRuns: runs(1_000) });
  });

  test('starts the first time that the clock shows its start, or has passed it', () => {
    const start = (day: string, timeZone: string, startsAt: string | undefined) => {
      const { from } = dayRange(day, timeZone, { startsAt });
      const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
      const begin = `${day} ${startsAt ?? '00:00'}`;
      expect(clock.format(from) >= begin).toBe(true);
      for (let minutes = 1; minutes <= 180; minutes += 1)
        expect(clock.format(from.getTime() - minutes * 60_000) < begin).toBe(true);
    };
    fc.assert(fc.property(days, zones, starts, start), { numRuns: runs(100) });
  });

  test('contains only instants with its own date', () => {
    const contain = (day: string, timeZone: string, part: number) => {
      const { from, to } = dayRange(day, timeZone);
      const date = new Intl.DateTimeFormat('sv-SE', { timeZone });
      const inside = from.getTime() + Math.floor(part * (to.getTime() - from.getTime()));
      for (const instant of [from, inside, to]) expect(date.format(instant)).toBe(day);
    };
    fc.assert(fc.property(days, zones, fc.double({ min: 0, max: 1, noNaN: true }), contain), {
      numRuns: runs(500),
    });
  });

  test('is the business day of its instants, from the first to the last', () => {
    const belong = (day: string, timeZone: string, startsAt: string | undefined, part: number) => {
      const { from, to } = dayRange(day, timeZone, { startsAt });
      const inside = new Date(from.getTime() + Math.floor(part * (to.getTime() - from.getTime())));
      for (const instant of [from, inside, to.toISOString()])
        expect(businessDayOf(instant, timeZone, { startsAt })).toBe(day);
    };
    const parts = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(fc.property(days, zones, starts, parts, belong), { numRuns: runs(500) });
  });

  test.each([
    ['2026-11-01', 'UTC', '2026-11-01T00:00:00.000Z', 24],
    ['2026-11-01', 'Asia/Bangkok', '2026-10-31T17:00:00.000Z', 24],
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', 23],
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', 25],
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z', 23],
    ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z', 25],
    // Daylight saving is half an hour.
    ['2026-10-04', 'Australia/Lord_Howe', '2026-10-03T13:30:00.000Z', 23.5],
    ['2026-04-05', 'Australia/Lord_Howe', '2026-04-04T13:00:00.000Z', 24.5],
    // The clocks go from 23:59 to 01:00.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', 23],
    ['2026-03-29', 'Asia/Beirut', '2026-03-28T22:00:00.000Z', 23],
    // The clocks go from 23:59 back to 23:00, or from 00:59 back to 00:00.
    ['2018-02-17', 'America/Sao_Paulo', '2018-02-17T02:00:00.000Z', 25],
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z', 25],
    // The next day was skipped.
    ['2011-12-29', 'Pacific/Apia', '2011-12-29T10:00:00.000Z', 24],
    ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', 24],
    ['1000-01-01', 'UTC', '1000-01-01T00:00:00.000Z', 24],
    ['9999-12-31', 'UTC', '9999-12-31T00:00:00.000Z', 24],
  ])('%s in %s starts at %s and has %d hours', (day, timeZone, from, hours) => {
    expect(boundsOf(day, timeZone)).toEqual([from, hours]);
  });

  test('meets the next one even if the clocks went back to the day before, one minute after midnight', () => {
    for (const day of ['2006-10-27', '2006-10-28', '2006-10-29']) {
      const { from } = dayRange(dayAfter(day), 'America/St_Johns');
      expect(from.getTime() - dayRange(day, 'America/St_Johns').to.getTime()).toBe(1);
    }
  });
});

test.each([
  ['2026-11-01', 'Asia/Bangkok', '04:00', '2026-10-31T21:00:00.000Z', 24],
  // The clocks changed before 04:00, so the day before has another length.
  ['2026-03-28', 'Europe/Berlin', '04:00', '2026-03-28T03:00:00.000Z', 23],
  ['2026-03-29', 'Europe/Berlin', '04:00', '2026-03-29T02:00:00.000Z', 24],
  ['2026-10-24', 'Europe/Berlin', '04:00', '2026-10-24T02:00:00.000Z', 25],
  ['2026-10-25', 'Europe/Berlin', '04:00', '2026-10-25T03:00:00.000Z', 24],
  ['2026-10-31', 'America/New_York', '04:00', '2026-10-31T08:00:00.000Z', 25],
  // The clocks skip 02:30, or show it twice.
  ['2026-03-29', 'Europe/Berlin', '02:30', '2026-03-29T01:00:00.000Z', 23.5],
  ['2026-10-25', 'Europe/Berlin', '02:30', '2026-10-25T00:30:00.000Z', 25],
  ['2026-04-05', 'Australia/Lord_Howe', '01:55', '2026-04-04T14:55:00.000Z', 24.5],
  ['2018-10-28', 'Antarctica/Troll', '02:30', '2018-10-28T00:30:00.000Z', 26],
])(
  'the business day %s in %s from %s starts at %s and has %d hours',
  (day, timeZone, startsAt, from, hours) => {
    expect(boundsOf(day, timeZone, startsAt)).toEqual([from, hours]);
  },
);

test('lists of consecutive days contain each record once, if the API includes both bounds', async () => {
  const timeZone = 'America/New_York';
  const [first, second] = [dayRange('2026-10-31', timeZone), dayRange('2026-11-01', timeZone)];
  const instants = [first.from, first.to, second.from, second.to].map((date) => date.toISOString());
  const fake = createFakeOutlet({ empty: true, bounds: 'inclusive' });
  const ids = instants.map((created) => fake.goodsReceipts.add({ created, items: [{ totalPrice: 1 }] }).id);
  const { goodsReceipts } = new OutletClient({
    baseUrl: fake.baseUrl,
    accessToken: fake.key('order-data').token,
    fetch: fake.fetch,
  });
  const idsOf = async (range: { from: Date; to: Date }) =>
    (await goodsReceipts.list(range).toArray()).map(({ id }) => id);
  expect(await idsOf(first)).toEqual(ids.slice(0, 2));
  expect(await idsOf(second)).toEqual(ids.slice(2));
});

describe('an invalid argument', () => {
  const issuesOf = (...input: readonly unknown[]) => {
    try {
      return Reflect.apply(dayRange, undefined, input);
    } catch (error) {
      return error instanceof RequestValidationError ? error.issues : error;
    }
  };
  const day = { path: 'day', message: 'must be a day as YYYY-MM-DD, such as 2026-11-01' };
  const timeZone = {
    path: 'timeZone',
    message: 'must be the IANA name of a time zone, such as Asia/Bangkok',
  };

  test.each([
    '',
    'today',
    '2026-02-30',
    '2026-2-3',
    '2026-11-01T00:00:00Z',
    '0999-12-31',
    '10000-01-01',
    undefined,
    null,
    20_261_101,
    new Date(0),
  ])('is the day %j', (invalid) => {
    expect(issuesOf(invalid, 'UTC')).toEqual([day]);
  });

  test.each(['', 'Bangkok', 'Asia/Atlantis', undefined, null, 7])('is the time zone %j', (invalid) => {
    expect(issuesOf('2026-11-01', invalid)).toEqual([timeZone]);
  });

  test.each(['', '4:00', '24:00', '04:60', '04:00:00', null, 4])('is the start %j', (invalid) => {
    const startsAt = { path: 'startsAt', message: 'must be a time as HH:MM, such as 04:00' };
    expect(issuesOf('2026-11-01', 'UTC', { startsAt: invalid })).toEqual([startsAt]);
  });

  test('is reported with the other one', () => {
    expect(issuesOf('today', 'Bangkok')).toEqual([day, timeZone]);
  });

  test.each([
    ['2011-12-30', 'Pacific/Apia'],
    ['1993-08-21', 'Pacific/Kwajalein'],
    ['1994-12-31', 'Pacific/Kiritimati'],
  ])('is the day %s, which %s skipped', (skipped, zone) => {
    const message = 'does not exist, because the time zone skipped it';
    expect(issuesOf(skipped, zone)).toEqual([{ path: 'day', message }]);
  });
});
