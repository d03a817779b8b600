import { suiteConfig } from '../suite-config.js';

export default suiteConfig(import.meta.url, {
  globalSetup: 'set-up.ts',
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
  isolate: false,
});
