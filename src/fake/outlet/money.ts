/** Money in cents, as `bigint`. Independent of `outlet-open-api/accounting`, so that tests can compare the two. */

const rateDecimals = 15;

export function toCents(amount: number): bigint {
  return BigInt(Math.round(amount * 100));
}

export function fromCents(cents: bigint): number {
  return Number(cents) / 100;
}

export function isWholeCents(value: unknown): value is number {
  const cents = Math.round(Number(value) * 100);
  return Number.isSafeInteger(cents) && cents / 100 === value;
}

export function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

/** Returns a rate such as 0.07 as a fraction of whole numbers, exact to 15 decimals. */
export function toFraction(rate: number): { numerator: bigint; denominator: bigint } {
  const numerator = BigInt(rate.toFixed(rateDecimals).replace('.', ''));
  return { numerator, denominator: 10n ** BigInt(rateDecimals) };
}

/** Divides amounts of 0 or more, and rounds half up. */
export function divide(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

/**
 * Splits an amount in proportion to weights, by rounding the running sum. The shares add up to the amount. The API specification
 * does not define how shares are rounded, so the fake deliberately rounds in another way than `outlet-open-api/accounting`.
 */
export function splitByRunningSum(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = sum(weights);
  let weightSoFar = 0n;
  let sharedSoFar = 0n;
  return weights.map((weight) => {
    weightSoFar += weight;
    const shared = whole === 0n ? 0n : divide(amount * weightSoFar, whole);
    const share = shared - sharedSoFar;
    sharedSoFar = shared;
    return share;
  });
}
