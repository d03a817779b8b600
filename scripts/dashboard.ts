// Builds the dashboard of the emulator from dashboard to dist/dashboard, with the OpenAPI document of the control API.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import type { AssumptionText } from 'assumption-texts';
import { build, type Plugin } from 'esbuild';
import { assumptionRows } from './docs/assumption-rows.js';
import { controlApi } from './openapi/control/document.js';

const root = new URL('..', import.meta.url);

/**
 * The module `assumption-texts`: the table of docs/reference/assumptions.md, so that the dashboard and the docs agree. A component that
 * refers to an assumption without a row fails the build.
 */
const assumptionTexts: Plugin = {
  name: 'assumption-texts',
  setup({ onResolve, onLoad }) {
    const texts = readAssumptionTexts();
    const names = new Set(texts.map(({ name }) => name));
    onResolve({ filter: /^assumption-texts$/ }, ({ path }) => ({ path, namespace: 'docs' }));
    onLoad({ filter: /.*/, namespace: 'docs' }, () => ({
      contents: `export const assumptionTexts = ${JSON.stringify(texts)};`,
    }));
    onLoad({ filter: /\.tsx$/ }, async ({ path }) => {
      const code = await readFile(path, 'utf8');
      const used = Array.from(code.matchAll(/<Assumption name="([^"]+)"/g), ([, name = '']) => name);
      const unknown = used.filter((name) => !names.has(name));
      if (unknown.length === 0) return undefined;
      return {
        errors: [
          { text: `docs/reference/assumptions.md has no row for: ${unknown.join(', ')} (in ${path})` },
        ],
      };
    });
  },
};

function readAssumptionTexts(): AssumptionText[] {
  return assumptionRows().map(({ client, fake, ...row }) => {
    const [, name, values = ''] = /^`(\w+)`: (.+)$/.exec(fake) ?? [];
    const slug = row.gap
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter((word) => word !== '')
      .join('-');
    return {
      ...row,
      client: client || 'Does not depend on it',
      fake: name === undefined ? fake : (values.split(/[,;.] /)[0] ?? ''),
      name: name ?? slug,
      values,
    };
  });
}

const source = new URL('dashboard/', root);
const folder = new URL('dist/dashboard/', root);

const { metafile, outputFiles } = await build({
  entryPoints: [
    { in: fileURLToPath(new URL('main.tsx', source)), out: 'app' },
    // A separate entry, because package.json marks all imports as free of side effects.
    { in: fileURLToPath(new URL('styles/index.css', source)), out: 'app' },
  ],
  outdir: fileURLToPath(folder),
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['es2022', 'chrome123', 'firefox125', 'safari17.5'],
  plugins: [assumptionTexts],
  metafile: true,
  write: false,
  logLevel: 'warning',
});
const files = new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
for (const name of ['index.html', 'favicon.svg']) files.set(name, await readFile(new URL(name, source)));
files.set('control-api.json', Buffer.from(JSON.stringify(JSON.parse(await controlApi()))));

// The installed package is 190 kB smaller with compressed files. The server decompresses them.
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
for (const [name, content] of files) {
  await writeFile(new URL(`${name}.br`, folder), brotliCompressSync(content));
}

/** The packages whose code is part of the dashboard. */
export const packagesInDashboard = [
  ...new Set(
    Object.keys(metafile.inputs).flatMap(
      (file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [],
    ),
  ),
];
