import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InvalidRequestError } from '../../src/errors/index.js';
import { Paginator } from '../../src/lists/index.js';

const operation = {
  id: 'actionLogs.list',
  range: { maxDays: 31, order: 'newest-first', field: 'created' },
} as const;
const query = { from: '2026-01-01T00:00:00Z', to: '2026-06-01T00:00:00Z', search: 'Ms Miller' };

async function fetchPage(window: { from: string }) {
  return { items: [], next: window.from === query.from ? null : 'more' };
}

function resume(resumeFrom: unknown, change: Record<string, unknown> = {}, id: string = operation.id) {
  return new Paginator({
    operation: { ...operation, id },
    query: { ...query, ...change },
    fetchPage,
    resumeFrom,
  });
}

/** Behind the first page. Saved ones have to be readable, so that a change of the form needs another version. */
const saved = {
  version: 1,
  operation: 'actionLogs.list',
  query: '8d7bad63-033e-5c83-93ff-a8d4dbfc92d3',
  next: { window: { from: '2026-05-01T00:00:00.000Z', to: '2026-06-01T00:00:00.000Z' }, cursor: 'more' },
} as const;

/** Asserts that a value is refused at once, for the reason given. */
function expectRefusal(make: () => unknown, reason: string) {
  try {
    make();
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error).toMatchObject({
      issues: [{ path: 'resumeFrom', message: expect.stringContaining(reason) }],
    });
    return;
  }
  throw new Error('was not refused');
}

test('a checkpoint is plain JSON in the form of version 1, and tells nothing of the query', async () => {
  const { checkpoint } = await resume(undefined).firstPage();
  expect(JSON.parse(JSON.stringify(checkpoint))).toEqual(saved);
  expect(checkpoint).toEqual(saved);
});

test('any text can be searched for, a broken one too', async () => {
  const { checkpoint } = await resume(undefined, { search: '\ud800' }).firstPage();
  expect(() => resume(checkpoint, { search: '\ud800' })).not.toThrow();
  expectRefusal(() => resume(checkpoint, { search: '\ud801' }), 'belongs to another query');
});

describe('belongs to', () => {
  test('the same query, however it is written', () => {
    expect(() =>
      resume(saved, { from: new Date(query.from), to: '2026-06-01T01:00:00+01:00' }),
    ).not.toThrow();
    expect(() => resume(saved, { actorId: undefined })).not.toThrow();
    const reversed = Object.fromEntries(Object.entries(query).toReversed());
    expect(() => new Paginator({ operation, query: reversed, fetchPage, resumeFrom: saved })).not.toThrow();
  });

  test.each([
    { search: 'Mr Miller' },
    { search: undefined },
    { actorId: 'a-1' },
    { from: '2026-01-01T00:00:00.001Z' },
    { to: '2026-06-01T00:00:00+01:00' },
  ])('no query with %j', (change) => {
    expectRefusal(() => resume(saved, change), 'belongs to another query');
  });

  test('no other method', () => {
    expectRefusal(() => resume(saved, {}, 'orders.list'), 'belongs to another query');
  });
});

test('null, as stores give for what they do not have, begins anew', async () => {
  expect(await resume(null).firstPage()).toEqual(await resume(undefined).firstPage());
});

describe('no checkpoint', () => {
  test('is any other value', () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withNullPrototype: true,
          withSet: true,
        }),
        (value) => {
          fc.pre(value !== undefined && value !== null);
          expectRefusal(() => resume(value), 'is no checkpoint');
        },
      ),
    );
  });

  test('is a checkpoint of another version', () => {
    expectRefusal(() => resume({ ...saved, version: 2 }), 'is no checkpoint of this version');
  });

  test('is one with any part lost or replaced', () => {
    const whole: unknown = JSON.parse(JSON.stringify(saved));
    fc.assert(
      fc.property(
        fc.constantFrom(...pathsIn(whole)),
        fc.option(fc.jsonValue(), { nil: undefined }),
        (path, value) => {
          // These would be right: a cursor is any text or none, and a walk that ended has no `next`.
          fc.pre(path.at(-1) !== 'cursor' || (value !== null && typeof value !== 'string'));
          fc.pre(path.at(-1) !== 'next' || value !== null);
          fc.pre(path.at(-1) !== 'version' || value !== 1);
          expectRefusal(() => resume(replaced(whole, path, value)), '');
        },
      ),
    );
  });

  test.each([
    { from: '2025-12-31T23:59:59.999Z', to: '2026-01-10T00:00:00.000Z' },
    { from: '2026-05-20T00:00:00.000Z', to: '2026-06-01T00:00:00.001Z' },
    { from: '2026-05-10T00:00:00.000Z', to: '2026-05-09T00:00:00.000Z' },
    { from: '2026-04-30T23:59:59.999Z', to: '2026-06-01T00:00:00.000Z' },
    { from: '2026-05-01T00:00:00.000Z' },
    { to: '2026-06-01T00:00:00.000Z' },
    null,
  ])('is one with the window %j', (window) => {
    expectRefusal(() => resume({ ...saved, next: { window, cursor: null } }), 'is damaged');
  });

  test.each(['', 5, {}, undefined])('is one with the cursor %j', (cursor) => {
    const window = { from: '2026-05-01T00:00:00.000Z', to: '2026-06-01T00:00:00.000Z' };
    expectRefusal(() => resume({ ...saved, next: { window, cursor } }), 'is damaged');
  });

  test('is one that a prototype lends, or a getter makes up', () => {
    expectRefusal(() => resume(Object.create(saved)), 'is no checkpoint');
    expectRefusal(() => resume(JSON.parse(`{"__proto__":${JSON.stringify(saved)}}`)), 'is no checkpoint');
    expectRefusal(
      () => resume({ ...saved, next: Object.create({ window: {}, cursor: null }) }),
      'is damaged',
    );
    const getter = Object.defineProperty({ ...saved }, 'version', { get: () => 1 });
    expectRefusal(() => resume(getter), 'is no checkpoint');
  });
});

type Path = readonly string[];

function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => [[...path, key], ...pathsIn(part, [...path, key])]);
}

function replaced(whole: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  return Object.fromEntries(
    Object.entries(Object(whole)).map(([each, part]) => [
      each,
      each === key ? replaced(part, rest, value) : part,
    ]),
  );
}
