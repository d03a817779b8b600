import { dayRange, type Order } from 'outlet-open-api';

/** What the API does not return. */
export interface TakingsSettings {
  /** The time zone of the outlet, such as `Asia/Bangkok`. */
  readonly timeZone: string;
  /** When a business day starts. With `04:00`, a payment at 01:30 belongs to the date before. */
  readonly dayStartsAt: string;
  /** The currency of payments that have none. */
  readonly currency: string;
}

/** What was paid for an order. */
export interface Taking {
  /** The business day, as YYYY-MM-DD. */
  readonly day: string;
  readonly method: string;
  readonly currency: string;
  readonly cents: number;
}

/** Returns the payments of an order by business day and method. A cancelled order has taken nothing. */
export function takingsOf({ id, status, payments }: Order, settings: TakingsSettings): Taking[] {
  if (status !== 'complete') return [];
  return (payments ?? []).map(({ offlineMethod, amount, currency, created }) => {
    const exact = (amount ?? Number.NaN) * 100;
    const cents = Math.round(exact);
    // The sum of 0.1 and 0.05 is 0.15000000000000002.
    if (!(Math.abs(exact - cents) < 0.001))
      throw new Error(`Order ${id} has a payment that is not in whole cents.`);
    const hasTime = created && /(Z|[+-]\d\d:\d\d)$/.test(created);
    const time = hasTime ? Date.parse(created) : Number.NaN;
    if (Number.isNaN(time)) throw new Error(`Order ${id} has a payment without a valid time.`);
    return {
      day: businessDayOf(time, settings),
      method: offlineMethod ?? 'unknown',
      currency: currency ?? settings.currency,
      cents,
    };
  });
}

/** Returns the business day of a time. */
export function businessDayOf(time: number, { timeZone, dayStartsAt }: TakingsSettings): string {
  // Sweden writes dates as YYYY-MM-DD.
  const date = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(time);
  const { from } = dayRange(date, timeZone, { startsAt: dayStartsAt });
  if (time >= from.getTime()) return date;
  return new Date(Date.parse(date) - 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);
}
