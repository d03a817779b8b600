import type { TimestampInput } from './entities/field-types.js';
import { issuesIn, type Verdict } from './errors/issue.js';
import { RequestValidationError } from './errors/request-validation-error.js';
import { parseInstant, day as wholeDay } from './instants.js';
import { isText } from './options/checks.js';
import { readOptions } from './options/read-options.js';

/** Formatted dates do not show whether a year is before 1, and `Date.UTC` reads the years 0 to 99 as 1900 to 1999. */
const earliest = Date.UTC(1000, 0, 1);

/** Options of `dayRange()` and `businessDayOf()`. */
export interface DayRangeOptions {
  /**
   * When the day starts, as HH:MM on the clock of the time zone. With `04:00`, a business day ends at 04:00 of the next date.
   * Default: `00:00`.
   */
  readonly startsAt?: string | undefined;
}

/**
 * Returns a day in a time zone, as the bounds of a list: its first and its last millisecond. If daylight saving starts or ends, the
 * day can have 23 or 25 hours. If the clocks skip the start of the day, it begins when they continue. If they show the start twice,
 * the day begins the first time.
 *
 * `to` is one millisecond before the next day, so that two days share no instant. If the API includes both bounds of a range, as
 * the fake does by default, lists of consecutive days contain each record once. The API specification does not define this. If the
 * API excludes `to`, no list contains a record of the last millisecond of a day. If it excludes both bounds, the same is true of the
 * first millisecond. API specification: Limits.
 * @param day - A day as YYYY-MM-DD, from the year 1000 on, such as `2026-11-01`.
 * @param timeZone - The IANA name of a time zone, such as `Asia/Bangkok`.
 * @throws {@link RequestValidationError} if an argument is invalid, or if the time zone skipped the day, as Pacific/Apia did with 2011-12-30
 * @example
 * ```ts
 * const { from, to } = dayRange('2026-11-01', 'Asia/Bangkok', { startsAt: '04:00' });
 * const orders = await outlet.orders.list({ from, to, status: 'complete' }).toArray();
 * ```
 */
export function dayRange(
  day: string,
  timeZone: string,
  options?: DayRangeOptions,
): {
  /** The first millisecond of the day. */
  from: Date;
  /** The last millisecond of the day. */
  to: Date;
} {
  const what = 'The range of the day was not calculated';
  const date = parseInstant(`${day}T00:00:00Z`) ?? Number.NaN;
  const [clock, startsAt] = readDay(what, timeZone, options, {
    day: date >= earliest || 'must be a day as YYYY-MM-DD, such as 2026-11-01',
  });
  const from = firstAt(date + startsAt, clock);
  if (timeAt(from, clock) >= date + wholeDay) {
    const message = 'does not exist, because the time zone skipped it';
    throw new RequestValidationError(what, [{ path: 'day', message }]);
  }
  return { from: new Date(from), to: new Date(firstAt(date + wholeDay + startsAt, clock) - 1) };
}

/**
 * Returns the business day of an instant in a time zone, as YYYY-MM-DD: the day whose `dayRange` contains it. With a day that starts
 * at `04:00`, a payment at 01:30 belongs to the date before.
 * @param instant - A `Date`, or an ISO 8601 string with a time zone, such as `created` of a payment.
 * @param timeZone - The IANA name of a time zone, such as `Asia/Bangkok`.
 * @throws {@link RequestValidationError} if an argument is invalid
 * @example
 * ```ts
 * businessDayOf('2026-11-01T18:30:00Z', 'Asia/Bangkok', { startsAt: '04:00' }); // '2026-11-01', at 01:30 of the next date
 * ```
 */
export function businessDayOf(instant: TimestampInput, timeZone: string, options?: DayRangeOptions): string {
  const time = parseInstant(instant) ?? Number.NaN;
  const [clock, startsAt] = readDay('The business day was not calculated', timeZone, options, {
    instant: time >= earliest + wholeDay || 'must be a Date, or an ISO 8601 string with a time zone',
  });
  const date = Math.floor(timeAt(time, clock) / wholeDay) * wholeDay;
  const day = time < firstAt(date + startsAt, clock) ? date - wholeDay : date;
  return new Date(day).toISOString().slice(0, 10);
}

/** Returns the clock of a time zone, and when its days start in milliseconds after midnight. */
function readDay(
  what: string,
  timeZone: string,
  options: DayRangeOptions | undefined,
  others: Readonly<Record<string, Verdict>>,
): [clock: Intl.DateTimeFormat, startsAt: number] {
  const clock = isText(timeZone) ? clockOf(timeZone) : undefined;
  const issues = issuesIn({ ...others, timeZone: clock !== undefined || unknownTimeZone });
  if (!clock || issues.length > 0) throw new RequestValidationError(what, issues);
  const { startsAt } = readOptions(what, options, (option) => ({
    startsAt: option('startsAt', checkDayStart, '00:00'),
  }));
  return [clock, Date.parse(`1970-01-01T${startsAt}:00Z`)];
}

/** Checks the time at which a day starts. */
export function checkDayStart(time: unknown): Verdict {
  const isTime = typeof time === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(time);
  return isTime || 'must be a time as HH:MM, such as 04:00';
}

export function checkTimeZone(timeZone: unknown): Verdict {
  return (isText(timeZone) && clockOf(timeZone) !== undefined) || unknownTimeZone;
}

const unknownTimeZone = 'must be the IANA name of a time zone, such as Asia/Bangkok';

/** Returns a format for the times of a time zone; `undefined` if the runtime does not know the time zone. */
function clockOf(timeZone: string): Intl.DateTimeFormat | undefined {
  const date = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  const time = { hour: 'numeric', minute: 'numeric', hourCycle: 'h23' } as const;
  try {
    return new Intl.DateTimeFormat('en', { timeZone, ...date, ...time });
  } catch {
    return undefined;
  }
}

/** Returns what the clock shows at an instant, to the minute, as if it were UTC. */
function timeAt(instant: number, clock: Intl.DateTimeFormat): number {
  const parts = clock.formatToParts(instant);
  const read = (name: string) => Number(parts.find(({ type }) => type === name)?.value);
  return Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'));
}

/** Returns when the clock first shows a time, or a later one if it skips this one. Bisects the two days around this time in UTC. */
function firstAt(time: number, clock: Intl.DateTimeFormat): number {
  let [before, start] = [time - wholeDay, time + wholeDay];
  while (start - before > 1) {
    const middle = Math.floor((before + start) / 2);
    if (timeAt(middle, clock) < time) before = middle;
    else start = middle;
  }
  // Clocks go back by up to two hours, so the bisection can find the second time.
  const shown = timeAt(start, clock);
  const earlier = [120, 60, 30].map((minutes) => start - minutes * 60_000);
  return earlier.find((instant) => timeAt(instant, clock) === shown) ?? start;
}
