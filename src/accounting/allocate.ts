import { type Decimal, sum, unitOf, zero } from './decimal.js';

/**
 * Splits an amount by weights, in units of its last decimal place: each share is rounded down, and the units that are left go
 * one by one to those that lost most by it, the first of them where they lost the same. So shares add up to the amount.
 *
 * Where the weights come to nothing, nothing says who gets what: all shares are zero.
 *
 * @param places - decimal places of the shares, at least those of the amount
 */
export function allocate(amount: Decimal, weights: readonly Decimal[], places: number): Decimal[] {
  const whole = sum(weights);
  if (whole.lte(0)) return weights.map(() => zero);
  const unit = unitOf(places);
  const shares = weights.map((weight) => roundDown(amount.times(weight), whole, unit));
  const left = amount.minus(sum(shares.map(({ share }) => share))).div(unit);
  const fromMostLost = shares.toSorted((one, other) => other.lost.cmp(one.lost));
  const raised = new Set(fromMostLost.slice(0, left.toNumber()));
  return shares.map((entry) => (raised.has(entry) ? entry.share.plus(unit) : entry.share));
}

/** A quotient in whole units, and what of the dividend it leaves out. */
function roundDown(dividend: Decimal, divisor: Decimal, unit: Decimal): { share: Decimal; lost: Decimal } {
  const step = divisor.times(unit);
  const rest = dividend.mod(step);
  const lost = rest.lt(0) ? rest.plus(step) : rest;
  return { share: dividend.minus(lost).div(divisor), lost };
}
