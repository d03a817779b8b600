import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { installTarball } from '../../install-tarball.js';

/** The folder whose packages are measured: the peers, and the packed SDK among them. */
export const bench = new URL('../', import.meta.url);

const scripts = new URL('node_modules/.cost/', bench);

/** A script of this section, as plain JavaScript among the packages. */
export function script(name: string): string {
  return fileURLToPath(new URL(`cost/${name}.js`, scripts));
}

/**
 * Installs what is measured, the SDK as npm would publish it, and writes the scripts that use it as plain JavaScript: what loads
 * TypeScript would be measured too.
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
