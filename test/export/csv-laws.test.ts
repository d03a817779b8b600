import fc from 'fast-check';
import { csvText } from 'outlet-open-api/sync';
import { expect, test } from 'vitest';
import { anyCharacter } from '../any-character.js';
import { tableOf } from './any-table.js';
import { parseCsv } from './rfc4180.js';

/** Text of what CSV and spreadsheets find special, and of anything else. */
const text = fc.oneof(
  fc.string({
    unit: fc.constantFrom(...'",;\r\n\t=+-@＝＋－＠\'\0 \u00a0\u200b\ufeff.12ab', '\r\n', '\ud800', '😀'),
    maxLength: 12,
  }),
  fc.string({ unit: anyCharacter }),
);
const value = fc.oneof(text, fc.double(), fc.integer(), fc.boolean(), fc.bigInt(), fc.jsonValue());
const rowsOf = (cell: fc.Arbitrary<unknown>) =>
  fc.integer({ min: 1, max: 4 }).chain((width) => {
    const values = fc.array(cell, { minLength: width, maxLength: width });
    return fc.record({ width: fc.constant(width), rows: fc.array(values, { maxLength: 5 }) });
  });
const namesOf = (width: number) => Array.from({ length: width }, (_, index) => `c${index}`);

const asStored = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd');
const isNegativeNumber = (text: string) => /^-\d+(\.\d+)?$/.test(text);

test('every text comes out as it went in, whatever it holds, where nothing is guarded', () => {
  fc.assert(
    fc.property(rowsOf(text), ({ width, rows }) => {
      const table = tableOf(...namesOf(width));
      const written = csvText(
        rows.map((values) => ({ values })),
        table,
        { guardFormulas: false },
      );
      expect(parseCsv(written)).toEqual([
        namesOf(width),
        ...rows.map((row) => row.map((cell) => asStored(String(cell)))),
      ]);
    }),
    { numRuns: 500 },
  );
});

test('every row has a cell for each column, whatever the values are', () => {
  fc.assert(
    fc.property(rowsOf(value), fc.boolean(), ({ width, rows }, guardFormulas) => {
      const records = rows.map((values) => ({ values }));
      const parsed = parseCsv(csvText(records, tableOf(...namesOf(width)), { guardFormulas }));
      expect(parsed).toHaveLength(rows.length + 1);
      for (const row of parsed) expect(row).toHaveLength(width);
    }),
    { numRuns: 500 },
  );
});

test('no cell begins with what a spreadsheet calculates, but negative numbers', () => {
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 4 }), (values) => {
      const written = csvText({ values }, tableOf(...namesOf(values.length)), { header: false });
      for (const cell of parseCsv(written).flat())
        if (!isNegativeNumber(cell)) expect(cell).not.toMatch(/^[=+\-@＝＋－＠\t\r\n]/);
    }),
    { numRuns: 1_000 },
  );
});

test('nor does any part of a text that a spreadsheet with another separator takes for a cell', () => {
  fc.assert(
    fc.property(text, (given) => {
      const [[cell = ''] = []] = parseCsv(csvText({ values: [given] }, tableOf('a'), { header: false }));
      if (isNegativeNumber(cell)) return;
      for (const part of cell.split(/[;\t\r\n]/))
        expect(part.replace(/^["\s]+/, '')).not.toMatch(/^[=+\-@＝＋－＠]/);
    }),
    { numRuns: 1_000 },
  );
});

test('guarding adds apostrophes and takes nothing away', () => {
  fc.assert(
    fc.property(text, (given) => {
      const [[cell = ''] = []] = parseCsv(csvText({ values: [given] }, tableOf('a'), { header: false }));
      expect(cell.replaceAll("'", '')).toBe(asStored(given).replaceAll("'", ''));
    }),
    { numRuns: 500 },
  );
});

test('every number is a plain decimal that is read as the same number', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      const [[cell = ''] = []] = parseCsv(csvText({ values: [number] }, tableOf('a'), { header: false }));
      expect(cell).toMatch(/^-?\d+(\.\d+)?$/);
      expect(Number(cell)).toBe(number === 0 ? 0 : number);
    }),
    { numRuns: 1_000 },
  );
});

test('the parser of these tests takes nothing but RFC 4180', () => {
  expect(parseCsv('a,"b""\r\n,"\r\n,\r\n')).toEqual([
    ['a', 'b"\r\n,'],
    ['', ''],
  ]);
  for (const broken of ['a', 'a\n', 'a"b\r\n', '"a\r\n', '"a"b\r\n', 'a,', 'a\rb\r\n'])
    expect(() => parseCsv(broken)).toThrow();
});
