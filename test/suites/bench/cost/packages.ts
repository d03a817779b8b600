import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { installTarball } from '../../../support/installing/install-tarball.js';

/** The folder with the packages to measure: the peers and the packed SDK. */
export const bench = new URL('../', import.meta.url);

const scripts = new URL('node_modules/.cost/', bench);

/** A script of this folder, as plain JavaScript next to the packages. */
export function script(name: string): string {
  return fileURLToPath(new URL(`cost/${name}.js`, scripts));
}

/**
 * Installs the peers and the SDK as npm would publish it. Writes the scripts that use them as plain JavaScript, because a
 * TypeScript loader would be measured as well.
 */
export async function preparePackages(): Promise<void> {
  installTarball(bench);
  const folders = ['.', 'clients', 'clients/peers', 'cost', 'service'];
  await build({
    entryPoints: folders.flatMap(scriptsIn),
    outdir: fileURLToPath(scripts),
    outbase: fileURLToPath(bench),
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  });
}

function scriptsIn(folder: string): string[] {
  const path = new URL(`${folder}/`, bench);
  return readdirSync(path)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => fileURLToPath(new URL(file, path)));
}
