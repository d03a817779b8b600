import Big from 'big.js';

export type Decimal = Big;

export const zero: Decimal = new Big(0);

/** API specification: Resources › Goods receipt, rule 1. */
const tolerance = '0.01';
const minPlaces = 2;
const maxPlaces = 6;
/** Divisions are exact to 20 decimals. Comparisons round to fewer, so that 1/3 + 2/3 equals 1. */
const comparedPlaces = 12;

/** Returns a number exactly as JSON writes it. */
export function decimal(value: number): Decimal {
  return new Big(String(value));
}

/** Returns a number with at most 6 decimals. This removes floating-point noise, as in 0.30000000000000004. */
export function amount(value: number): Decimal {
  return decimal(value).round(maxPlaces);
}

export function sum(amounts: readonly Decimal[]): Decimal {
  return amounts.reduce((total, next) => total.plus(next), zero);
}

/** Returns whether two amounts differ by at most 0.01. */
export function isNear(first: Decimal, second: Decimal): boolean {
  return first.minus(second).round(comparedPlaces).abs().lte(tolerance);
}

/** Returns the highest number of decimals of the amounts, and at least 2. */
export function placesOf(amounts: readonly Decimal[]): number {
  // A Big is its digits `c`, without trailing zeros, and the exponent `e` of the first digit.
  return amounts.reduce((most, { c, e }) => Math.max(most, c.length - 1 - e), minPlaces);
}

/** Formats an amount with all its decimals, and at least 2. */
export function amountText(value: Decimal): string;
export function amountText(value: Decimal | null): string | null;
export function amountText(value: Decimal | null): string | null {
  return value?.toFixed(placesOf([value])) ?? null;
}

/**
 * Splits an amount in proportion to weights, by the largest remainder method. The shares add up to the amount. If the weights
 * add up to zero or less, all shares are zero.
 * @param places - the decimals of the shares: at least those of the amount
 */
export function allocate(whole: Decimal, weights: readonly Decimal[], places: number): Decimal[] {
  const divisor = sum(weights);
  if (divisor.lte(0)) return weights.map(() => zero);
  const unit = new Big(10).pow(-places);
  const step = divisor.times(unit);
  const shares = weights.map((weight) => {
    const dividend = whole.times(weight);
    const remainder = dividend.mod(step);
    const rest = remainder.lt(0) ? remainder.plus(step) : remainder;
    return { roundedDown: dividend.minus(rest).div(divisor), lost: rest.div(step).round(comparedPlaces) };
  });
  const unitsLeft = whole.minus(sum(shares.map(({ roundedDown }) => roundedDown))).div(unit);
  const byLoss = shares.toSorted((first, second) => second.lost.cmp(first.lost));
  const roundedUp = new Set(byLoss.slice(0, unitsLeft.toNumber()));
  return shares.map((share) => (roundedUp.has(share) ? share.roundedDown.plus(unit) : share.roundedDown));
}
