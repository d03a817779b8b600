import { suiteConfig } from '../suite-config.js';

export default suiteConfig(import.meta.url, {
  globalSetup: 'set-up.ts',
  setupFiles: '../set-up.ts',
  testTimeout: 60_000,
});
