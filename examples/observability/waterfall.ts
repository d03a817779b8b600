import { styleText } from 'node:util';
import type { HrTime } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';

/** The parts of a bar. */
const parts = {
  queue: { character: '·', color: 'yellow', label: 'queue' },
  attempt: { character: '█', color: 'green', label: 'attempt' },
  failed: { character: '×', color: 'red', label: 'failed attempt' },
  backoff: { character: '~', color: 'cyan', label: 'backoff' },
} as const;
type Part = keyof typeof parts;

/** An attempt of a call, from an event of its span. Times are in milliseconds. */
interface Attempt {
  readonly sentAt: number;
  readonly queue: number;
  readonly backoff: number;
  readonly duration: number;
  /** The HTTP status, or the name of the error. */
  readonly result: string;
  readonly failed: boolean;
}

const nameWidth = 20;
const barWidth = 35;
const numberWidth = 8;

/** Explains the characters of the bars. */
export function legend(): string {
  const entries = Object.values(parts).map(
    ({ character, color, label }) => `${inColor(color, character)} ${label}`,
  );
  return `${entries.join('   ')}   (numbers: milliseconds)`;
}

/** Draws a trace: a span, and the calls below it in the order of their start. Each call has a bar of its queue, attempts and backoff. */
export function waterfall(root: ReadableSpan, spans: readonly ReadableSpan[]): string[] {
  const start = milliseconds(root.startTime);
  const duration = milliseconds(root.endTime) - start;
  const axis = `0${`${round(duration)} ms`.padStart(barWidth - 1)}`;
  const calls = spans
    .filter(({ parentSpanContext }) => parentSpanContext?.spanId === root.spanContext().spanId)
    .toSorted((one, other) => milliseconds(one.startTime) - milliseconds(other.startTime));
  return [
    inColor('bold', row(root.name, axis, ['queue', 'sent', 'backoff'])),
    ...calls.flatMap((call) => {
      const attempts = attemptsOf(call);
      const sums = [sum(attempts, 'queue'), sum(attempts, 'duration'), sum(attempts, 'backoff')].map(
        (time) => (time < 0.5 ? '-' : round(time)),
      );
      return [row(`  ${call.name}`, bar(attempts, start, duration), sums), ...resultsOf(attempts)];
    }),
  ];
}

function attemptsOf(call: ReadableSpan): Attempt[] {
  return call.events
    .filter(({ name }) => name === 'attempt')
    .map(({ time, attributes = {} }) => {
      const error = attributes['error.type'];
      const inMilliseconds = (name: string) => Number(attributes[name] ?? 0) * 1_000;
      return {
        sentAt: milliseconds(time),
        queue: inMilliseconds('outlet.queue.duration'),
        backoff: inMilliseconds('outlet.backoff.duration'),
        duration: inMilliseconds('outlet.attempt.duration'),
        result: String(attributes['http.response.status_code'] ?? error),
        failed: error !== undefined,
      };
    });
}

/** Draws the attempts to scale, without gaps. The backoff before an attempt comes before its queue. An attempt has at least one column. */
function bar(attempts: readonly Attempt[], start: number, duration: number): string {
  const columns = new Array<Part | undefined>(barWidth).fill(undefined);
  const column = (time: number) => Math.max(Math.round(((time - start) / duration) * barWidth), 0);
  let drawn = 0;
  function draw(part: Part | undefined, end: number): void {
    columns.fill(part, drawn, end);
    drawn = Math.max(drawn, end);
  }
  for (const [index, { sentAt, queue, backoff, duration, failed }] of attempts.entries()) {
    const queuedAt = sentAt - queue;
    if (index === 0) draw(undefined, column(queuedAt));
    if (backoff >= 0.5) draw('backoff', column(queuedAt));
    draw('queue', Math.min(column(sentAt), barWidth - 1));
    draw(failed ? 'failed' : 'attempt', Math.max(column(sentAt + duration), drawn + 1));
  }
  return columns.map((part) => (part ? inColor(parts[part].color, parts[part].character) : ' ')).join('');
}

/** Returns a line with the result of each attempt, if there are several. */
function resultsOf(attempts: readonly Attempt[]): string[] {
  if (attempts.length < 2) return [];
  const results = attempts.map(
    ({ result, duration }, index) => `attempt ${index + 1}: ${result} in ${round(duration)}`,
  );
  return [`${' '.repeat(nameWidth + 1)}${results.join(', ')}`];
}

function row(name: string, columns: string, numbers: readonly string[]): string {
  return `${name.padEnd(nameWidth)} ${columns}${numbers.map((number) => number.padStart(numberWidth)).join('')}`;
}

function sum(attempts: readonly Attempt[], time: 'queue' | 'duration' | 'backoff'): number {
  return attempts.reduce((total, attempt) => total + attempt[time], 0);
}

/** Colors text in a terminal with colors. */
function inColor(format: 'bold' | (typeof parts)[Part]['color'], text: string): string {
  return process.stdout.isTTY && process.stdout.hasColors() ? styleText(format, text) : text;
}

function milliseconds([seconds, nanoseconds]: HrTime): number {
  return seconds * 1_000 + nanoseconds / 1_000_000;
}

function round(time: number): string {
  return Math.round(time).toLocaleString('en-US');
}
