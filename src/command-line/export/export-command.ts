import { basename, dirname } from 'node:path';
import { OutletClient } from '../../client/client.js';
import type { OutletClientOptions } from '../../client/options.js';
import { RequestValidationError } from '../../errors/request-validation-error.js';
import { runWithCheckpoints } from '../../sync/checkpoints/checkpointed-run.js';
import { createFileCheckpointStore } from '../../sync/node/file-checkpoint-store.js';
import { checkpointedPages } from '../../sync/resumable-list/list-checkpoint.js';
import { progressTracker } from '../../sync/resumable-list/sync-progress.js';
import { clientProblems } from '../client-problems.js';
import { type Console, exitCodes, printJson, UsageError } from '../console.js';
import { clientListOptions, usedListOptions } from '../list-options.js';
import { type ExportCheckpoint, startOf } from './export-checkpoint.js';
import { PartFile, partOf } from './part-file.js';
import { createProgressBar } from './progress-bar.js';
import { checkDestination, readExportOptions } from './read-options.js';

/**
 * Exports records to a file. Until the export is complete, it writes a part file next to the destination. With the checkpoint next
 * to that, the same command can resume.
 * @throws UsageError or RequestValidationError if the arguments are invalid; any error of the client or the file system
 */
export async function exportCommand(args: readonly string[], console: Console): Promise<number> {
  const { stdout, stderr, signal } = console;
  const options = readExportOptions(args);
  const { subject, format, bom, outletRef, out, 'base-url': baseUrl } = options;
  const allowInsecureHttp = options['allow-insecure-http'];
  const listOptions = await clientListOptions(options);
  const log = (message: string) => stderr.write(`${message}\n`);
  const logger = { debug: log, info: log, warn: log, error: log };
  const outlet = createClient({ baseUrl, allowInsecureHttp, logger, logLevel: 'warn', ...listOptions });
  const checkpoints = createFileCheckpointStore(dirname(out));
  // A second export of the same file waits for the lease before it fails.
  const source = { name: basename(partOf(out)), outletRef, checkpoints, leaseDuration: 5_000, signal };
  const kind = subject.kind.replace('-', ' ');
  const progressBar = createProgressBar(kind, stderr);
  await runWithCheckpoints('export', source, async (context) => {
    // Another export may have written the file while this export waited for the lease.
    checkDestination(out, options.force);
    const start = startOf(context.saved, options, source);
    // Save before anything is removed: after a crash, no checkpoint may cover more than the part file contains.
    if (start.written.bytes === 0) await context.save(start);
    const file = await PartFile.open(out, start.written, subject.header(format, bom));
    const progressAfter = progressTracker(start);
    const position = { resumeFrom: start.position, signal: context.signal };
    const pages = checkpointedPages(start, () => subject.pages(outlet, start, format, position));
    try {
      for await (const page of pages) {
        await context.deliver(() => file.add(page.items));
        const checkpoint: ExportCheckpoint = { ...start, ...page.checkpoint, written: file.written };
        await context.save(checkpoint);
        progressBar.show(progressAfter(page), page);
      }
    } finally {
      progressBar.end();
    }
    // Another program may have written the file in the meantime.
    checkDestination(out, options.force);
    await file.finish();
    await checkpoints.delete(source.name);
    const { records } = file;
    const { rows } = file.written;
    const counted = `${subject.rowName === undefined ? '' : `${rows} ${subject.rowName} of `}${records} ${kind}`;
    const { from, to } = start;
    const used = usedListOptions(options);
    if (options.json)
      printJson(console, {
        file: out,
        content: subject.name,
        records,
        rows,
        from,
        to,
        ...(used && { listOptions: used }),
      });
    else stdout.write(`Wrote ${out}: ${counted} from ${from} to ${to}${used && `, with ${used}`}.\n`);
    return start;
  });
  return exitCodes.done;
}

/** @throws UsageError if the URL or the token is missing or invalid */
function createClient(options: OutletClientOptions): OutletClient {
  try {
    return new OutletClient(options);
  } catch (error) {
    if (!(error instanceof RequestValidationError)) throw error;
    throw new UsageError(
      clientProblems(error)
        .map(({ message }) => message)
        .join('\n'),
    );
  }
}
