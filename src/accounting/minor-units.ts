import type { Verdict } from '../errors/issue.js';
import { assertValid } from '../errors/request-validation-error.js';
import { amount as exactAmount } from './decimal.js';

/**
 * The currencies of ISO 4217 without 2 decimals. `Intl.NumberFormat` is no source: it has 0 decimals for HUF, IDR, COP and 14 others
 * of 2, because cash has none there.
 */
const decimals: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};
const decimalsOf = new Map(
  Object.entries(decimals).flatMap(([digits, codes]) =>
    codes.split(' ').map((code) => [code, Number(digits)]),
  ),
);

/**
 * Returns how many decimals a currency has by ISO 4217: 0 for VND, 2 for EUR, 3 for KWD, and 2 for a code that it does not know.
 * @param currency - A code of three capital letters, such as `THB`.
 * @throws {@link RequestValidationError} if `currency` is no code
 * @example
 * ```ts
 * const decimals = currencyDecimals('KWD'); // 3
 * const text = (minorUnits / 10 ** decimals).toFixed(decimals); // 12345 is '12.345'
 * ```
 */
export function currencyDecimals(currency: string): number {
  assertValid('The currency has no decimals', { currency: checkCurrency(currency) });
  return decimalsOf.get(currency) ?? 2;
}

/**
 * Returns an amount in the smallest unit of its currency, as a whole number: 12.5 EUR are 1250, and 12.345 KWD are 12345. Add up these
 * numbers, because sums of decimal fractions are not exact.
 * @param amount - In units of the currency. What is beyond 6 decimals counts as noise, so that 0.1 + 0.2 EUR are 30.
 * @throws {@link RequestValidationError} if `amount` is no number, has more decimals than the currency, or is too large to be exact
 * @example
 * ```ts
 * const paid = inMinorUnits(1.1, 'EUR') + inMinorUnits(2.2, 'EUR'); // 330
 * ```
 */
export function inMinorUnits(amount: number, currency: string): number {
  assertValid('The amount was not converted', checkMoney(amount, currency));
  return unitsOf(amount, currency);
}

/** Returns what is wrong with an amount and its currency. */
export function checkMoney(amount: unknown, currency: unknown): Record<'amount' | 'currency', Verdict> {
  const isCurrency = checkCurrency(currency);
  return { amount: isCurrency !== true || checkAmount(amount, String(currency)), currency: isCurrency };
}

function checkAmount(amount: unknown, currency: string): Verdict {
  if (typeof amount !== 'number' || !Number.isFinite(amount)) return 'must be a number';
  const units = unitsOf(amount, currency);
  if (Number.isSafeInteger(units)) return true;
  if (Number.isInteger(units)) return 'is too large to be exact';
  return `has more decimals than ${currency}, which has ${currencyDecimals(currency)}`;
}

export function checkCurrency(currency: unknown): Verdict {
  const isCode = typeof currency === 'string' && /^[A-Z]{3}$/.test(currency);
  return isCode || 'must be a code of three capital letters, such as THB';
}

function unitsOf(amount: number, currency: string): number {
  return Number(exactAmount(amount).times(10 ** currencyDecimals(currency)));
}
