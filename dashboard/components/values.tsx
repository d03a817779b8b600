import type { ComponentChildren } from 'preact';

const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
const day = { month: 'short', day: 'numeric' } as const;
const toTheSecond = formatsWith(time);
const toTheMillisecond = formatsWith({ ...time, fractionalSecondDigits: 3 });

function formatsWith(options: Intl.DateTimeFormatOptions) {
  return {
    today: new Intl.DateTimeFormat(undefined, options),
    thisYear: new Intl.DateTimeFormat(undefined, { ...day, ...options }),
    otherYear: new Intl.DateTimeFormat(undefined, { year: 'numeric', ...day, ...options }),
  };
}

/**
 * A time in the time zone of the reader, to the second; an `exact` time to the millisecond. The day is left out today, and the year
 * this year.
 */
export function Time({ at, exact = false }: { at: string; exact?: boolean }) {
  return (
    <time class="numbers" dateTime={at} title={at}>
      {timeText(at, exact)}
    </time>
  );
}

/** The text of a `<Time>`. */
export function timeText(at: string, exact = false): string {
  const date = new Date(at);
  return formatFor(date, exact).format(date);
}

const dateOnly = new Intl.DateTimeFormat(undefined, { year: 'numeric', ...day });

/** A day in the time zone of the reader. */
export function Day({ at }: { at: string }) {
  return (
    <time class="numbers" dateTime={at} title={at}>
      {dateOnly.format(new Date(at))}
    </time>
  );
}

function formatFor(date: Date, exact: boolean): Intl.DateTimeFormat {
  const { today, thisYear, otherYear } = exact ? toTheMillisecond : toTheSecond;
  const now = new Date();
  if (date.toDateString() === now.toDateString()) return today;
  return date.getFullYear() === now.getFullYear() ? thisYear : otherYear;
}

/** An amount in units of the currency; a dash if there is none. */
export function Money({ amount, currency }: { amount: number | null | undefined; currency: string }) {
  if (typeof amount !== 'number') return <>—</>;
  return <span class="numbers">{formatMoney(amount, currency)}</span>;
}

export function formatMoney(amount: number, currency: string): string {
  // A client can send any text as the currency of a payment.
  if (!/^[a-z]{3}$/i.test(currency)) return `${amount.toFixed(2)} ${currency}`;
  const format = new Intl.NumberFormat(undefined, { style: 'currency', currency, minimumFractionDigits: 2 });
  return format.format(amount);
}

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

/** A duration in its two largest units, such as "2 h 5 min". Below a second, in milliseconds. */
export function formatDuration(milliseconds: number): string {
  const first = units.findIndex(([, size]) => milliseconds >= size);
  if (first === -1) return `${Math.round(milliseconds)} ms`;
  let rest = milliseconds;
  const parts: string[] = [];
  for (const [unit, size] of units.slice(first, first + 2)) {
    const number = Math.floor(rest / size);
    rest -= number * size;
    if (number > 0) parts.push(`${number} ${unit}`);
  }
  return parts.join(' ');
}

/** Returns the duration of a response, which readers compare, so it has one unit. */
export function milliseconds(duration: number | null): string {
  return duration === null ? '' : `${Math.round(duration).toLocaleString()} ms`;
}

/** Returns a number with its noun, such as "1 order" or "5 orders". */
export function countText(count: number, singular: string, plural = `${singular}s`): string {
  return `${count.toLocaleString()} ${count === 1 ? singular : plural}`;
}

/** Returns how long ago a time was, in the largest whole unit, such as "5 min ago". */
export function ageText(milliseconds: number): string {
  const unit = units.find(([, size]) => milliseconds >= size);
  return unit === undefined || unit[0] === 's'
    ? 'just now'
    : `${Math.floor(milliseconds / unit[1])} ${unit[0]} ago`;
}

/** Returns fields as text, such as `from: 2, to: 3`. */
export function fieldsText(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}

/** Names and values, such as the details of an order. Leaves out those without a value. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {facts
        .filter(([, value]) => value !== undefined && value !== null && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
