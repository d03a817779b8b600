import { readFile } from 'node:fs/promises';
import { codeOf } from './error-code.js';

/** The text of a file, or `undefined` where there is none. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
