import { createHash } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { RequestValidationError } from '../../errors/request-validation-error.js';
import { unlessHeld } from '../../held-file.js';
import type { CheckpointStore } from '../checkpoints/checkpoint-store.js';
import { LeaseError } from '../checkpoints/lease-error.js';
import { folderPath, syncFolder, writeDurably } from './durable-file.js';
import { takeLock, unlessMissing } from './lock-file.js';

/**
 * Creates a store that saves each checkpoint in a JSON file, for the processes of one machine. A crash leaves the old or the new
 * checkpoint, never a partial one. If a process has died on this machine, the next run takes over its lease at once.
 *
 * Only the user of the process can read the files.
 * @param folder - a local folder, which is created if it does not exist
 * @throws {@link RequestValidationError} if `folder` is not a path or a `file:` URL
 * @example
 * ```ts
 * import { createFileCheckpointStore } from 'outlet-open-api/sync/node';
 *
 * const checkpoints = createFileCheckpointStore('./checkpoints');
 * await backfillOrders(outlet, { name: 'backfill', outletRef: 'bistro', from, checkpoints, onOrders });
 * ```
 */
export function createFileCheckpointStore(folder: string | URL): CheckpointStore {
  const path = folderPath('The checkpoint store was not created', folder);
  const fileOf = (name: string) => join(path, `${fileNameOf(name)}.json`);
  return {
    async load(name) {
      const file = fileOf(name);
      const saved = await read(file);
      if (!saved || saved.name === name) return saved?.checkpoint;
      const message = 'is not the checkpoint of this name. Restore the file, or delete it to start again';
      throw new RequestValidationError('The checkpoint was not loaded', [{ path: file, message }]);
    },
    async acquire({ name, leaseDuration }) {
      await mkdir(path, { recursive: true });
      const file = fileOf(name);
      // Then an old holder that is suspended in `save` cannot rename its file.
      const removePart = (token: string) => rmSync(`${file}.${token}`, { force: true });
      const lockFile = join(path, `${fileNameOf(name)}.lock`);
      const lock = await unlessHeld(() => takeLock(lockFile, leaseDuration, removePart));
      if (!lock) return undefined;
      return {
        async save(checkpoint) {
          const part = `${file}.${lock.token}`;
          try {
            await writeDurably(part, `${JSON.stringify({ name, checkpoint })}\n`);
            await unlessHeld(() => {
              if (!lock.isHeld()) throw new LeaseError('lost', name);
              renameSync(part, file);
            });
          } catch (error) {
            await rm(part, { force: true });
            throw lock.isHeld() ? error : new LeaseError('lost', name);
          }
          await syncFolder(path);
        },
        renew: ({ leaseDuration }) => lock.renew(leaseDuration),
        release: () => lock.release(),
      };
    },
    delete: (name) => rm(fileOf(name), { force: true }),
    async list() {
      const names = (await readdir(path).catch(unlessMissing)) ?? [];
      const files = names.filter((name) => name.endsWith('.json'));
      const saved = await Promise.all(files.map((name) => read(join(path, name))));
      return saved.flatMap((one) => one?.name ?? []);
    },
  };
}

/** Returns a file name that every file system accepts, with room for suffixes. */
function fileNameOf(name: string): string {
  const encoded = encodeURIComponent(name.toWellFormed());
  if (encoded.length <= 120) return encoded;
  return `${encoded.slice(0, 55)}-${createHash('sha256').update(name).digest('hex')}`;
}

/** Returns the content of a file: no name if it is not a checkpoint; `undefined` if there is no file. */
async function read(file: string): Promise<{ name?: string; checkpoint?: unknown } | undefined> {
  const text = await readFile(file, 'utf8').catch(unlessMissing);
  try {
    const { name, checkpoint } = JSON.parse(text ?? 'null') ?? {};
    if (typeof name === 'string' && checkpoint) return { name, checkpoint };
  } catch {
    // The file is damaged.
  }
  return text === undefined ? undefined : {};
}
