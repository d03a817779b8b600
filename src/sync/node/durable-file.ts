import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { assertValid } from '../../errors/request-validation-error.js';
import { isText } from '../../options/checks.js';

/** Returns the path of a folder that a caller passed. @throws {@link RequestValidationError} if it is no path or `file:` URL */
export function folderPath(what: string, folder: string | URL): string {
  const isUrl = folder instanceof URL && folder.protocol === 'file:';
  const isPath = isText(folder) && !folder.includes('\0');
  const message = 'must be the path of a folder, or its file: URL';
  assertValid(what, { folder: isUrl || isPath || message });
  return isUrl ? fileURLToPath(folder) : String(folder);
}

/** Writes a file that only the user of the process can read, and flushes it to the disk. */
export async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  await file
    .writeFile(text)
    .then(() => file.sync())
    .finally(() => file.close());
}

/** Flushes a folder, because a power failure could undo a rename. Windows cannot open folders, and does not need this. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => {});
  await folder?.close();
}
