/**
 * Converts decimal strings to whole cents. Amounts with more decimals are rounded so that the cents add up to the rounded sum: each
 * amount carries its rounding error to the next.
 */
export function inCents(amounts: readonly string[]): bigint[] {
  let exact = 0n;
  let rounded = 0n;
  return amounts.map((amount) => {
    exact += millionths(amount);
    const before = rounded;
    rounded = (exact + 5_000n) / 10_000n;
    return rounded - before;
  });
}

function millionths(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(6, '0'));
}

export function sum(cents: readonly bigint[]): bigint {
  return cents.reduce((total, amount) => total + amount, 0n);
}

/** Converts cents to a number for JSON. Do not calculate with the number. */
export function asNumber(cents: bigint): number {
  return Number(`${cents}e-2`);
}

/** Formats cents for people. */
export function asText(cents: bigint): string {
  return asNumber(cents).toFixed(2);
}
