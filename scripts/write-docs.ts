import { writeFileSync } from 'node:fs';
import { endpointsPage } from './endpoints.js';

writeFileSync(new URL('../docs/endpoints.md', import.meta.url), endpointsPage());
