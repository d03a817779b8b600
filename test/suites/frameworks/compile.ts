import { readdirSync } from 'node:fs';
import { build } from 'esbuild';
import { here, inCopies } from './paths.js';
import { platforms } from './platforms.js';

/** These run or compile TypeScript themselves. */
const own = ['bun', 'deno', 'next'];

/** Compiles the servers beside their sources. A process starts from JavaScript in a fifth of the time. */
export async function compile(): Promise<void> {
  const copies = platforms
    .filter(({ name }) => !own.includes(name))
    .flatMap(({ name, files, others = {} }) =>
      [...Object.values(files), ...Object.keys(others)].map((file) => inCopies(`${name}/${file}`)),
    );
  await build({ entryPoints: copies, outdir: inCopies('.'), outbase: inCopies('.'), format: 'esm' });
  const hosts = readdirSync(here('hosts')).filter((file) => file.endsWith('.ts'));
  await build({
    entryPoints: hosts.map((file) => here(`hosts/${file}`)),
    outdir: here('compiled'),
    format: 'esm',
  });
  await build({
    entryPoints: [inCopies('workers/workers.ts')],
    outfile: here('compiled/worker.js'),
    bundle: true,
    format: 'esm',
  });
}
