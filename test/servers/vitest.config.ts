import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = new URL('../../', import.meta.url);
const { paths }: { paths: Record<string, [string]> } = JSON.parse(
  readFileSync(new URL('tsconfig.json', root), 'utf8'),
).compilerOptions;

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  resolve: {
    // The SDK from its source.
    alias: Object.entries(paths).map(([specifier, [file]]) => ({
      find: new RegExp(`^${specifier}$`),
      replacement: fileURLToPath(new URL(file, root)),
    })),
  },
  test: {
    include: ['**/*.test.ts'],
    globalSetup: 'set-up.ts',
    testTimeout: 90_000,
    hookTimeout: 90_000,
    pool: 'threads',
    maxWorkers: '100%',
  },
});
