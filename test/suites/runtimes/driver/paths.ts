import { fileURLToPath } from 'node:url';

/** Returns the path of a file in the folder of this suite. */
export function here(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}
