import Big from 'big.js';

/** An exact decimal number. */
export type Decimal = Big;

export const zero: Decimal = new Big(0);
export const one: Decimal = new Big(1);

/** Those of the finest figure that the service documents. */
const mostPlaces = 6;
const fewestPlaces = 2;

/** A number as it was written, to 6 decimal places: what sums of doubles leave behind stands further back. */
export function decimal(value: number): Decimal {
  return new Big(String(value)).round(mostPlaces);
}

/** A unit of the last of so many decimal places. */
export function unitOf(places: number): Decimal {
  return new Big(`1e-${places}`);
}

export function sum(amounts: readonly Decimal[]): Decimal {
  return amounts.reduce((total, amount) => total.plus(amount), zero);
}

/** How many decimal places amounts have: at least 2. */
export function placesOf(amounts: readonly Decimal[]): number {
  // From the digits of each and its exponent; there are no zeros at the end.
  return amounts.reduce((most, { c, e }) => Math.max(most, c.length - 1 - e), fewestPlaces);
}

/** An amount as text: with 2 decimal places, and more where it has more. */
export function amountText(amount: Decimal): string {
  return amount.toFixed(placesOf([amount]));
}

/** A number as text, with as many decimal places as it has. */
export function shortest(number: Decimal): string {
  return number.toFixed();
}
