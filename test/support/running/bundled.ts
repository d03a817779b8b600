import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';

const inRoot = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** In the repository, so that a program finds the packages that are not in its bundle. */
const parent = inRoot('node_modules/.test-programs/');
const bundles = new Map<string, Promise<string>>();
let folder: string | undefined;

/**
 * Bundles a program with the source of the SDK into one file, which starts in a fifth of the time that tsx takes. Returns its path.
 * Each thread bundles a program once.
 */
export function bundled(program: URL, options?: BuildOptions): Promise<string> {
  const path = fileURLToPath(program);
  const bundle = bundles.get(path) ?? bundleOf({ entryPoints: [path], ...options }, basename(path));
  bundles.set(path, bundle);
  return bundle;
}

/** Bundles the program that the options describe. Returns its path. */
export async function bundleOf(options: BuildOptions, name: string): Promise<string> {
  folder ??= newFolder();
  const outfile = join(mkdtempSync(join(folder, 'program-')), name.replace(/\.ts$/, '.mjs'));
  await build({
    tsconfig: inRoot('examples/tsconfig.json'),
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    // Some packages call `require`, which ES modules lack, and look for another that is optional.
    banner: {
      js: "import { createRequire as $createRequire } from 'node:module'; const require = $createRequire(import.meta.url);",
    },
    external: ['pg-native'],
    logLevel: 'error',
    ...options,
  });
  return outfile;
}

/** Creates a folder that is removed when this thread ends. */
function newFolder(): string {
  mkdirSync(parent, { recursive: true });
  const path = mkdtempSync(parent);
  process.once('exit', () => rmSync(path, { recursive: true, force: true }));
  return path;
}
