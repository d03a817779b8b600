import fc from 'fast-check';
import { expect, it } from 'vitest';
import { allocate, divide, isExact, sum } from '../../src/fake/money.js';

const minor = fc.bigInt({ min: 0n, max: 100_000n });

it('shares add up to what is shared, and none is more than a cent off', () => {
  fc.assert(
    fc.property(minor, fc.array(minor, { minLength: 1, maxLength: 5 }), (amount, weights) => {
      const whole = sum(weights);
      fc.pre(whole > 0n);
      const shares = allocate(amount, weights);

      expect(sum(shares)).toBe(amount);
      for (const [index, share] of shares.entries()) {
        const error = share * whole - amount * (weights[index] ?? 0n);
        expect(error <= whole && error >= -whole).toBe(true);
      }
    }),
  );
});

it('nothing is shared where nothing has weight', () => {
  expect(allocate(0n, [0n, 0n])).toEqual([0n, 0n]);
});

it.each([
  [5n, 10n, 1n],
  [4n, 10n, 0n],
  [15n, 10n, 2n],
  [0n, 3n, 0n],
])('%s / %s rounds to %s', (dividend, divisor, expected) => {
  expect(divide(dividend, divisor)).toBe(expected);
});

it('whole hundredths are exact, and nothing between them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (hundredths) => {
      expect([hundredths / 100, (hundredths + 0.4) / 100].map(isExact)).toEqual([true, false]);
    }),
  );
});

it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_VALUE, '1', null, undefined])(
  '%s is not exact',
  (value) => {
    expect(isExact(value)).toBe(false);
  },
);
