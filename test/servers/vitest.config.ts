import { suiteConfig } from '../suite-config.js';

export default suiteConfig(import.meta.url, {
  globalSetup: 'set-up.ts',
});
