import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { sourceAlias } from '../source-alias.js';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  resolve: { alias: sourceAlias },
  test: {
    include: ['**/*.test.ts'],
    setupFiles: '../set-up.ts',
    testTimeout: 60_000,
    pool: 'threads',
    maxWorkers: '100%',
  },
});
