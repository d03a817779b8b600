import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Bundles the program into one file, which starts several times faster than its sources. */
export async function bundleProgram(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'crash-program-'));
  const path = join(folder, 'main.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('main.ts', import.meta.url))],
    outfile: path,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  return path;
}
