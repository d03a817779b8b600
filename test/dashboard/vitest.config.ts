import { suiteConfig } from '../suite-config.js';

export default suiteConfig(import.meta.url, {
  globalSetup: 'set-up.ts',
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
  isolate: false,
});
