import { currencyDecimals } from 'outlet-open-api/accounting';

/**
 * Converts decimal strings to whole minor units, such as cents. Amounts with more decimals are rounded so that the results add up to
 * the rounded sum: each amount carries its rounding error to the next.
 */
export function inMinorUnits(amounts: readonly string[], currency: string): bigint[] {
  const unit = 10n ** BigInt(6 - currencyDecimals(currency));
  let exact = 0n;
  let rounded = 0n;
  return amounts.map((amount) => {
    exact += millionths(amount);
    const before = rounded;
    rounded = (exact + unit / 2n) / unit;
    return rounded - before;
  });
}

function millionths(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(6, '0'));
}

export function sum(minorUnits: readonly bigint[]): bigint {
  return minorUnits.reduce((total, amount) => total + amount, 0n);
}

/** Converts minor units to an amount for JSON. Do not calculate with the number. */
export function asNumber(minorUnits: bigint, currency: string): number {
  return Number(`${minorUnits}e-${currencyDecimals(currency)}`);
}

/** Formats minor units for people. */
export function asText(minorUnits: bigint, currency: string): string {
  return asNumber(minorUnits, currency).toFixed(currencyDecimals(currency));
}
