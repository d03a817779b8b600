import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Returns the errors of the TypeScript project in a folder, or an empty text. */
export function compileErrors(folder: URL): string {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  return spawnSync(process.execPath, [tsc, '-p', fileURLToPath(folder)], { encoding: 'utf8' }).stdout;
}
