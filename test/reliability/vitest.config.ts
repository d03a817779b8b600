import { suiteConfig } from '../suite-config.js';

export default suiteConfig(import.meta.url, {
  setupFiles: '../set-up.ts',
  testTimeout: 120_000,
});
