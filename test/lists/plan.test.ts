import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holdsUp, isTooLong, type Line, mostHeld, paceOf, shareOf } from '../../src/lists/plan.js';

const fast = { requestsPerSecond: 5, roundTrip: 50, answers: 9 };
const even = { ...fast, roundTrip: 200 };
const slow = { ...fast, roundTrip: 800 };
const lines: fc.Arbitrary<Line> = fc.record({
  requestsPerSecond: fc.oneof(
    fc.constant(Number.POSITIVE_INFINITY),
    fc.double({ min: 0.1, max: 1e4, noNaN: true }),
  ),
  roundTrip: fc.double({ min: 0, max: 1e5, noNaN: true }),
  answers: fc.nat(9),
});
const concurrencies = fc.oneof(fc.constant('auto' as const), fc.integer({ min: 1, max: 10_000 }));

describe('the pace', () => {
  test('is one walker, and nothing ahead, until a second page was taken', () => {
    fc.assert(
      fc.property(concurrencies, lines, fc.nat(1), (concurrency, line, taken) => {
        expect(paceOf(concurrency, line, taken)).toMatchObject({ walkers: 1, ahead: 0, cuts: false });
      }),
    );
  });

  test('stays within what was asked for and what may be held', () => {
    fc.assert(
      fc.property(concurrencies, lines, fc.nat(1e6), (concurrency, line, taken) => {
        const { walkers, pages, ahead, aheadInAll } = paceOf(concurrency, line, taken);
        expect(Number.isInteger(walkers)).toBe(true);
        expect(walkers).toBeGreaterThanOrEqual(1);
        expect(walkers).toBeLessThanOrEqual(
          concurrency === 'auto' ? mostHeld : Math.min(concurrency, mostHeld),
        );
        expect(pages).toBeGreaterThanOrEqual(3);
        expect(pages).toBeLessThanOrEqual(10);
        expect(aheadInAll).toBeLessThanOrEqual(mostHeld);
        // All walkers and the consumer have room for a window each, unless windows are as short as can be.
        if (pages > 3) expect((walkers + 1) * pages).toBeLessThanOrEqual(mostHeld);
        if (walkers > 1) expect(ahead).toBeGreaterThanOrEqual(pages);
      }),
    );
  });

  test('grows with the pages that were taken', () => {
    expect([2, 3, 20].map((taken) => paceOf(20, fast, taken).walkers)).toEqual([7, 10, 20]);
  });

  test.each([1, 8, 'auto'] as const)(
    'of %s cuts nothing for the few pages that are wanted',
    (concurrency) => {
      expect(paceOf(concurrency, slow, 5, 12.3)).toMatchObject({ walkers: 1, ahead: 1, cuts: false });
      expect(paceOf(concurrency, slow, 40, 0.2)).toMatchObject({ walkers: 1, ahead: 1, cuts: false });
      expect(paceOf(concurrency, slow, 5, 30).walkers).toBe(1);
      expect(paceOf(concurrency, slow, 5, 31).walkers).toBe(paceOf(concurrency, slow, 5).walkers);
    },
  );

  test.each([
    { name: 'fast answers', line: fast, taken: 30, walkers: 1, ahead: 1, cuts: false },
    { name: 'fast answers, in the long run', line: fast, taken: 31, walkers: 1, ahead: 3, cuts: false },
    { name: 'answers as fast as the limit', line: even, taken: 30, walkers: 1, cuts: false },
    { name: 'answers as fast as the limit, in the long run', line: even, taken: 31, walkers: 2, cuts: false },
    { name: 'slow answers', line: slow, taken: 2, walkers: 6, cuts: true },
    {
      name: 'no limit',
      line: { ...slow, requestsPerSecond: Number.POSITIVE_INFINITY },
      taken: 99,
      walkers: 1,
      cuts: false,
    },
    {
      name: 'one slow answer',
      line: { ...slow, roundTrip: 290, answers: 1 },
      taken: 2,
      walkers: 1,
      cuts: false,
    },
    { name: 'many such answers', line: { ...slow, roundTrip: 290 }, taken: 2, walkers: 3, cuts: true },
  ])('suits $name', ({ name: _, line, taken, ...pace }) => {
    expect(paceOf('auto', line, taken)).toMatchObject(pace);
  });

  test('is what a number says, whatever the line', () => {
    expect(paceOf(1, slow, 99)).toMatchObject({ walkers: 1, ahead: 1, cuts: false });
    expect(paceOf(2, fast, 99)).toMatchObject({ walkers: 2, cuts: true });
  });
});

test('towards the end all windows get less, but not too little', () => {
  const pace = paceOf('auto', slow, 99);
  expect([Number.POSITIVE_INFINITY, 1_000, 30, 6].map((left) => shareOf(left, pace))).toEqual([10, 10, 5, 3]);
});

describe('a window is walked anew in parts', () => {
  const pace = paceOf('auto', slow, 99);
  const window = { fetched: 2, taken: 2, rest: undefined, expected: undefined };

  test.each([
    [{ ...window, rest: 31 }, true],
    [{ ...window, rest: 30 }, false],
    [{ ...window, fetched: 20, rest: 40 }, false],
    [{ ...window, fetched: 50, taken: 40, rest: 1_000 }, true],
    [{ ...window, fetched: 50, taken: 41, rest: 1_000 }, false],
    [window, false],
  ])('where much more is to come than came: %j %s', (haul, isCut) => {
    expect(isTooLong(haul, pace)).toBe(isCut);
  });

  test.each([
    [{ ...window, rest: 9 }, true],
    [{ ...window, rest: 8 }, false],
    [{ ...window, fetched: 30, taken: 30, rest: 30 }, false],
    [window, false],
    [{ ...window, fetched: 3, taken: 3 }, true],
    [{ ...window, fetched: 10, taken: 10 }, true],
    [{ ...window, fetched: 11, taken: 11 }, false],
    [{ ...window, fetched: 3, taken: 2, rest: 100 }, false],
  ])('where it was begun without a plan: %j %s', (haul, isCut) => {
    expect(holdsUp(haul, pace, false)).toBe(isCut);
  });

  test.each([
    [{ ...window, fetched: 20, taken: 20, expected: 5 }, true],
    [{ ...window, fetched: 19, taken: 19, expected: 5 }, false],
    [{ ...window, fetched: 20, taken: 20, expected: 5, rest: 20 }, false],
    [{ ...window, fetched: 20, taken: 20, expected: 5, rest: 21 }, true],
    [{ ...window, fetched: 40, taken: 40, expected: 5 }, true],
    [{ ...window, fetched: 41, taken: 41, expected: 5 }, false],
  ])('where it holds more than it was meant to, and all others wait for it: %j %s', (haul, isCut) => {
    expect(holdsUp(haul, pace, true)).toBe(isCut);
    expect(holdsUp(haul, pace, false)).toBe(false);
  });
});
