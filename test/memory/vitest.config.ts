import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { sourceAlias } from '../source-alias.js';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  resolve: { alias: sourceAlias },
  test: {
    // Each file measures the memory of its own thread.
    include: ['**/*.test.ts'],
    testTimeout: 60_000,
    pool: 'threads',
  },
});
