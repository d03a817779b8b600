import { readdirSync, readFileSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The examples run in processes of their own and take longest: begun last, they would hold up the end. */
class ExamplesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isExample = ({ moduleId }: TestSpecification) => moduleId.includes('/test/examples/');
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => Number(isExample(other)) - Number(isExample(one)));
  }
}

/** With packages and configs of their own: `npm run test:package` and `npm run test:runtimes`. */
const exclude = [...configDefaults.exclude, 'test/package/**', 'test/runtimes/**'];

/**
 * A file that changes time or modules, or measures what its process holds, has a process' worth of state to itself. The others
 * share one, so that the code is loaded once for all of them, which took a third of the time.
 */
const needsOwnState =
  /useFakeTimers|underWatch|vi\.mock|doMock|resetModules|limiters\(|bytesInUse|stub(Env|Global)/;
const alone = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((file) => `test/${file.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.test.ts') && !/node_modules|^test\/(package|runtimes)\//.test(file))
  .filter((file) => needsOwnState.test(readFileSync(file, 'utf8')));

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    exclude,
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
          name: 'alone',
          include: alone,
          typecheck: {
            enabled: true,
            include: ['test/**/*.test-d.ts'],
            tsconfig: './test/types/tsconfig.json',
          },
        },
      },
      {
        extends: true,
        test: {
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: [...exclude, ...alone],
          isolate: false,
        },
      },
    ],
  },
});
