import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    include: ['**/*.test.ts'],
    globalSetup: 'install.ts',
    // Compilers take minutes on a busy machine. More of them in parallel only take more memory.
    testTimeout: 300_000,
    maxConcurrency: 2,
    pool: 'threads',
  },
});
