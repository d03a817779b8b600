import { fileURLToPath } from 'node:url';
import { installedFile } from '../../../support/installing/install-packages.js';

/** Returns the path of a file in the folder of this suite. */
export function here(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}

/** Returns the path of a file of an installed package. */
export function installed(path: string): string {
  return fileURLToPath(installedFile(new URL('..', import.meta.url), path));
}
