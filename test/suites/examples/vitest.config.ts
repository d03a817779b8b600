import { suiteConfig } from '../../support/running/suite-config.js';

export default suiteConfig(import.meta.url, {
  include: ['**/*.test.ts', '../../../examples/testing/*.test.ts'],
});
