import { fileURLToPath } from 'node:url';

/** The path of something in the folder of this suite. */
export function here(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}
