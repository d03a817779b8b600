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

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    include: ['test/**/*.test.ts'],
    // With packages and configs of their own: `npm run test:package` and `npm run test:runtimes`.
    exclude: [...configDefaults.exclude, 'test/package/**', 'test/runtimes/**'],
    testTimeout: 30_000,
    pool: 'threads',
    maxWorkers: '100%',
    sequence: { sequencer: ExamplesFirst },
    typecheck: { enabled: true, include: ['test/**/*.test-d.ts'], tsconfig: './test/types/tsconfig.json' },
    coverage: {
      provider: 'v8',
      include: ['src/**'],
      reporter: ['text-summary', 'html'],
      thresholds: { lines: 95, branches: 90 },
    },
  },
});
