import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const site = new URL('../.vitepress/dist/', import.meta.url);
export const docs = new URL('../', import.meta.url);

export function readSite(file: string): string {
  return readFileSync(new URL(file, site), 'utf8');
}

/** The paths of all files below a folder that have this extension. */
export function filesIn(folder: URL, extension: string): string[] {
  return readdirSync(fileURLToPath(folder), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith(extension))
    .toSorted();
}
