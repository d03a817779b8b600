import { rename, rm, writeFile } from 'node:fs/promises';
import { unlessHeld } from '../../held-file.js';

/** Replaces a file at once: a crash leaves the old or the new content. Only the user of the process can read the new file. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const part = `${path}.part`;
  // A crash can leave this file. An existing file would keep its mode, and a link would be followed.
  await rm(part, { force: true });
  await writeFile(part, text, { mode: 0o600, flag: 'wx', flush: true });
  await unlessHeld(() => rename(part, path));
}
