import fc from 'fast-check';
import { expect, test } from 'vitest';
import { densityOf, nextLength } from '../../src/lists/density.js';

const samples = fc.array(
  fc.record({
    length: fc.integer({ min: 1, max: 3e9 }),
    pages: fc.double({ min: 0, max: 1e4, noNaN: true }),
    isWhole: fc.boolean(),
  }),
  { maxLength: 12 },
);

test('the next window is some of the stretch, and never more', () => {
  fc.assert(
    fc.property(
      samples,
      fc.integer({ min: 1, max: 3e10 }),
      fc.integer({ min: 1, max: 10 }),
      (known, stretch, pages) => {
        const length = nextLength(known, stretch, pages);
        expect(length).toBeGreaterThan(0);
        expect(length).toBeLessThanOrEqual(stretch);
      },
    ),
  );
});

test('where the density is known, it has as many pages as it is meant to have', () => {
  const known = [{ length: 1_000, pages: 5, isWhole: true }];
  expect(densityOf(known)).toBe(0.005);
  expect(nextLength(known, 1e6, 10)).toBe(2_000);
});

test('it takes what would be left over too', () => {
  const known = [{ length: 1_000, pages: 5, isWhole: true }];
  expect(nextLength(known, 2_790, 10)).toBe(2_790);
  expect(nextLength(known, 2_800, 10)).toBe(2_000);
});

test('behind empty windows it grows step by step', () => {
  const empty = [2_000, 4_000, 1_000].map((length) => ({ length, pages: 0, isWhole: true }));
  expect(nextLength(empty.slice(0, 1), 1e6, 10)).toBe(8_000);
  expect(nextLength(empty, 1e6, 10)).toBe(16_000);
});

test('where nothing is known it begins small, and doubles', () => {
  expect(densityOf([])).toBeUndefined();
  expect(nextLength([], 128_000, 10)).toBe(1_000);
  const begun = { length: 1_000, pages: 0, isWhole: false };
  expect(densityOf([begun])).toBeUndefined();
  expect(nextLength([begun], 128_000, 10)).toBe(2_000);
});

test('what has not ended yet can tell that there is more, and never that there is less', () => {
  const known = { length: 1_000, pages: 5, isWhole: true };
  expect(densityOf([known, { length: 1_000, pages: 1, isWhole: false }])).toBe(0.005);
  expect(densityOf([known, { length: 1_000, pages: 2, isWhole: false }])).toBe(0.005);
  expect(densityOf([known, { length: 1_000, pages: 10, isWhole: false }])).toBe(0.0125);
  expect(nextLength([{ length: 1_000, pages: 10, isWhole: false }], 128_000, 10)).toBe(500);
});

test('a first page alone tells nothing of what is behind it', () => {
  expect(nextLength([{ length: 1_000, pages: 1, isWhole: false }], 128_000, 3)).toBe(2_000);
});
