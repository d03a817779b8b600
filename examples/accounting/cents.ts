/**
 * Decimal text as whole cents. Amounts that are finer are rounded so that the cents add up to the rounded sum, whatever the number of
 * amounts: each one takes along what the last one left.
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

/** Cents as the number that JSON carries: at the last moment, and nothing is reckoned with it any more. */
export function asNumber(cents: bigint): number {
  return Number(`${cents}e-2`);
}

/** Cents as people read them. */
export function asText(cents: bigint): string {
  return asNumber(cents).toFixed(2);
}
