/** Stricter than `Date.parse`, which accepts dates without time, local times and 30 February. */
const rfc3339 =
  /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d+))?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * Returns milliseconds since the epoch, or `undefined` for an invalid value. Fractions of a millisecond are rounded down, or up
 * for the end of a range, so that a range never shrinks.
 */
export function parseInstant(value: unknown, rounding: 'down' | 'up' = 'down'): number | undefined {
  const milliseconds = value instanceof Date ? value.getTime() : parseText(value, rounding);
  return milliseconds >= earliest && milliseconds <= latest ? milliseconds : undefined;
}

/** Formats an instant as it is sent: ISO 8601 in UTC with milliseconds. */
export function formatInstant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** A day in milliseconds. */
export const day = 24 * 60 * 60 * 1_000;

/** The range of years with four digits, in UTC. */
const earliest = Date.parse('0000-01-01T00:00:00.000Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

function parseText(value: unknown, rounding: 'down' | 'up'): number {
  const match = typeof value === 'string' ? rfc3339.exec(value.toUpperCase()) : null;
  if (!match) return Number.NaN;
  const [, day = '', time = '', fraction = '', offset = ''] = match;
  if (!isCalendarDay(day)) return Number.NaN;
  const thousandths = fraction.padEnd(3, '0').slice(0, 3);
  const finer = rounding === 'up' && /[1-9]/.test(fraction.slice(3)) ? 1 : 0;
  return Date.parse(`${day}T${time}.${thousandths}${offset}`) + finer;
}

function isCalendarDay(day: string): boolean {
  // `Date` parses 30 February as a day of March.
  return new Date(`${day}T00:00:00Z`).getUTCDate() === Number(day.slice(-2));
}

/** Returns whether a value is a time in milliseconds since the epoch. */
export function isTime(value: unknown): value is number {
  return typeof value === 'number' && parseInstant(new Date(value)) !== undefined;
}
