import { fileURLToPath } from 'node:url';
import { installedFile } from '../../support/installing/install-packages.js';

/** Returns the path of a file or folder of this suite. */
export function here(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

/** Returns the path of a file or folder of `examples/webhooks`. */
export function inExamples(path: string): string {
  return here(`../../../examples/webhooks/${path}`);
}

/** Returns the path of a file or folder of the copies, which have a folder for each platform. */
export function inCopies(path: string): string {
  return here(`copies/${path}`);
}

/** Returns the path of a file of an installed package. */
export function installed(path: string): string {
  return fileURLToPath(installedFile(new URL('.', import.meta.url), path));
}
