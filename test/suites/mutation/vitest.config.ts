import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Runs fast tests of single modules first and slow tests last, because the first failure ends a run. */
const inOrder = [
  /unit\/lists\/(?!laws|prefetch|long-ranges)/,
  /unit\/(?!lists|contract|accounting\/arithmetic)/,
  /unit\/lists\//,
  /unit\/contract\//,
  /unit\/accounting\/arithmetic/,
];

class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => inOrder.findIndex((group) => group.test(moduleId));
    return files.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    include: [
      'test/unit/{accounting,client,contract,transport,lists,operations,webhooks}/**/*.test.ts',
      'test/unit/rate-limit/{limit,custom-limiter,queue,rate-limited}.test.ts',
    ],
    // They measure, and would take longer for each mutant than all other tests together.
    exclude: ['test/unit/lists/throughput.test.ts', 'test/unit/webhooks/receiving.hostile.test.ts'],
    testTimeout: 20_000,
    setupFiles: ['../../support/running/restore.ts', 'few-runs.ts'].map((file) =>
      fileURLToPath(new URL(file, import.meta.url)),
    ),
    sequence: { sequencer: QuickestFirst },
  },
});
