import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { sourceAlias } from '../source-alias.js';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  resolve: { alias: sourceAlias },
  test: {
    globalSetup: 'set-up.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    pool: 'threads',
    maxWorkers: '100%',
    isolate: false,
  },
});
