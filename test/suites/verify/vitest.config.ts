import { suiteConfig } from '../../support/running/suite-config.js';

export default suiteConfig(import.meta.url, {
  testTimeout: 600_000,
  // The runs mostly wait, but each one starts an emulator and a backend.
  maxConcurrency: 4,
});
