import type { SyncProgress } from '../../sync/resumable-list/sync-progress.js';
import type { Output } from '../console.js';

/** Milliseconds between two lines of a log. */
const logInterval = 10_000;

/** Shows the progress of a command: in one line of a terminal, or as a line every 10 seconds in a log. */
export class ProgressLine {
  readonly #output: Output;
  readonly #isQuiet: boolean;
  #shownAt = Number.NEGATIVE_INFINITY;

  constructor(output: Output, isQuiet: boolean) {
    this.#output = output;
    this.#isQuiet = isQuiet;
  }

  show(what: string, progress: SyncProgress): void {
    const { isTTY = false, columns = 80 } = this.#output;
    const isDue = isTTY || Date.now() - this.#shownAt >= logInterval;
    if (this.#isQuiet || !isDue) return;
    this.#shownAt = Date.now();
    const line = `${what}: ${textOf(progress)}`;
    this.#output.write(isTTY ? `\r${line.slice(0, columns - 1)}\u001b[K` : `${line}\n`);
  }

  /** Removes the line from the terminal. */
  end(): void {
    if (this.#output.isTTY && !this.#isQuiet) this.#output.write('\r\u001b[K');
  }
}

function textOf({ fraction, windows, pages, records, recordsPerSecond, timeLeft }: SyncProgress): string {
  const minutes = timeLeft === undefined ? [] : [`about ${Math.ceil(timeLeft / 60_000)} min left`];
  return [
    `${Math.floor(fraction * 100)} %`,
    `${windows.done} of ${windows.total} windows`,
    `${pages} pages`,
    `${records} records`,
    `${Math.round(recordsPerSecond)} per second`,
    ...minutes,
  ].join(', ');
}
