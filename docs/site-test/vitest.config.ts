import { defineConfig } from 'vitest/config';
import { suiteConfig } from '../../test/support/running/suite-config.js';

// `npm run nightly -- site` has the mode "nightly".
export default defineConfig(({ mode }) =>
  suiteConfig(import.meta.url, {
    globalSetup: 'build.ts',
    env: mode === 'nightly' ? { SITE_PAGES: 'all' } : {},
  }),
);
