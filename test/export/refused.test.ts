import { RequestValidationError } from 'outlet-open-api';
import {
  csv,
  csvText,
  goodsReceiptLineTable,
  ndjson,
  ndjsonText,
  orderTable,
  paymentTable,
} from 'outlet-open-api/sync';
import { describe, expect, test } from 'vitest';
import { untyped } from '../hostile/public-functions.js';

const writers = { csv, csvText, ndjson, ndjsonText };

/** The rules that a call breaks, by path; it fails where the call is not refused. */
function refusalOf(name: keyof typeof writers, ...input: unknown[]): Record<string, string> {
  try {
    untyped(writers, name, input);
  } catch (error) {
    if (!(error instanceof RequestValidationError)) throw error;
    return Object.fromEntries(error.issues.map(({ path, message }) => [path, message]));
  }
  return expect.fail('It was not refused');
}

const column = { name: 'id', cell: () => 1 };
const table = { name: 'mine', rows: () => [], columns: [column] };

describe('a table is refused', () => {
  test.each([
    ['that is none', 'orders', { table: 'must be a table, such as orderTable' }],
    ['that is null', null, { table: 'must be a table, such as orderTable' }],
    [
      'without anything',
      {},
      {
        'table.name': 'must be a text that is not empty',
        'table.rows': 'must be a function',
        'table.columns': 'must be a list of columns, at least one',
      },
    ],
    [
      'without columns',
      { ...table, columns: [] },
      { 'table.columns': 'must be a list of columns, at least one' },
    ],
    [
      'with columns that are none',
      { ...table, columns: [column, null, { name: '', cell: 'id' }] },
      {
        'table.columns[1].name': 'must be a text that is not empty',
        'table.columns[1].cell': 'must be a function',
        'table.columns[2].name': 'must be a text that is not empty',
        'table.columns[2].cell': 'must be a function',
      },
    ],
    [
      'with one name twice',
      { ...table, columns: [column, { ...column, name: 'other' }, column] },
      { 'table.columns[2].name': 'must be another than those before it' },
    ],
  ])('%s', (_, given, expected) => {
    expect(refusalOf('csv', given)).toEqual(expected);
    expect(refusalOf('csvText', [], given)).toEqual(expected);
    expect(refusalOf('ndjson', given)).toEqual(expected);
    expect(refusalOf('ndjsonText', [], given)).toEqual(expected);
  });

  test('that is missing, where CSV is to be written', () => {
    expect(refusalOf('csv')).toHaveProperty('table');
    expect(refusalOf('csvText', [])).toHaveProperty('table');
  });
});

test('options are refused that are none', () => {
  const message = 'must be true or false';
  expect(refusalOf('csv', orderTable, { header: 'no', bom: 1, guardFormulas: null })).toEqual({
    header: message,
    bom: message,
    guardFormulas: message,
  });
  expect(refusalOf('csv', orderTable, 'no header')).toHaveProperty('options');
});

const cycle: Record<string, unknown> = { id: 'o-2' };
cycle.items = [cycle];
const throwing = {
  get id(): string {
    throw new RangeError('Ada Lovelace');
  },
};

describe('a record is refused, and named with its column,', () => {
  test.each([
    ['that is a text', 'o-2', 'records[1]'],
    ['that is null', null, 'records[1]'],
    ['that is a list', [{ id: 'o-2' }], 'records[1]'],
    ['that throws', throwing, 'records[1].id'],
    ['that is cyclic', cycle, 'records[1].items'],
    ['that holds a bigint where JSON is written', { id: 'o-2', items: [1n] }, 'records[1].items'],
  ])('%s', (_, record, path) => {
    const records = [{ id: 'o-1' }, record];
    expect(Object.keys(refusalOf('csvText', records, orderTable))).toEqual([path]);
    expect(Object.keys(refusalOf('ndjsonText', records, orderTable))).toEqual([path]);
    expect(Object.keys(refusalOf('ndjsonText', records))).toEqual(['records[1]']);
  });

  test('whose payments or lines are none', () => {
    expect(refusalOf('csvText', { id: 'o-1', payments: 'none' }, paymentTable)).toEqual({
      'records[0].payments': 'must be a list',
    });
    expect(refusalOf('csvText', { id: 'g-1', items: [{}, null] }, goodsReceiptLineTable)).toEqual({
      'records[0].items[1]': 'must be an object',
    });
  });

  test('that JSON writes as something else', () => {
    for (const toJSON of [() => undefined, () => 'text', () => []])
      expect(Object.keys(refusalOf('ndjsonText', { toJSON }))).toEqual(['records[0]']);
  });
});

test('an error quotes nothing of a record', () => {
  expect.assertions(2);
  try {
    csvText([throwing], orderTable);
  } catch (error) {
    expect(String(error)).toBe(
      'RequestValidationError: The table orders was not written: records[0].id cannot be written: ' +
        'it throws when it is looked at, or is nothing that JSON can hold.',
    );
    expect(error).not.toHaveProperty('cause');
  }
});
