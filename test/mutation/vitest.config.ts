import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The tests of single modules come first, and what takes long comes last: the first that fails ends a run. */
const inOrder = [
  /test\/lists\/(?!walk|concurrency|uneven)/,
  /test\/(?!lists|contract|accounting\/arithmetic)/,
  /test\/lists\/(walk|concurrency)/,
  /test\/contract\//,
  /test\/(lists\/uneven|accounting\/arithmetic)/,
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
      'test/{accounting,client,contract,http,lists,operations,resources,webhooks}/**/*.test.ts',
      'test/rate-limit/{limit,custom-limiter,queue,refused}.test.ts',
    ],
    // They measure, and would take longer over each mutant than all others together.
    exclude: ['test/lists/{memory,throughput}.test.ts', 'test/webhooks/receiving.test.ts'],
    testTimeout: 20_000,
    setupFiles: [fileURLToPath(new URL('few-runs.ts', import.meta.url))],
    sequence: { sequencer: QuickestFirst },
  },
});
