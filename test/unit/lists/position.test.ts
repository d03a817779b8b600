import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RequestValidationError } from '../../../src/errors/index.js';
import { listActionLogs } from '../../../src/operations/index.js';
import { paginatorOf } from './service.js';

const operation = {
  ...listActionLogs,
  range: { maxDays: 31, order: 'newest-first', field: 'created' },
} as const;
const query = { from: '2026-01-01T00:00:00Z', to: '2026-06-01T00:00:00Z', search: 'Ms Miller' };

function resume(
  resumeFrom: unknown,
  change: Readonly<Record<string, string>> = {},
  id: string = operation.id,
  outletRef?: string,
) {
  return paginatorOf<unknown>({
    operation: { ...operation, id },
    outletRef,
    query: { ...query, ...change },
    fetchPage: async () => ({ items: [], next: 'more', readAt: new Date(0) }),
    resumeFrom,
  });
}

/** The position after the first page. Saved positions must stay readable: a change of the format needs a new version. */
const saved = {
  version: 2,
  operation: 'actionLogs.list',
  outletRef: null,
  range: { from: '2026-01-01T00:00:00.000Z', to: '2026-06-01T00:00:00.000Z' },
  filters: 'c9c28d16-d903-5a0e-aa65-95abede84654',
  next: { slice: { from: '2026-05-01T00:00:00.000Z', to: '2026-06-01T00:00:00.000Z' }, cursor: 'more' },
} as const;

function expectError(make: () => unknown, reason: string) {
  expect(make).toThrow(RequestValidationError);
  expect(make).toThrow(reason);
  expect(make).toThrow(/^GET \S+ was not sent:/);
}

test('a position is JSON in the format of version 2, without the text of the filters', async () => {
  const { position } = await resume(undefined).firstPage();
  expect(JSON.parse(JSON.stringify(position))).toEqual(saved);
});

test('null starts from the beginning', async () => {
  expect(await resume(null).firstPage()).toEqual(await resume(undefined).firstPage());
});

describe('a position belongs to', () => {
  test('the same query, however it is spelled', () => {
    expect(() => resume(saved, { to: '2026-06-01T01:00:00+01:00' })).not.toThrow();
    const reversed = Object.fromEntries(Object.entries(query).toReversed());
    expect(() => resume(saved, reversed)).not.toThrow();
  });

  test.each<Record<string, string>>([{ search: 'Mr Miller' }, { actorId: 'a-1' }])(
    'no list with %j',
    (change) => {
      expectError(() => resume(saved, change), '`resumeFrom` belongs to a list with other filters');
    },
  );

  test.each([
    ['from', '2026-01-01T00:00:00.001Z'],
    ['to', '2026-06-01T00:00:00+01:00'],
  ])('no list with another `%s`', (bound, instant) => {
    expectError(
      () => resume(saved, { [bound]: instant }),
      `\`${bound}\` differs from that of the position (2026-01-01T00:00:00.000Z to 2026-06-01T00:00:00.000Z). Leave out \`${bound}\``,
    );
  });

  test('no other method', () => {
    expectError(() => resume(saved, {}, 'orders.list'), '`resumeFrom` belongs to another method');
  });

  test('no other outlet, named or not', async () => {
    const { position } = await resume(undefined, {}, operation.id, 'bistro').firstPage();
    expect(() => resume(position, {}, operation.id, 'bistro')).not.toThrow();
    expectError(
      () => resume(position, {}, operation.id, 'cafe'),
      '`resumeFrom` is a position of outlet "bistro", but this list is of outlet "cafe". Save a position for each outlet.',
    );
    expectError(
      () => resume(position),
      '`resumeFrom` is a position of outlet "bistro". If this is the same outlet, pass the option `outletRef`.',
    );
    expectError(
      () => resume(saved, {}, operation.id, 'bistro'),
      '`resumeFrom` is a position without an outlet. Leave out the option `outletRef`, or start from the beginning.',
    );
  });
});

test('a position can be passed as JSON text', () => {
  expect(() => resume(JSON.stringify(saved))).not.toThrow();
});

describe('an error is thrown for', () => {
  test('any other value', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true }), (value) => {
        // JSON text of null also starts from the beginning.
        fc.pre(value !== undefined && value !== null && value !== 'null');
        expectError(() => resume(value), 'is not a position of this version');
      }),
    );
  });

  test('another version', () => {
    expectError(() => resume({ ...saved, version: 1 }), 'is not a position of this version');
  });

  test.each([
    { from: '2025-12-31T23:59:59.999Z', to: '2026-01-10T00:00:00.000Z' },
    { from: '2026-05-20T00:00:00.000Z', to: '2026-06-01T00:00:00.001Z' },
    { from: '2026-05-10T00:00:00.000Z', to: '2026-05-09T00:00:00.000Z' },
    { from: '2026-05-01T00:00:00.000Z' },
    { to: '2026-06-01T00:00:00.000Z' },
    null,
  ])('the slice %j', (slice) => {
    expectError(() => resume({ ...saved, next: { slice, cursor: null } }), 'is damaged');
  });

  test.each([undefined, {}, { from: saved.range.from }, { ...saved.range, to: 'soon' }])(
    'the range %j',
    (range) => {
      expectError(() => resume({ ...saved, range }), 'is damaged');
    },
  );

  test.each(['', 5, {}, undefined])('the cursor %j', (cursor) => {
    expectError(() => resume({ ...saved, next: { ...saved.next, cursor } }), 'is damaged');
  });

  test.each([undefined, 5, 'more', []])('the next page %j', (next) => {
    expectError(() => resume({ ...saved, next }), 'is damaged');
  });
});
