import { rmSync } from 'node:fs';
import { type BuildOptions, build } from 'esbuild';
import { here } from './paths.js';

const shared = {
  bundle: true,
  format: 'esm',
  target: 'es2022',
  outdir: here('dist'),
} satisfies BuildOptions;

/** Processes import the installed package, so only the cases are bundled. */
const processes = { ...shared, platform: 'node', packages: 'external' } satisfies BuildOptions;

/** Bundles the cases for each runtime. If a build fails, esbuild prints the error and the runtime has no file to load. */
export async function bundle(): Promise<void> {
  rmSync(here('dist'), { recursive: true, force: true });
  await Promise.allSettled([
    build({ ...processes, entryPoints: [here('hosts/module.ts')], outExtension: { '.js': '.mjs' } }),
    build({
      ...processes,
      format: 'cjs',
      entryPoints: [here('hosts/script.ts')],
      outExtension: { '.js': '.cjs' },
    }),
    build({ ...shared, entryPoints: [here('hosts/worker.ts')] }),
    build({ ...shared, entryPoints: [here('hosts/page.ts')], outdir: here('dist/page'), splitting: true }),
  ]);
}
