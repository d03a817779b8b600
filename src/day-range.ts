import { issuesIn, type Verdict } from './errors/issue.js';
import { RequestValidationError } from './errors/request-validation-error.js';
import { parseInstant, day as wholeDay } from './instants.js';
import { isText } from './options/checks.js';
import { readOptions } from './options/read-options.js';

/** Formatted dates do not show whether a year is before 1, and `Date.UTC` reads the years 0 to 99 as 1900 to 1999. */
const earliest = Date.UTC(1000, 0, 1);

const notCalculated = 'The range of the day was not calculated';

/** Options of `dayRange()`. */
export interface DayRangeOptions {
  /**
   * When the day starts, as HH:MM on the clock of the time zone. With `04:00`, a business day ends at 04:00 of the next date.
   * Default: `00:00`.
   */
  startsAt?: string | undefined;
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
  const date = parseInstant(`${day}T00:00:00Z`) ?? Number.NaN;
  const clock = isText(timeZone) ? clockOf(timeZone) : undefined;
  const isDate = date >= earliest;
  if (!isDate || !clock) {
    throw invalid({
      day: isDate || 'must be a day as YYYY-MM-DD, such as 2026-11-01',
      timeZone: clock !== undefined || 'must be the IANA name of a time zone, such as Asia/Bangkok',
    });
  }
  const { startsAt } = readOptions(notCalculated, options, (option) => ({
    startsAt: option('startsAt', checkTime, '00:00'),
  }));
  const start = Date.parse(`${day}T${startsAt}:00Z`);
  const from = firstAt(start, clock);
  if (timeAt(from, clock) >= date + wholeDay)
    throw invalid({ day: 'does not exist, because the time zone skipped it' });
  return { from: new Date(from), to: new Date(firstAt(start + wholeDay, clock) - 1) };
}

function invalid(verdicts: Readonly<Record<string, true | string>>): RequestValidationError {
  return new RequestValidationError(notCalculated, issuesIn(verdicts));
}

function checkTime(time: unknown): Verdict {
  const isTime = typeof time === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(time);
  return isTime || 'must be a time as HH:MM, such as 04:00';
}

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
