import type { SyncProgress } from '../../sync/resumable-list/progress-estimator.js';
import type { Output } from '../console.js';

const cells = 20;
const minute = 60_000;
/** Where nobody looks at it, a line now and then will do. */
const pauseInLogs = 10_000;

/** One line that tells how far something is. */
export class ProgressLine {
  readonly #output: Output;
  readonly #isQuiet: boolean;
  #shownAt = Number.NEGATIVE_INFINITY;

  constructor(output: Output, isQuiet: boolean) {
    this.#output = output;
    this.#isQuiet = isQuiet;
  }

  show(what: string, records: number, progress: SyncProgress): void {
    const { isTTY = false, columns = 80 } = this.#output;
    const isDue = isTTY || Date.now() - this.#shownAt >= pauseInLogs;
    if (this.#isQuiet || !isDue) return;
    this.#shownAt = Date.now();
    const line = lineOf(what, records, progress);
    this.#output.write(isTTY ? `\r${line.slice(0, columns - 1)}\u001b[K` : `${line}\n`);
  }

  /** Takes the line away from whoever looks at it. */
  end(): void {
    if (this.#output.isTTY && !this.#isQuiet) this.#output.write('\r\u001b[K');
  }
}

function lineOf(
  what: string,
  records: number,
  { fraction, windows, recordsPerSecond, timeLeft }: SyncProgress,
): string {
  const full = Math.floor(fraction * cells);
  return [
    `${what} ${'█'.repeat(full)}${'░'.repeat(cells - full)} ${Math.floor(fraction * 100)} %`,
    `${records} written`,
    `${Math.round(recordsPerSecond)}/s`,
    ...(timeLeft === undefined ? [] : [`${spanOf(timeLeft)} left`]),
    `window ${Math.min(windows.done + 1, windows.total)} of ${windows.total}`,
  ].join('  ');
}

function spanOf(milliseconds: number): string {
  return milliseconds < minute
    ? `${Math.ceil(milliseconds / 1_000)} s`
    : `${Math.ceil(milliseconds / minute)} min`;
}
