import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Runs fast tests of single modules first and slow tests last, because the first failure ends a run. */
const inOrder = [
  /test\/lists\/(?!laws|prefetch|long-ranges)/,
  /test\/(?!lists|contract|accounting\/arithmetic)/,
  /test\/lists\//,
  /test\/contract\//,
  /test\/accounting\/arithmetic/,
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
      'test/{accounting,client,contract,transport,lists,operations,resources,webhooks}/**/*.test.ts',
      'test/rate-limit/{limit,custom-limiter,queue,rate-limited}.test.ts',
    ],
    // They measure, and would take longer for each mutant than all other tests together.
    exclude: ['test/lists/throughput.test.ts', 'test/webhooks/receiving.test.ts'],
    testTimeout: 20_000,
    setupFiles: ['../restore.ts', 'few-runs.ts'].map((file) => fileURLToPath(new URL(file, import.meta.url))),
    sequence: { sequencer: QuickestFirst },
  },
});
