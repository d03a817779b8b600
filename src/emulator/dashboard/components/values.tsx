import type { ComponentChildren } from 'preact';

const timeOnly = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', hourCycle: 'h23' });
const dateAndTime = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'short',
  hourCycle: 'h23',
});

/** A time in the time zone of the reader: with seconds if it is today, otherwise with the date. */
export function Time({ at }: { at: string }) {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  return (
    <time class="numbers" dateTime={at} title={at}>
      {(isToday ? timeOnly : dateAndTime).format(date)}
    </time>
  );
}

/** An amount in units of the currency. */
export function Money({ amount, currency }: { amount: number; currency: string }) {
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

/** Names and values, such as the details of an order. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
