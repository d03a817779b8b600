import { basename, dirname } from 'node:path';
import { OutletClient } from '../../client.js';
import { runWithCheckpoints } from '../../sync/checkpoints/checkpointed-run.js';
import { createFileCheckpointStore } from '../../sync/node/file-checkpoint-store.js';
import { resumablePages } from '../../sync/resumable-list/resumable-pages.js';
import { progressTracker, type SyncProgress } from '../../sync/resumable-list/sync-progress.js';
import { type Console, exitCodes, type Output, printJson } from '../console.js';
import { type ExportCheckpoint, startOf } from './export-checkpoint.js';
import { PartFile, partOf } from './part-file.js';
import { checkDestination, readExportOptions } from './read-options.js';

/** Milliseconds between two lines of a log. */
const logInterval = 10_000;

/**
 * Exports records to a file. Until the export is complete, it writes a part file next to the destination. With the checkpoint next
 * to that, the same command can resume.
 * @throws UsageError or RequestValidationError if the arguments are invalid; any error of the client or the file system
 */
export async function exportCommand(args: readonly string[], console: Console): Promise<number> {
  const { stdout, stderr, signal } = console;
  const options = readExportOptions(args);
  const { subject, format, bom, outletRef, out, 'base-url': baseUrl } = options;
  const outlet = new OutletClient({ baseUrl, logLevel: 'error' });
  const checkpoints = createFileCheckpointStore(dirname(out));
  // A second export of the same file waits for the lease before it fails.
  const source = { name: basename(partOf(out)), outletRef, checkpoints, leaseDuration: 5_000, signal };
  const progressLine = createProgressLine(subject.name, stderr);
  await runWithCheckpoints('export', source, async (context) => {
    // Another export may have written the file while this export waited for the lease.
    checkDestination(out, options.force);
    const start = startOf(context.saved, options, source);
    // Save before anything is removed: after a crash, no checkpoint may cover more than the part file contains.
    if (start.written.bytes === 0) await context.save(start);
    const file = await PartFile.open(out, start.written, subject.header(format, bom));
    const progressAfter = progressTracker(start);
    const pages = resumablePages(
      (resumeFrom) => subject.pages(outlet, start, format, { resumeFrom, signal: context.signal }),
      start,
    );
    try {
      for await (const page of pages) {
        await context.deliver(() => file.add(page.items));
        const checkpoint: ExportCheckpoint = { ...start, ...page.checkpoint, written: file.written };
        await context.save(checkpoint);
        progressLine.show(progressAfter(page));
      }
    } finally {
      progressLine.end();
    }
    // Another program may have written the file in the meantime.
    checkDestination(out, options.force);
    await file.finish();
    await checkpoints.delete(source.name);
    const { records } = file;
    const { from, to } = start;
    if (options.json) printJson(console, { file: out, content: subject.name, records, from, to });
    else stdout.write(`Wrote ${out}: ${records} ${subject.kind.replace('-', ' ')} from ${from} to ${to}.\n`);
    return start;
  });
  return exitCodes.done;
}

/** Shows the progress of a command: in one line of a terminal, or as a line every 10 seconds in a log. */
function createProgressLine(what: string, output: Output) {
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

function textOf({ fraction, pages, records, recordsPerSecond, timeLeft }: SyncProgress): string {
  const done = `${Math.floor(fraction * 100)} %, ${pages} pages`;
  return `${done}, ${records} records, ${Math.round(recordsPerSecond)} per second, about ${Math.ceil(timeLeft / 60_000)} min left`;
}
