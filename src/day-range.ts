import { issuesIn, isText } from './checks.js';
import { RequestValidationError } from './errors/request-validation-error.js';
import { parseInstant, day as wholeDay } from './instants.js';

/** Formatted dates do not show whether a year is before 1, and `Date.UTC` reads the years 0 to 99 as 1900 to 1999. */
const earliest = Date.UTC(1000, 0, 1);

/**
 * Returns a day in a time zone, as the bounds of a list: its first and its last millisecond. If daylight saving starts or ends, the
 * day can have 23 or 25 hours. If the clocks skip midnight, the day begins when they continue.
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
 * const { from, to } = dayRange('2026-11-01', 'Asia/Bangkok');
 * const orders = await outlet.orders.list({ from, to, status: 'complete' }).toArray();
 * ```
 */
export function dayRange(
  day: string,
  timeZone: string,
): {
  /** The first millisecond of the day. */
  from: Date;
  /** The last millisecond of the day. */
  to: Date;
} {
  const date = parseInstant(`${day}T00:00:00Z`) ?? Number.NaN;
  const calendar = isText(timeZone) ? calendarOf(timeZone) : undefined;
  const isDate = date >= earliest;
  if (!isDate || !calendar) {
    throw invalid({
      day: isDate || 'must be a day as YYYY-MM-DD, such as 2026-11-01',
      timeZone: calendar !== undefined || 'must be the IANA name of a time zone, such as Asia/Bangkok',
    });
  }
  const from = startOf(date, calendar);
  if (dateAt(from, calendar) !== date)
    throw invalid({ day: 'does not exist, because the time zone skipped it' });
  return { from: new Date(from), to: new Date(startOf(date + wholeDay, calendar) - 1) };
}

function invalid(verdicts: Readonly<Record<string, true | string>>): RequestValidationError {
  return new RequestValidationError('The range of the day was not calculated', issuesIn(verdicts));
}

/** Returns a format for the dates of a time zone; `undefined` if the runtime does not know the time zone. */
function calendarOf(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' });
  } catch {
    return undefined;
  }
}

/** Returns the date of an instant, as midnight UTC. */
function dateAt(instant: number, calendar: Intl.DateTimeFormat): number {
  const parts = calendar.formatToParts(instant);
  const read = (name: string) => Number(parts.find(({ type }) => type === name)?.value);
  return Date.UTC(read('year'), read('month') - 1, read('day'));
}

/** Returns when a date starts, or the next date if the time zone skipped this one. Bisects the days around midnight UTC. */
function startOf(date: number, calendar: Intl.DateTimeFormat): number {
  let [before, start] = [date - wholeDay, date + wholeDay];
  while (start - before > 1) {
    const middle = Math.floor((before + start) / 2);
    if (dateAt(middle, calendar) < date) before = middle;
    else start = middle;
  }
  return start;
}
