import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The tests of single modules come first, and what walks long lists comes last: the first that fails ends a run. */
const inOrder = [
  /test\/lists\/(?!walk|concurrency|throughput)/,
  /test\/(?!lists|contract)/,
  /test\/lists\/(walk|concurrency)/,
  /test\/contract\//,
  /test\/lists\/throughput/,
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
    include: ['test/{client,contract,http,lists,operations,resources}/**/*.test.ts'],
    exclude: ['test/lists/memory.test.ts'],
    setupFiles: [fileURLToPath(new URL('few-runs.ts', import.meta.url))],
    sequence: { sequencer: QuickestFirst },
  },
});
