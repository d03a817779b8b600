import { suiteConfig } from '../suite-config.js';

export default suiteConfig(import.meta.url, {
  globalSetup: 'set-up.ts',
  testTimeout: 90_000,
  hookTimeout: 90_000,
});
