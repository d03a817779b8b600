import { setFlagsFromString } from 'node:v8';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { sourceAlias } from './test/support/running/source-alias.js';

// Worker threads inherit the flag. With the default of 16 MB, garbage collection takes a seventh of the time.
setFlagsFromString('--max-semi-space-size=64');

type TestOptions = NonNullable<TestProjectInlineConfiguration['test']>;

/** Milliseconds. Only a test that hangs reaches them: a busy machine can take ten times as long as an idle one. */
const timeLimits = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } };

/** A project that tests the source. */
function project(name: string, options: TestOptions): TestProjectInlineConfiguration {
  return {
    resolve: { alias: sourceAlias },
    test: {
      name,
      setupFiles: ['running/restore.ts', 'running/properties.ts', 'documented/set-up.ts'].map(
        (file) => `test/support/${file}`,
      ),
      ...timeLimits,
      // Keeps compiled modules in node_modules, which saves a tenth of the next run.
      experimental: { fsModuleCache: true },
      pool: 'threads',
      ...options,
    },
  };
}

function suite(name: string, options: TestOptions = {}): TestProjectInlineConfiguration {
  return project(name, { include: [`test/suites/${name}/**/*.test.ts`], ...options });
}

/** A suite that tests the package as npm would publish it. */
function suiteOfPackage(name: string, options: TestOptions): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      include: [`test/suites/${name}/**/*.test.ts`],
      ...timeLimits,
      // Compilers and browsers take minutes on a busy machine.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      pool: 'threads',
      ...options,
    },
  };
}

const unitTests = ['test/unit', 'test/support'];
/** With seed 5, windows of the rate limit begin at 863 ms. */
const HOSTILE_SEED = process.env.HOSTILE_SEED ?? '5';

/**
 * The projects of `npm test`. Files share worker threads, so that each thread loads the code once. Files that mock modules get a
 * thread each. Files with fake timers share threads with each other only. Otherwise, a real timer that outlives its file would fire
 * in fake time.
 */
function unitProjects(
  name: string,
  kind: string,
  options: TestOptions = {},
): TestProjectInlineConfiguration[] {
  const include = (ending: string) => unitTests.map((folder) => `${folder}/**/*${kind}${ending}`);
  const ownKinds = include('.{fake-time,own-thread}.test.ts');
  return [
    project(name, { include: include('.test.ts'), exclude: ownKinds, isolate: false, ...options }),
    project(`${name}-fake-time`, { include: include('.fake-time.test.ts'), isolate: false, ...options }),
    project(`${name}-own-thread`, { include: include('.own-thread.test.ts'), ...options }),
  ];
}

/**
 * The suites of `npm run suite NAME`. Each one has its own processes, servers or packages. Those that take or wait long run first, so
 * that unit tests fill the end.
 */
export const suites: readonly TestProjectInlineConfiguration[] = [
  suite('verify', {
    testTimeout: 600_000,
    // The runs mostly wait, but each one starts an emulator and a backend.
    maxConcurrency: 4,
  }),
  suiteOfPackage('database', {
    include: ['examples/database/test/**/*.test.ts'],
    globalSetup: 'examples/database/test/set-up.ts',
  }),
  suiteOfPackage('at-scale', {
    include: ['examples/at-scale/test/**/*.test.ts'],
    globalSetup: 'examples/at-scale/test/set-up.ts',
  }),
  suiteOfPackage('package', {
    globalSetup: 'test/suites/package/install.ts',
    // More compilers in parallel only take more memory.
    maxConcurrency: 2,
  }),
  suite('site', { include: ['docs/site-test/*.test.ts'], globalSetup: 'docs/site-test/build.ts' }),
  suite('dashboard', { globalSetup: 'test/suites/dashboard/set-up.ts', isolate: false }),
  suite('examples', {
    include: ['test/suites/examples/**/*.test.ts', 'examples/testing/*.test.ts'],
    isolate: false,
  }),
  suite('servers', { globalSetup: 'test/suites/servers/set-up.ts', isolate: false }),
  suiteOfPackage('frameworks', {
    globalSetup: 'test/suites/frameworks/set-up.ts',
    env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  }),
  suiteOfPackage('runtimes', { globalSetup: 'test/suites/runtimes/driver/prepare.ts' }),
  suite('learn', { isolate: false }),
  suite('memory'),
  suite('reliability'),
  suite('docs', { isolate: false }),
  suite('openapi', { globalSetup: 'test/suites/openapi/set-up.ts' }),
  suite('bench'),
  suite('undici', {
    include: [
      'test/suites/undici/*.test.ts',
      // The unit tests that use sockets.
      'test/unit/transport/wire.test.ts',
      'test/unit/endings/endings.test.ts',
    ],
    env: { SENDER: 'undici' },
  }),
  // `npm run nightly -- hosts`.
  suite('hosts', {
    globalSetup: 'test/suites/hosts/set-up.ts',
    // Each test installs and builds a host, which takes minutes on a busy machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    fileParallelism: false,
  }),
];

const projects = [
  ...suites,
  ...unitProjects('unit', ''),
  // The files whose fakes can be hostile.
  ...unitProjects('hostile', '.hostile', { env: { HOSTILE_SEED } }),
];

/** Runs the projects in the order of this file. The default is the order of their names. */
class InOrderOfProjects extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ project }: TestSpecification) =>
      projects.findIndex(({ test }) => test?.name === project.name);
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: InOrderOfProjects },
    maxWorkers: '100%',
    silent: 'passed-only',
    coverage: {
      provider: 'v8',
      include: ['src/**'],
      // Tested with a PostgreSQL server, and by the suites verify and learn.
      exclude: ['src/postgres/**', 'src/verify/**', 'src/command-line/verify/**', 'src/learn/**'],
      reporter: ['text-summary', 'html'],
      thresholds: { lines: 95, branches: 90 },
    },
    projects,
  },
});
