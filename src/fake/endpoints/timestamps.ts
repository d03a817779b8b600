const rfc3339 =
  /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

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
