import { suiteConfig } from '../../support/running/suite-config.js';

export default suiteConfig(import.meta.url, {
  globalSetup: 'set-up.ts',
});
