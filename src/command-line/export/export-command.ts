import { rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { OutletClient } from '../../client.js';
import { runWithCheckpoints } from '../../sync/checkpoints/checkpointed-run.js';
import { checkpointFile, createFileCheckpointStore } from '../../sync/node/file-checkpoint-store.js';
import { ProgressEstimator } from '../../sync/resumable-list/progress-estimator.js';
import { resumablePages } from '../../sync/resumable-list/resumable-pages.js';
import type { Console } from '../console.js';
import { UsageError } from '../usage-error.js';
import { type ExportCheckpoint, startOf } from './export-checkpoint.js';
import { readExportOptions } from './export-options.js';
import { PartFile, partOf } from './part-file.js';
import { ProgressLine } from './progress-line.js';

/**
 * Exports records to a file, which has its name once it is whole. Until then it grows beside that place, with a checkpoint from
 * which the same command goes on.
 *
 * @throws UsageError where the arguments are wrong; any error of the client or the disk
 */
export async function exportCommand(
  args: readonly string[],
  { stdout, stderr, signal }: Console,
): Promise<void> {
  const options = readExportOptions(args);
  const { subject, format, bom, out, baseUrl, isQuiet } = options;
  const outlet = new OutletClient({ baseUrl, logLevel: 'error' });
  const [folder, name] = [dirname(out), basename(partOf(out))];
  const progressLine = new ProgressLine(stderr, isQuiet);
  const keeping = { checkpoints: createFileCheckpointStore(folder), name, outlet: options.outlet, signal };
  await runWithCheckpoints(keeping, async (run) => {
    const start = startOf(run.saved, options);
    // Before anything is cut off: behind a crash, nothing must be left that says more is there.
    if (start.written.bytes === 0) await run.save(start);
    const file = await openPart(out, start.written);
    try {
      if (file.written.bytes === 0) await file.begin(subject.head(format, bom));
      const estimator = new ProgressEstimator(start.walk);
      const pages = resumablePages(
        (resumeFrom) => subject.pages(outlet, start.walk, format, { resumeFrom, signal: run.signal }),
        start.walk,
      );
      for await (const page of pages) {
        await run.confirm();
        await file.add(page.items);
        const checkpoint: ExportCheckpoint = { ...start, walk: page.progress, written: file.written };
        await run.save(checkpoint);
        progressLine.show(subject.name, file.written.records, estimator.after(page));
      }
    } catch (error) {
      await file.close();
      throw error;
    } finally {
      progressLine.end();
    }
    await file.finish();
    await rm(checkpointFile(folder, name), { force: true });
    stdout.write(
      `${file.written.records} ${recordsOf[subject.kind]} in ${out}, ${start.walk.from} to ${start.walk.to}\n`,
    );
  });
}

const recordsOf = { orders: 'orders', 'goods-receipts': 'goods receipts' };

async function openPart(out: string, written: PartFile['written']): Promise<PartFile> {
  try {
    return await PartFile.open(out, written);
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isGone && !(error instanceof RangeError)) throw error;
    const what = isGone ? `What belongs to ${partOf(out)} is gone` : error.message;
    throw new UsageError(`${what}: begin anew with --restart.`);
  }
}
