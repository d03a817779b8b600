/** Exact sums: amounts are counted in hundredths, as whole numbers, and put into decimals only to be shown. */

/** Hundredths of the currency's unit. */
export type Minor = bigint;

const rateScale = 1_000_000n;

export function toMinor(amount: number): Minor {
  return BigInt(Math.round(amount * 100));
}

export function fromMinor(minor: Minor): number {
  return Number(minor) / 100;
}

/** Whether a value is an amount of whole hundredths, so that counting them loses nothing. */
export function isExact(value: unknown): value is number {
  const hundredths = Math.round(Number(value) * 100);
  return Number.isSafeInteger(hundredths) && hundredths / 100 === value;
}

export function sum(amounts: readonly Minor[]): Minor {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

/** A decimal fraction, such as a tax rate of 0.07, as a fraction of whole numbers. */
export function toFraction(rate: number): { numerator: bigint; denominator: bigint } {
  return { numerator: BigInt(Math.round(rate * Number(rateScale))), denominator: rateScale };
}

/** Divides amounts of 0 or more, rounding half up. */
export function divide(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

/** Splits an amount by weights. Shares are rounded so that they add up to the amount. */
export function allocate(amount: Minor, weights: readonly bigint[]): Minor[] {
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
