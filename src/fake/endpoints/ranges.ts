import { type Assumptions, inList, type PagedListName } from '../assumptions.js';
import { Problems } from '../service/http-error.js';

const maxRange = 31 * 24 * 60 * 60 * 1_000;
const rfc3339 =
  /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

/** Reads `from` and `to`. Returns whether an ISO 8601 timestamp is in this range. API specification: Limits › Date range. */
export function rangeOf(
  query: URLSearchParams,
  list: PagedListName,
  assumptions: Assumptions,
): (timestamp: string) => boolean {
  const from = readTimestamp(query.get('from'));
  const to = readTimestamp(query.get('to'));
  const problems = new Problems();
  const form = 'must be an RFC 3339 timestamp';
  problems.unless(from !== undefined, 'from', form);
  problems.unless(to !== undefined, 'to', form);
  if (from !== undefined && to !== undefined) {
    problems.unless(from <= to, 'from', 'must not be after to');
    problems.unless(to - from <= maxRange, 'to', 'must be at most 31 days after from');
  }
  problems.throwIfAny();
  const bounds = inList(assumptions.bounds, list);
  return (timestamp) => isWithin(Date.parse(timestamp), from ?? 0, to ?? 0, bounds);
}

/** Adds missing bounds: the range ends now, or has the greatest length. */
export function withDefaultRange(query: URLSearchParams, now: number): URLSearchParams {
  const complete = new URLSearchParams(query);
  const from = readTimestamp(query.get('from'));
  const to = readTimestamp(query.get('to')) ?? (from === undefined ? now : from + maxRange);
  if (!query.has('to')) complete.set('to', new Date(to).toISOString());
  if (!query.has('from')) complete.set('from', new Date(to - maxRange).toISOString());
  return complete;
}

function isWithin(
  instant: number,
  from: number,
  to: number,
  bounds: 'inclusive' | 'exclusive' | 'half-open',
): boolean {
  const isFrom = bounds !== 'exclusive' && instant === from;
  const isTo = bounds === 'inclusive' && instant === to;
  return isFrom || isTo || (from < instant && instant < to);
}

/** Returns the milliseconds since the epoch of an RFC 3339 timestamp, with their fraction; `undefined` for any other value. */
export function readTimestamp(value: unknown): number | undefined {
  const [text, year, month, day, , fraction = ''] = (typeof value === 'string' && rfc3339.exec(value)) || [];
  if (text === undefined || !isInCalendar(Number(year), Number(month), Number(day))) return undefined;
  return Date.parse(text.replace(fraction, '').toUpperCase()) + Number(`0${fraction}`) * 1_000;
}

/** Excludes days such as 30 February, which `Date` takes for days of the next month. */
function isInCalendar(year: number, month: number, day: number): boolean {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
