import fc from 'fast-check';
import { csvText } from 'outlet-open-api/export';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../support/any-character.js';
import { runs } from '../../support/runs.js';
import { tableOf } from './any-table.js';
import { parseCsv } from './rfc4180.js';

/** Text with and without characters that are special in CSV or spreadsheets. */
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

const asStored = (text: string) => text.replaceAll('\0', '\ufffd');
const isNegativeNumber = (text: string) => /^-\d+(\.\d+)?(e[+-]\d+)?$/.test(text);

test('without the guard, a parser reads every text as it was', () => {
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
    { numRuns: runs(500) },
  );
});

test('every row has a cell for each column', () => {
  fc.assert(
    fc.property(rowsOf(value), fc.boolean(), ({ width, rows }, guardFormulas) => {
      const records = rows.map((values) => ({ values }));
      const parsed = parseCsv(csvText(records, tableOf(...namesOf(width)), { guardFormulas }));
      expect(parsed).toHaveLength(rows.length + 1);
      for (const row of parsed) expect(row).toHaveLength(width);
    }),
    { numRuns: runs(500) },
  );
});

test('no cell starts a formula, except negative numbers', () => {
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 4 }), (values) => {
      const written = csvText({ values }, tableOf(...namesOf(values.length)), { header: false });
      for (const cell of parseCsv(written).flat())
        if (!isNegativeNumber(cell)) expect(cell).not.toMatch(/^[=+\-@＝＋－＠\t\r\n]/);
    }),
    { numRuns: runs(1_000) },
  );
});

test('no part of a text starts a formula in a spreadsheet with another separator', () => {
  fc.assert(
    fc.property(text, (given) => {
      const [[cell = ''] = []] = parseCsv(csvText({ values: [given] }, tableOf('a'), { header: false }));
      if (isNegativeNumber(cell)) return;
      for (const part of cell.split(/[;\t\r\n]/))
        expect(part.replace(/^["\s]+/, '')).not.toMatch(/^[=+\-@＝＋－＠]/);
    }),
    { numRuns: runs(1_000) },
  );
});

test('the guard only adds apostrophes', () => {
  fc.assert(
    fc.property(text, (given) => {
      const [[cell = ''] = []] = parseCsv(csvText({ values: [given] }, tableOf('a'), { header: false }));
      expect(cell.replaceAll("'", '')).toBe(asStored(given).replaceAll("'", ''));
    }),
    { numRuns: runs(500) },
  );
});

test('the parser of these tests accepts only RFC 4180', () => {
  expect(parseCsv('a,"b""\r\n,"\r\n,\r\n')).toEqual([
    ['a', 'b"\r\n,'],
    ['', ''],
  ]);
  for (const broken of ['a', 'a\n', 'a"b\r\n', '"a\r\n', '"a"b\r\n', 'a,', 'a\rb\r\n'])
    expect(() => parseCsv(broken)).toThrow();
});
