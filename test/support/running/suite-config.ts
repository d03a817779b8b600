import { fileURLToPath } from 'node:url';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { sourceAlias } from './source-alias.js';

const absolute = (file: string) => fileURLToPath(new URL(file, import.meta.url));

export const setupFiles = [absolute('restore.ts'), absolute('../documented/set-up.ts')];

/** Milliseconds. Only a test that hangs reaches them: a busy machine can take ten times as long as an idle one. */
export const timeLimits = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
};

/** Returns the config of a suite that tests the source: the test files below the folder of its config file. */
export function suiteConfig(configUrl: string, options: ViteUserConfig['test'] = {}): ViteUserConfig {
  return defineConfig({
    root: fileURLToPath(new URL('.', configUrl)),
    resolve: { alias: sourceAlias },
    test: {
      include: ['**/*.test.ts'],
      setupFiles,
      ...timeLimits,
      pool: 'threads',
      maxWorkers: '100%',
      ...options,
    },
  });
}
