import fc from 'fast-check';
import { expect, it } from 'vitest';
import { divide, isWholeCents, splitByRunningSum, sum } from '../../../src/fake/outlet/money.js';

const minor = fc.bigInt({ min: 0n, max: 100_000n });

it('shares add up to the amount, and none is more than a cent off', () => {
  fc.assert(
    fc.property(minor, fc.array(minor, { minLength: 1, maxLength: 5 }), (amount, weights) => {
      const whole = sum(weights);
      fc.pre(whole > 0n);
      const shares = splitByRunningSum(amount, weights);

      expect(sum(shares)).toBe(amount);
      for (const [index, share] of shares.entries()) {
        const error = share * whole - amount * (weights[index] ?? 0n);
        expect(error <= whole && error >= -whole).toBe(true);
      }
    }),
  );
});

it('splits nothing if the weights are zero', () => {
  expect(splitByRunningSum(0n, [0n, 0n])).toEqual([0n, 0n]);
});

it.each([
  [5n, 10n, 1n],
  [4n, 10n, 0n],
  [15n, 10n, 2n],
  [0n, 3n, 0n],
])('%s / %s rounds to %s', (dividend, divisor, expected) => {
  expect(divide(dividend, divisor)).toBe(expected);
});

it('whole cents are accepted, and fractions of a cent are not', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (cents) => {
      expect([cents / 100, (cents + 0.4) / 100].map(isWholeCents)).toEqual([true, false]);
    }),
  );
});

it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_VALUE, '1', null, undefined])(
  '%s is not an amount in whole cents',
  (value) => {
    expect(isWholeCents(value)).toBe(false);
  },
);
