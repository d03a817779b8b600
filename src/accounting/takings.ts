import { businessDayOf, checkDayStart, checkTimeZone, type DayRangeOptions } from '../day-range.js';
import type { Order } from '../entities/index.js';
import type { Verdict } from '../errors/issue.js';
import { assertValid } from '../errors/request-validation-error.js';
import { parseInstant } from '../instants.js';
import { readOptions } from '../options/read-options.js';
import { checkCurrency, checkMoney, inMinorUnits } from './minor-units.js';

/** What the API does not return, for `takingsOf()`. */
export interface TakingsOptions extends DayRangeOptions {
  /** The IANA name of the outlet's time zone, such as `Asia/Bangkok`. */
  readonly timeZone: string;
  /** The currency of payments that have none, such as `THB`. */
  readonly currency: string;
}

/** What an order has taken on a business day, with one payment method, in one currency. */
export interface Taking {
  /** The business day of the payments, as YYYY-MM-DD. */
  readonly day: string;
  /** Their `offlineMethod`, or `unknown`. */
  readonly method: string;
  /** The currency code, such as `THB`. */
  readonly currency: string;
  /** The sum in the smallest unit of the currency: 1250 are 12.50 EUR, and 12.500 KWD are 12500. */
  readonly minorUnits: number;
}

/**
 * Returns what an order has taken: the sum of its payments for each business day, payment method and currency. A payment belongs to
 * the day of its own `created`. Only a complete order has taken something, so the result for a cancelled one is empty. Refunds, tips
 * and tax are undocumented. API specification: Resources › Payment.
 * @param order - as returned by `outlet.orders.get` or `outlet.orders.list`
 * @throws {@link RequestValidationError} if an option is invalid, or a payment cannot be counted: its amount or its time is missing, or
 * it has more decimals than its currency
 * @example
 * ```ts
 * for (const { day, method, currency, minorUnits } of takingsOf(order, { timeZone: 'Asia/Bangkok', startsAt: '04:00', currency: 'THB' }))
 *   await ledger.add([day, method, currency].join('/'), minorUnits);
 * ```
 */
export function takingsOf(order: Order, options: TakingsOptions): Taking[] {
  const what = `The takings of order ${order.id} were not calculated`;
  const {
    timeZone,
    startsAt,
    currency: outletCurrency,
  } = readOptions(what, options, (option) => ({
    timeZone: option('timeZone', checkTimeZone),
    startsAt: option('startsAt', checkDayStart, '00:00'),
    currency: option('currency', checkCurrency),
  }));
  if (order.status !== 'complete') return [];
  const payments = (order.payments ?? []).map((payment) => ({
    amount: payment.amount ?? Number.NaN,
    currency: payment.currency ?? outletCurrency,
    method: payment.offlineMethod ?? 'unknown',
    created: payment.created ?? '',
  }));
  const verdicts = payments.flatMap(({ amount, currency, created }, index) =>
    Object.entries({
      ...checkMoney(amount, currency),
      created: parseInstant(created) !== undefined || 'must be a time with a time zone',
    }).map(([field, verdict]): [string, Verdict] => [`payments[${index}].${field}`, verdict]),
  );
  assertValid(what, Object.fromEntries(verdicts));
  const takings = new Map<string, Taking>();
  for (const { amount, currency, method, created } of payments) {
    const day = businessDayOf(created, timeZone, { startsAt });
    const key = JSON.stringify([day, method, currency]);
    const minorUnits = inMinorUnits(amount, currency) + (takings.get(key)?.minorUnits ?? 0);
    takings.set(key, { day, method, currency, minorUnits });
  }
  return [...takings.values()];
}
