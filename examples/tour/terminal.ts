import { Presets, SingleBar } from 'cli-progress';
import Table from 'cli-table3';
import color from 'picocolors';

/** Prints the tour. A terminal gets colours, frames and a progress bar. A file or a pipe gets plain lines. */
export const terminal = { title, say, table, progress, success, failure };

const isTerminal = process.stdout.isTTY === true;

function title(text: string): void {
  console.log(`\n${color.bold(text)}`);
}

function say(text: string): void {
  console.log(`  ${text}`);
}

function success(text: string): void {
  console.log(`  ${color.green(isTerminal ? '✔' : 'ok:')} ${text}`);
}

function failure(text: string): void {
  console.log(`  ${color.red(isTerminal ? '✘' : 'failed:')} ${text}`);
}

/** Prints rows below a head. Columns of numbers are aligned to the right. */
function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const table = new Table({
    head: head.map((cell) => color.dim(cell)),
    colAligns: head.map((_, column) => (rows.every((row) => isNumber(row[column])) ? 'right' : 'left')),
    style: { head: [], border: [] },
    chars: isTerminal ? noLinesBetweenRows : noFrame,
  });
  table.push(...rows.map((row) => row.map(String)));
  console.log(
    table
      .toString()
      .split('\n')
      .map((line) => `  ${line}`.trimEnd())
      .join('\n'),
  );
}

/** Shows progress: as a bar in a terminal, otherwise as one line at the end. */
function progress(label: string, total: number): { update(done: number, note: string): void; stop(): void } {
  const bar = new SingleBar(
    { format: `  ${label} {bar} {percentage}% {note}`, hideCursor: true, barsize: 30, noTTYOutput: false },
    Presets.rect,
  );
  if (isTerminal) bar.start(total, 0, { note: '' });
  let last = '';
  return {
    update: (done, note) => {
      last = note;
      if (isTerminal) bar.update(Math.min(done, total), { note });
    },
    stop: () => {
      if (isTerminal) bar.stop();
      else say(`${label}: ${last}`);
    },
  };
}

function isNumber(cell: string | number | undefined): boolean {
  return typeof cell === 'number' || /^-?[\d,]+(?:\.\d+)?$/.test(String(cell));
}

const noLinesBetweenRows = { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' };

const noFrame = {
  ...noLinesBetweenRows,
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  right: '',
  middle: ' ',
};
