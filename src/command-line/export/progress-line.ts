import type { SyncProgress } from '../../sync/resumable-list/sync-progress.js';
import type { Output } from '../console.js';

/** Milliseconds between two lines of a log. */
const logInterval = 10_000;

/** Shows the progress of a command: in one line of a terminal, or as a line every 10 seconds in a log. */
export function createProgressLine(what: string, output: Output) {
  const { isTTY = false, columns = 80 } = output;
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    show(progress: SyncProgress): void {
      if (!isTTY && Date.now() - shownAt < logInterval) return;
      shownAt = Date.now();
      const line = `${what}: ${textOf(progress)}`;
      output.write(isTTY ? `\r${line.slice(0, columns - 1)}\u001b[K` : `${line}\n`);
    },
    /** Removes the line from the terminal. */
    end(): void {
      if (isTTY) output.write('\r\u001b[K');
    },
  };
}

function textOf({ fraction, windows, pages, records, recordsPerSecond, timeLeft }: SyncProgress): string {
  const minutes = timeLeft === undefined ? '' : `, about ${Math.ceil(timeLeft / 60_000)} min left`;
  const done = `${Math.floor(fraction * 100)} %, ${windows.done} of ${windows.total} windows, ${pages} pages`;
  return `${done}, ${records} records, ${Math.round(recordsPerSecond)} per second${minutes}`;
}
