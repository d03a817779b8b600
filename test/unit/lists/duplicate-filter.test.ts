import { expect, test } from 'vitest';
import { DuplicateFilter } from '../../../src/lists/duplicate-filter.js';

const boundary = '1970-01-01T00:00:00.100Z';
const inside = '1970-01-01T00:00:00.050Z';
const slices = [
  { from: 0, to: 100 },
  { from: 100, to: 200 },
  { from: 200, to: 300 },
];

/** Returns how many records of each slice are delivered. */
function delivered(field: 'created' | undefined, ...records: readonly (readonly unknown[])[]): number[] {
  const duplicates = new DuplicateFilter(field);
  return records.map((list, index) => {
    duplicates.enter(slices[index] ?? { from: 0, to: 0 });
    return list.filter((record) => duplicates.isNew(record)).length;
  });
}

test('an ID is delivered once in its slice and the next, wherever its date is and whatever else changed', () => {
  const first = [{ id: 'o-1', created: inside }, { id: 'o-1' }];
  expect(delivered('created', first, [{ id: 'o-1', status: 'open' }, { id: 'o-2' }])).toEqual([1, 1]);
});

test('an ID of the last but one slice is forgotten', () => {
  expect(delivered('created', [{ id: 'o-1' }], [], [{ id: 'o-1' }])).toEqual([1, 0, 1]);
});

test('equal records without an ID in one slice are all delivered', () => {
  expect(delivered(undefined, [{ a: 1 }, { a: 1 }, { a: 1 }])).toEqual([3]);
});

test('a slice drops as many copies at its boundary as the slice before delivered', () => {
  const record = { created: boundary, action: 'void' };
  expect(delivered('created', [], [record, record])).toEqual([0, 2]);
  expect(delivered('created', [record], [record, record])).toEqual([1, 1]);
  expect(delivered('created', [record, record], [record, record])).toEqual([2, 0]);
});

test('a dropped copy does not drop another one', () => {
  expect(delivered(undefined, [{ a: 1 }], [{ a: 1 }], [{ a: 1 }])).toEqual([1, 0, 1]);
});

test('a record inside a slice is not shared if the date field is documented', () => {
  expect(delivered('created', [{ created: inside }], [{ created: inside }])).toEqual([1, 1]);
  expect(delivered(undefined, [{ created: inside }], [{ created: inside }])).toEqual([1, 0]);
});

test('a record without a valid date is delivered', () => {
  for (const record of [{ action: 'void' }, { created: null }, { created: 'today' }]) {
    expect(delivered('created', [record], [record])).toEqual([1, 1]);
  }
});

test('the spelling of an instant and the order of keys do not matter', () => {
  const spelled = { created: '1970-01-01T01:00:00.1+01:00' };
  expect(delivered('created', [spelled], [spelled])).toEqual([1, 0]);
  const one = { created: boundary, actor: { id: '1', role: 'waiter' }, list: [{ a: 1, b: 2 }] };
  const same = { list: [{ b: 2, a: 1 }], actor: { role: 'waiter', id: '1' }, created: boundary };
  expect(delivered('created', [one], [same])).toEqual([1, 0]);
  expect(delivered('created', [one], [{ ...one, list: [{ b: 1, a: 2 }] }])).toEqual([1, 1]);
});

test('an empty ID, or one that is not a string, is not an ID', () => {
  const records = [{ id: '' }, { id: '' }, { id: 5 }, { id: 5 }, { id: null }, null, 'text', 3];
  expect(delivered('created', records)).toEqual([8]);
});
