/** A framework, bundler, test runner or package manager that runs `five.ts`. */
export interface Host {
  readonly name: string;
  /** The folders in `apps` that make up the app. Each contains few files, and one a package.json with pinned versions. */
  readonly folders: readonly string[];
  /** The paths at which a server returns the five lines. Without paths, the script `start` prints them. */
  readonly paths?: readonly string[];
  /** The package manager. The default is npm. */
  readonly packageManager?: readonly string[];
}

const server = (name: string, folders = [name], paths = ['/five']): Host => ({ name, folders, paths });
const program = (name: string, folders = [name], packageManager?: readonly string[]): Host => ({
  name,
  folders,
  ...(packageManager && { packageManager }),
});
const nextPaths = ['/five', '/edge/five'];

/** The versions of Next.js, which `next.test.ts` tests further. */
export const nextHosts: readonly Host[] = [
  server('next14', ['next', 'next14'], nextPaths),
  server('next15', ['next', 'next15'], nextPaths),
];

/** `test/suites/runtimes` tests Bun and Deno, and `test/suites/package` tests Jest in CommonJS. */
export const hosts: readonly Host[] = [
  server('nest'),
  server('express'),
  server('react-router'),
  server('astro'),
  server('sveltekit'),
  server('nuxt'),
  server('workers'),
  program('lambda'),
  program('vite-library', ['plain', 'vite-library']),
  program('jest'),
  program('node-test'),
  program('pnpm', ['plain', 'pnpm'], ['npx', '--yes', 'pnpm@10.34.9']),
  program('yarn-pnp', ['plain', 'yarn-pnp'], ['npx', '--yes', '--package=@yarnpkg/cli-dist@4.18.1', 'yarn']),
];
