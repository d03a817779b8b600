import fc from 'fast-check';
import { ndjsonText, paymentTable } from 'outlet-open-api/export';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../support/any-character.js';
import { tableOf } from './any-table.js';

const linesOf = (text: string) => text.split('\n').slice(0, -1);
const parsed = (text: string): unknown[] => linesOf(text).map((line) => JSON.parse(line));

describe('without a table', () => {
  test('a line is the whole record, with undocumented fields', () => {
    const orders = [{ id: 'o-1', tableName: 'T1', payments: [{ amount: 1e-7 }] }, { id: 'o-2' }];
    expect(ndjsonText(orders)).toBe(
      '{"id":"o-1","tableName":"T1","payments":[{"amount":1e-7}]}\n{"id":"o-2"}\n',
    );
    expect(ndjsonText([])).toBe('');
    expect(ndjsonText({ id: 'o-1' })).toBe('{"id":"o-1"}\n');
  });

  test('each line is parsed as its record', () => {
    const record = fc.dictionary(
      fc.string({ unit: anyCharacter }),
      fc.jsonValue({ maxDepth: 2, stringUnit: anyCharacter }),
    );
    fc.assert(
      fc.property(fc.array(record, { maxLength: 4 }), (records) => {
        const text = ndjsonText(records);
        expect(text.match(/\n/g) ?? []).toHaveLength(records.length);
        expect(text).not.toContain('\r');
        expect(parsed(text)).toEqual(JSON.parse(JSON.stringify(records)));
      }),
      { numRuns: 200 },
    );
  });

  test('a line contains no line break', () => {
    const id = '\r\n\u2028\u2029\u0085\0\ud800';
    expect(linesOf(ndjsonText({ id }))).toHaveLength(1);
    expect(parsed(new TextDecoder().decode(new TextEncoder().encode(ndjsonText({ id }))))).toEqual([{ id }]);
  });
});

describe('with a table', () => {
  test('a line is a row with every column, and null if a value is missing', () => {
    expect(
      parsed(ndjsonText({ id: 'o-1', payments: [{ amount: -5 }, { customerName: '=Ada' }] }, paymentTable)),
    ).toEqual([
      { ...empty, orderId: 'o-1', paymentIndex: 0, amount: -5 },
      { ...empty, orderId: 'o-1', paymentIndex: 1, customerName: '=Ada' },
    ]);
  });

  test('numbers that JSON does not have are null', () => {
    expect(ndjsonText({ values: [Number.NaN, 1] }, tableOf('a', '__proto__'))).toBe(
      '{"a":null,"__proto__":1}\n',
    );
  });
});

const empty = Object.fromEntries(paymentTable.columns.map(({ name }) => [name, null]));
