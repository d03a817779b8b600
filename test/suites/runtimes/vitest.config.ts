import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    include: ['driver/**/*.test.ts'],
    globalSetup: 'driver/prepare.ts',
    // The first test of a runtime waits until all cases of the runtime have ended.
    testTimeout: 300_000,
    pool: 'threads',
  },
});
