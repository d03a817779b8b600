import { readdirSync, readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { sourceAlias } from './test/source-alias.js';

// Worker threads inherit the flag. With the default of 16 MB, garbage collection takes a seventh of the time.
setFlagsFromString('--max-semi-space-size=64');

/** Starts the examples first, because they run in separate processes and take the most time. */
class ExamplesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isExample = ({ moduleId }: TestSpecification) => moduleId.includes('/test/examples/');
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => Number(isExample(other)) - Number(isExample(one)));
  }
}

/** These suites have their own packages and configs, such as `npm run test:package`. */
const suites = ['dashboard', 'openapi', 'package', 'runtimes', 'servers'];
const exclude = [...configDefaults.exclude, ...suites.map((suite) => `test/${suite}/**`)];

/**
 * Files share worker threads, so that each thread loads the code once. Files that mock modules or measure the memory of their
 * process get a thread each. Files with fake timers share threads with each other only. Otherwise, a real timer that outlives its
 * file would fire in fake time.
 */
const needsOwnThread = /doMock|resetModules|bytesInUse|growthOver|limiters\(/;
const fakesTime = /useFakeTimers|underWatch/;

const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((file) => `test/${file.replaceAll('\\', '/')}`)
  .filter(
    (file) =>
      file.endsWith('.test.ts') &&
      !file.includes('node_modules') &&
      !suites.some((suite) => file.startsWith(`test/${suite}/`)),
  )
  .map((file) => ({ file, code: readFileSync(file, 'utf8') }));
const namesOf = (some: typeof files) => some.map(({ file }) => file);

const isolated = files.filter(({ code }) => needsOwnThread.test(code));
const faked = files.filter((file) => !isolated.includes(file) && fakesTime.test(file.code));

/**
 * Suites that can use a hostile fake, directly or in a helper. `npm test` runs the quick ones again with one seed. `npm run soak`
 * sets `HOSTILE_SEED` and runs all of them.
 */
const canBeHostile = /hostile-mode|HOSTILE_SEED|\/restaurant\.js|quick-outlet|quarter\.js/;
const isQuick = /^test\/(contract|lists)\//;
const { HOSTILE_SEED } = process.env;
const hostile = files.filter(
  ({ file, code }) => canBeHostile.test(code) && (HOSTILE_SEED !== undefined || isQuick.test(file)),
);
const env = { HOSTILE_SEED: HOSTILE_SEED ?? '11' };

export default defineConfig({
  resolve: { alias: sourceAlias },
  test: {
    exclude,
    setupFiles: 'test/documented/set-up.ts',
    testTimeout: 30_000,
    pool: 'threads',
    maxWorkers: '100%',
    sequence: { sequencer: ExamplesFirst },
    coverage: {
      provider: 'v8',
      include: ['src/**'],
      reporter: ['text-summary', 'html'],
      thresholds: { lines: 95, branches: 90 },
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'isolated',
          include: namesOf(isolated),
        },
      },
      {
        extends: true,
        test: { name: 'faked time', include: namesOf(faked), isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'real time',
          include: ['test/**/*.test.ts', 'examples/testing/*.test.ts'],
          exclude: [...exclude, ...namesOf([...isolated, ...faked])],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'hostile, faked time',
          include: namesOf(hostile.filter((file) => faked.includes(file))),
          isolate: false,
          env,
        },
      },
      {
        extends: true,
        test: {
          name: 'hostile, real time',
          include: namesOf(hostile.filter((file) => !faked.includes(file))),
          isolate: false,
          env,
        },
      },
    ],
  },
});
