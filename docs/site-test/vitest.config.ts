import { suiteConfig } from '../../test/suite-config.js';

export default suiteConfig(import.meta.url, { globalSetup: 'build.ts' });
