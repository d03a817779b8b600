import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** TypeScript 7 takes a third of the time of TypeScript 6. */
const compiler = fileURLToPath(new URL('../../../node_modules/typescript7/bin/tsc', import.meta.url));

/** Returns the errors of the TypeScript project in a folder, or an empty text. */
export function compileErrors(folder: URL): string {
  const line = [compiler, '-p', fileURLToPath(folder)];
  const { stdout, stderr } = spawnSync(process.execPath, line, { encoding: 'utf8' });
  return stdout + stderr;
}
