import { suiteConfig } from '../../support/running/suite-config.js';

// Each file measures the memory of its own thread.
export default suiteConfig(import.meta.url);
