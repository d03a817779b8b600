import { csvText, orderTable, paymentTable } from 'outlet-open-api/export';
import { describe, expect, test } from 'vitest';
import { tableOf } from './any-table.js';

/** Returns the cell of a value as it is in the file. */
const cell = (value: unknown, options = {}) =>
  csvText({ values: [value, 'end'] }, tableOf('value', 'end'), { header: false, ...options }).replace(
    /,end\r\n$/,
    '',
  );

test('a file has a header and the rows of its records, and lines end with CRLF', () => {
  const orders = [
    { id: 'o-1', payments: [{ amount: 12.5, currency: 'EUR' }, { offlineMethod: 'card' }] },
    { id: 'o-2', status: 'cancelled', payments: null },
    {
      id: 'o-3',
      status: 'complete',
      payments: [{ created: '2026-01-01T00:00:00.000Z', customerName: 'Ada' }],
    },
  ];
  expect(csvText(orders, paymentTable).split('\r\n')).toEqual([
    'orderId,orderStatus,paymentIndex,offlineMethod,amount,currency,externalId,created,customerName',
    'o-1,,0,,12.5,EUR,,,',
    'o-1,,1,card,,,,,',
    'o-3,complete,0,,,,,2026-01-01T00:00:00.000Z,Ada',
    '',
  ]);
});

test('one record is written like a list of one record', () => {
  expect(csvText({ id: 'o-1' }, orderTable)).toBe(csvText([{ id: 'o-1' }], orderTable));
});

test('without a header, text can be appended to a file', () => {
  const [first, second] = [[{ id: 'o-1' }], [{ id: 'o-2' }]];
  const appended = csvText(first, orderTable) + csvText(second, orderTable, { header: false });
  expect(appended).toBe(csvText([...first, ...second], orderTable));
  expect(csvText([], orderTable) + csvText(first, orderTable, { header: false })).toBe(
    csvText(first, orderTable),
  );
});

test('a byte order mark comes before the header, and nowhere else', () => {
  expect(csvText([], tableOf('a'), { bom: true })).toBe('\ufeffa\r\n');
  expect(csvText([], tableOf('a'), { bom: true, header: false })).toBe('');
});

describe('a cell is', () => {
  test.each([
    ['the text', 'Café ☕ a b', 'Café ☕ a b'],
    ['quoted if it contains a comma', 'a,b', '"a,b"'],
    ['quoted if it contains a quote, which is doubled', 'a"b', '"a""b"'],
    ['quoted if it contains line breaks', 'a\nb\rc\r\nd', '"a\nb\rc\r\nd"'],
    ['empty for null', null, ''],
    ['empty for undefined', undefined, ''],
    ['empty if JSON has no such number', Number.NEGATIVE_INFINITY, ''],
    ['a number', 0.1 + 0.2, '0.30000000000000004'],
    ['a negative number', -5.0, '-5'],
    ['zero without a sign', -0, '0'],
    ['true', true, 'true'],
    ['false', false, 'false'],
    ['a date in ISO 8601', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['an object as JSON', { a: '=1', b: [null] }, '"{""a"":""=1"",""b"":[null]}"'],
    ['a list as JSON', [], '[]'],
    ['U+FFFD instead of NUL', 'a\0b', 'a\ufffdb'],
  ])('%s', (_, value, expected) => {
    expect(cell(value)).toBe(expected);
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1+1', "'-1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠1', "'＠1"],
    ['\tx', "'\tx"],
    ['\rx', `"'\rx"`],
    ['\nx', `"'\nx"`],
    [' =1', "' =1"],
    ['\u200b=1', "'\u200b=1"],
    ['\u001b=1', "'\u001b=1"],
    ['"=1"', `"'""=1"""`],
    ['a;=1', "a;'=1"],
    ['a; "@b', `"a;' ""@b"`],
    ['a\tb\t-c', "a\tb\t'-c"],
    ['a\n- b', `"a\n'- b"`],
    ['-1-', "'-1-"],
    ['+6512345678', "'+6512345678"],
    ['-1\n', `"'-1\n"`],
    [{ note: ';=1' }, `"{""note"":"";'=1""}"`],
  ])('guarded: %j', (value, expected) => {
    expect(cell(value)).toBe(expected);
  });

  test.each(['-5.00', '-5', 'a=b', 'a-b', 'ada@mail.example', '1+1', "'=1", '12:30 - 13:00'])(
    'not guarded: %s',
    (value) => {
      expect(cell(value)).toBe(value);
    },
  );

  test('not guarded with guardFormulas: false', () => {
    expect(cell('=1', { guardFormulas: false })).toBe('=1');
    expect(cell('\r=1', { guardFormulas: false })).toBe('"\r=1"');
  });
});

test('the header is quoted and guarded', () => {
  expect(csvText([], tableOf('=a', 'b,c', 'd'))).toBe(`'=a,"b,c",d\r\n`);
});

test('an empty cell is quoted if it is the only one of its row', () => {
  expect(csvText([{ values: [] }, { values: [''] }], tableOf('a'))).toBe('a\r\n""\r\n""\r\n');
});
