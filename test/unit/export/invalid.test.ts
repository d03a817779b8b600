import { RequestValidationError } from 'outlet-open-api';
import {
  csv,
  csvText,
  goodsReceiptLineTable,
  ndjson,
  ndjsonText,
  orderTable,
  paymentTable,
  type Table,
} from 'outlet-open-api/export';
import { describe, expect, test } from 'vitest';
import { untyped } from '../fuzz/public-functions.js';

const writers = { csv, csvText, ndjson, ndjsonText };

/** What is wrong with a call, by path. */
function issuesOf(name: keyof typeof writers, ...input: unknown[]): Record<string, string> {
  try {
    untyped(writers, name, input);
  } catch (error) {
    if (!(error instanceof RequestValidationError)) throw error;
    return Object.fromEntries(error.issues.map(({ path, message }) => [path, message]));
  }
  return expect.fail('The input was accepted');
}

describe('a table is rejected', () => {
  const column = { name: 'id', cell: () => 1 };
  const distinct = { 'table.columns': 'must be one or more columns with different names' };

  test.each([
    ['if it is a string', 'orders', { table: 'must be a table, such as orderTable' }],
    ['if it is null', null, { table: 'must be a table, such as orderTable' }],
    ['if it is options', { bom: true }, { table: 'must be a table, such as orderTable' }],
    ['without columns', { ...orderTable, columns: [] }, distinct],
    ['if a column has no name', { ...orderTable, columns: [column, { ...column, name: '' }] }, distinct],
    ['if two columns share a name', { ...orderTable, columns: [column, column] }, distinct],
  ])('%s', (_, table, expected) => {
    expect(issuesOf('csv', table)).toEqual(expected);
    expect(issuesOf('csvText', [], table)).toEqual(expected);
    if (table === null) return;
    expect(issuesOf('ndjson', table)).toEqual(expected);
    expect(issuesOf('ndjsonText', [], table)).toEqual(expected);
  });

  test('if CSV is written without one', () => {
    expect(issuesOf('csv')).toHaveProperty('table');
    expect(issuesOf('csvText', [])).toHaveProperty('table');
  });
});

describe('a record is rejected', () => {
  test.each([
    ['a string', 'o-2'],
    ['null', null],
    ['a list', [{ id: 'o-2' }]],
  ])('if it is %s', (_, record) => {
    const records = [{ id: 'o-1' }, record];
    const expected = { 'records[1]': 'must be an object' };
    expect(issuesOf('csvText', records, orderTable)).toEqual(expected);
    expect(issuesOf('ndjsonText', records, orderTable)).toEqual(expected);
    expect(issuesOf('ndjsonText', records)).toEqual(expected);
  });

  test('if its payments or lines are not a list of objects', () => {
    expect(issuesOf('csvText', { id: 'o-1', payments: 'none' }, paymentTable)).toEqual({
      payments: 'must be a list of objects',
    });
    expect(() => csvText(JSON.parse('{"id":"g-1","items":[{},null]}'), goodsReceiptLineTable)).toThrow(
      'The record g-1 cannot be written: `items` must be a list of objects.',
    );
  });
});

test('an error of a column names the column and the table', () => {
  const cause = new RangeError('no such rate');
  const table: Table<{ id: string }> = {
    name: 'rates',
    rows: (record) => [record],
    columns: [
      {
        name: 'rate',
        cell: () => {
          throw cause;
        },
      },
    ],
  };
  const expected = expect.objectContaining({
    message: 'The column rate of the table rates failed. See the cause.',
    cause,
  });
  expect(() => csvText({ id: 'o-1' }, table)).toThrow(expected);
  expect(() => ndjsonText({ id: 'o-1' }, table)).toThrow(expected);
});
