import { suiteConfig } from '../../support/running/suite-config.js';

export default suiteConfig(import.meta.url);
