import { suiteConfig } from '../suite-config.js';

export default suiteConfig(import.meta.url);
