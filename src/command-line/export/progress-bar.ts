import { isSliceEnd } from '../../lists/list-position.js';
import type { CheckpointedPage, ListCheckpoint } from '../../sync/resumable-list/list-checkpoint.js';
import type { SyncProgress } from '../../sync/resumable-list/sync-progress.js';
import type { Output } from '../console.js';

const width = 16;

/** The progress of an export for its reader. */
interface ProgressBar {
  show(progress: SyncProgress, page: CheckpointedPage<unknown>): void;
  /** Removes the bar. If the run has not finished, prints how far it got. */
  end(): void;
}

/**
 * Shows a bar in a terminal. A log gets nothing until the run ends, and then one line.
 * @param kind - what the records are, such as `orders`
 */
export function createProgressBar(kind: string, output: Output): ProgressBar {
  const { isTTY = false } = output;
  // A terminal that does not know its width has 0 columns.
  const columns = output.columns || 80;
  let summary = '';
  return {
    show({ fraction, records, timeLeft }, { slice, position, checkpoint }) {
      // The API does not define the order in a slice, so only complete slices count.
      const reached = isSliceEnd(position) ? slice.to : slice.from;
      const share = Math.max(fraction, shareOf(checkpoint, reached));
      const percent = `${Math.floor(share * 100)} %`;
      const found = `${records} ${kind} up to ${reached.slice(0, 10)}`;
      summary = checkpoint.isDone ? '' : `Stopped at ${percent}: read ${found}.\n`;
      if (!isTTY) return;
      const done = Math.round(share * width);
      const bar = '█'.repeat(done) + '░'.repeat(width - done);
      const left = timeLeft < 60_000 ? 'less than 1 min' : `${Math.ceil(timeLeft / 60_000)} min`;
      const line = `${bar} ${percent}, ${found}, ${left} left`;
      output.write(`\r${line.slice(0, columns - 1)}\u001b[K`);
    },
    end() {
      if (isTTY) output.write('\r\u001b[K');
      if (summary) output.write(summary);
    },
  };
}

/** Returns how much of a range is before a time, from 0 to 1. */
function shareOf({ from, to }: ListCheckpoint, reached: string): number {
  const start = Date.parse(from);
  const length = Date.parse(to) - start;
  return length > 0 ? (Date.parse(reached) - start) / length : 1;
}
