import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/install.ts',
    env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    pool: 'threads',
  },
});
