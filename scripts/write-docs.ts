import { writeFileSync } from 'node:fs';
import { conformancePage } from './conformance.js';
import { endpointsPage } from './endpoints.js';

const pages = { 'reference/endpoints': endpointsPage, 'internals/conformance': conformancePage };

for (const [name, page] of Object.entries(pages)) {
  writeFileSync(new URL(`../docs/${name}.md`, import.meta.url), page());
}
