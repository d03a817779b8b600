import { createHash } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LeaseError } from '../../errors/lease-error.js';
import { assertValid, RequestValidationError } from '../../errors/request-validation-error.js';
import type { CheckpointStore } from '../checkpoints/checkpoint-store.js';
import { takeLock } from './lock-file.js';
import { readIfThere } from './read-if-there.js';
import { removeLeftovers, replaceFile } from './replace-file.js';

const refused = 'The checkpoints cannot be kept in files';

/**
 * Keeps checkpoints in a folder, each as a JSON file of its own: for the processes of one machine. A checkpoint is written beside the
 * old one, to the disk, and then takes its name, so that a crash leaves the one or the other. A lock file lets one run of a name live
 * at a time; where its process has died on this machine, the next run has it at once.
 *
 * The checkpoint of a poll holds goods receipts: keep the folder where nobody else reads.
 *
 * @param folder - it is made with the first lease or save, where it is not there
 * @throws RequestValidationError where the folder is no path; later, where a file holds no JSON
 *
 * @example
 * ```ts
 * import { createFileCheckpointStore } from 'outlet-open-api/sync/node';
 *
 * await backfillOrders(outlet, { from, checkpoints: createFileCheckpointStore('./checkpoints'), onOrders });
 * ```
 */
export function createFileCheckpointStore(folder: string | URL): CheckpointStore {
  const path = pathOf(folder);
  const lockOf = (name: string) => join(path, `${fileNameOf(name)}.lock`);
  return {
    load: (name) => readJson(checkpointFile(path, name)),
    async lease(name, duration) {
      await mkdir(path, { recursive: true });
      const lock = await takeLock(lockOf(name), duration);
      if (!lock) return undefined;
      await removeLeftovers(checkpointFile(path, name));
      return {
        ...lock,
        async save(checkpoint) {
          if (!(await lock.isHeld())) throw new LeaseError('lost', name);
          await replaceFile(checkpointFile(path, name), `${JSON.stringify(checkpoint)}\n`);
        },
      };
    },
    delete: (name) => rm(checkpointFile(path, name), { force: true }),
    async list() {
      const files = await readdir(path).catch(() => []);
      return files
        .filter((file) => file.endsWith('.json'))
        .map((file) => decodeURIComponent(file.slice(0, -5)));
    },
  };
}

/** Where a checkpoint stands. */
export function checkpointFile(folder: string, name: string): string {
  return join(folder, `${fileNameOf(name)}.json`);
}

/** A name that every file system takes, with room for what stands behind it while it is worked on. */
function fileNameOf(name: string): string {
  const encoded = encodeURIComponent(name.toWellFormed());
  if (encoded.length <= longestName) return encoded;
  return `${encoded.slice(0, longestName - 65)}-${createHash('sha256').update(name).digest('hex')}`;
}

const longestName = 120;

async function readJson(path: string): Promise<unknown> {
  const text = await readIfThere(path);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    const message = 'holds no JSON: put back what it held, or remove it to begin anew';
    throw new RequestValidationError('The checkpoint was not read', [{ path, message }]);
  }
}

function pathOf(folder: string | URL): string {
  const isUrl = folder instanceof URL && folder.protocol === 'file:';
  const isPath = typeof folder === 'string' && folder !== '' && !folder.includes('\0');
  assertValid(refused, { folder: isUrl || isPath || 'must be the path of a folder, or its file: URL' });
  return isUrl ? fileURLToPath(folder) : String(folder);
}
