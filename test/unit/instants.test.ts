import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatInstant, parseInstant } from '../../src/instants.js';
import { runs } from '../support/runs.js';

const first = Date.parse('0000-01-01T00:00:00.000Z');
const last = Date.parse('9999-12-31T23:59:59.999Z');
const milliseconds = fc.integer({ min: first, max: last });
const digits = (maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength }).map((list) => list.join(''));
const offset = fc.record({
  sign: fc.constantFrom(1, -1),
  hours: fc.integer({ min: 0, max: 23 }),
  minutes: fc.integer({ min: 0, max: 59 }),
});

describe('every instant', () => {
  test('survives the round trip through text', () => {
    fc.assert(fc.property(milliseconds, (at) => parseInstant(formatInstant(at)) === at));
  });

  test('survives the round trip through a Date', () => {
    fc.assert(fc.property(milliseconds, (at) => parseInstant(new Date(at)) === at));
  });

  test('is the same at every offset', () => {
    fc.assert(
      fc.property(milliseconds, offset, (at, { sign, hours, minutes }) => {
        const ahead = sign * (hours * 60 + minutes) * 60_000;
        fc.pre(at + ahead >= first && at + ahead <= last);
        const zone = `${sign > 0 ? '+' : '-'}${twoDigits(hours)}:${twoDigits(minutes)}`;
        expect(parseInstant(formatInstant(at + ahead).replace('Z', zone))).toBe(at);
      }),
    );
  });

  test('is the same in small letters', () => {
    fc.assert(fc.property(milliseconds, (at) => parseInstant(formatInstant(at).toLowerCase()) === at));
  });
});

describe('a text with more digits than a millisecond has', () => {
  const seconds = fc.integer({ min: 0, max: 4_000_000_000 });

  test('is rounded by less than a millisecond, and never makes a range smaller', () => {
    fc.assert(
      fc.property(seconds, digits(12), (second, fraction) => {
        const text = formatInstant(second * 1_000).replace('.000', `.${fraction}`);
        const down = parseInstant(text) ?? Number.NaN;
        const up = parseInstant(text, 'up') ?? Number.NaN;
        // In units of 10^-12 s, so that no digit is lost.
        const exact = BigInt(second) * 10n ** 12n + BigInt(fraction.padEnd(12, '0'));
        const millisecond = 10n ** 9n;
        expect(BigInt(down) * millisecond <= exact && exact < BigInt(down + 1) * millisecond).toBe(true);
        expect(BigInt(up - 1) * millisecond < exact && exact <= BigInt(up) * millisecond).toBe(true);
      }),
    );
  });

  test.each([
    ['2026-01-31T00:00:00.1Z', 100, 100],
    ['2026-01-31T00:00:00.1230Z', 123, 123],
    ['2026-01-31T00:00:00.1239Z', 123, 124],
    ['2026-01-31T00:00:00.9999Z', 999, 1_000],
    ['1969-12-31T23:59:59.9999Z', -1, 0],
  ])('%s', (text, down, up) => {
    const second = text.startsWith('1969') ? 0 : Date.parse('2026-01-31T00:00:00Z');
    expect([parseInstant(text), parseInstant(text, 'up')]).toEqual([second + down, second + up]);
  });
});

describe('days', () => {
  test('are accepted if they exist, and rejected otherwise', () => {
    const parts = fc.record({
      year: fc.integer({ min: 1, max: 9_999 }),
      month: fc.integer({ min: 1, max: 12 }),
      day: fc.integer({ min: 1, max: 31 }),
    });
    fc.assert(
      fc.property(parts, ({ year, month, day }) => {
        const text = `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}T12:00:00Z`;
        expect(parseInstant(text) !== undefined).toBe(day <= daysOf(year, month));
      }),
    );
  });

  test.each([
    ['29 February of a leap year', '2028-02-29T00:00:00Z', true],
    ['29 February of another year', '2026-02-29T00:00:00Z', false],
    ['29 February of 2000', '2000-02-29T00:00:00Z', true],
    ['29 February of 1900', '1900-02-29T00:00:00Z', false],
    ['31 April', '2026-04-31T00:00:00Z', false],
    ['day 0', '2026-01-00T00:00:00Z', false],
    ['month 13', '2026-13-01T00:00:00Z', false],
    ['day 32', '2026-01-32T00:00:00Z', false],
  ])('%s', (_, text, exists) => {
    expect(parseInstant(text) !== undefined).toBe(exists);
  });
});

describe('an invalid instant', () => {
  test.each([
    ['a bare date', '2026-01-31'],
    ['a local time', '2026-01-31T00:00:00'],
    ['an offset without a colon', '2026-01-31T00:00:00+0100'],
    ['an offset of 24 hours', '2026-01-31T00:00:00+24:00'],
    ['hour 24', '2026-01-31T24:00:00Z'],
    ['minute 60', '2026-01-31T00:60:00Z'],
    ['a leap second', '2026-06-30T23:59:60Z'],
    ['a space for the T', '2026-01-31 00:00:00Z'],
    ['white space around it', ' 2026-01-31T00:00:00Z '],
    ['a point without a fraction', '2026-01-31T00:00:00.Z'],
    ['a comma', '2026-01-31T00:00:00,5Z'],
    ['a year of six digits', '+012026-01-31T00:00:00Z'],
    ['a second line', '2026-01-31T00:00:00Z\n'],
    ['other digits', '２０２６-01-31T00:00:00Z'],
    ['before the year 0 in UTC', '0000-01-01T00:00:00+01:00'],
    ['after the year 9999 in UTC', '9999-12-31T23:59:59-01:00'],
    ['a Date without a time', new Date(Number.NaN)],
    ['a Date after the year 9999', new Date(last + 1)],
    ['a Date before the year 0', new Date(first - 1)],
    ['milliseconds', 1_777_777_777_777],
    ['null', null],
    ['nothing', undefined],
    ['an object', { toString: () => '2026-01-31T00:00:00Z' }],
  ])('%s', (_, value) => {
    expect(parseInstant(value)).toBeUndefined();
    expect(parseInstant(value, 'up')).toBeUndefined();
  });

  test('is rejected by the same check that accepts valid ones, so that every accepted instant can be sent', () => {
    const nearly = fc.oneof(
      fc.string(),
      fc.stringMatching(/^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/),
      fc.date({ noInvalidDate: false }),
    );
    fc.assert(
      fc.property(nearly, fc.constantFrom('down', 'up'), (value, rounding) => {
        const at = parseInstant(value, rounding);
        if (at !== undefined) expect(parseInstant(formatInstant(at))).toBe(at);
      }),
      { numRuns: runs(2_000) },
    );
  });
});

function daysOf(year: number, month: number): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
