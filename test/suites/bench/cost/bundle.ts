import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import type { Row } from '../row.js';
import { bench as folder } from './packages.js';
import { ours, peers } from './products.js';

export const bundle: Row = {
  name: 'bundle',
  figure: 'Bundle of a client, minified and gzipped: in total, and before the first response',
  bar: 'at most 40 kB, and 28 kB before the first response',
  isHeavy: true,
  async measure(bench) {
    const { all, first } = await sizesOf(ours.code);
    const readings = await Promise.all(
      (bench.peers ? peers : []).map(async ({ client, code }) => {
        return { client, text: kilobytes((await sizesOf(code)).all) };
      }),
    );
    const text = `${kilobytes(all)}, ${kilobytes(first)} before the first response`;
    return [{ client: 'ours', text, met: all <= 40_000 && first <= 28_000 }, ...readings];
  },
};

/** The size of a bundle as one file, and of the files that are loaded at once if the bundle can be split. In bytes. */
interface Sizes {
  readonly all: number;
  readonly first: number;
}

async function sizesOf(code: string): Promise<Sizes> {
  const [whole, parts] = await Promise.all([bundled(code, false), bundled(code, true)]);
  const atOnce = loadedAtOnce(parts.metafile.outputs);
  const sum = (files: typeof whole.outputFiles) =>
    files.reduce((bytes, { contents }) => bytes + gzipSync(contents, { level: 9 }).byteLength, 0);
  return {
    all: sum(whole.outputFiles),
    first: sum(parts.outputFiles.filter(({ path }) => atOnce.has(path.slice(path.lastIndexOf('/') + 1)))),
  };
}

function bundled(code: string, splitting: boolean) {
  return build({
    stdin: { contents: code, resolveDir: fileURLToPath(folder) },
    bundle: true,
    minify: true,
    splitting,
    format: 'esm',
    // The built-in modules of Node.js are external, so they count nothing.
    platform: 'node',
    // Some bundlers keep comments otherwise.
    legalComments: 'none',
    outdir: 'out',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
}

/** The names of the files that the first one needs. esbuild names them after its input. */
function loadedAtOnce(outputs: Metafile['outputs']): Set<string> {
  const names = new Set<string>();
  const add = (path: string) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (names.has(name)) return;
    names.add(name);
    const imports = outputs[path]?.imports ?? [];
    for (const { kind, path: next } of imports) if (kind === 'import-statement' && outputs[next]) add(next);
  };
  for (const [path, { entryPoint }] of Object.entries(outputs)) if (entryPoint === '<stdin>') add(path);
  return names;
}

function kilobytes(bytes = Number.NaN): string {
  return `${(bytes / 1_000).toFixed(1)} kB`;
}
