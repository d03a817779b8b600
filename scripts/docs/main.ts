import { writeFileSync } from 'node:fs';
import { readPages, withTables } from './pages.js';
import { tables } from './tables.js';

/** `npm run docs:tables`: writes the generated tables of README.md and docs/. */
for (const page of readPages()) {
  const text = withTables(page, tables);
  if (text !== page.text) {
    writeFileSync(new URL(`../../${page.path}`, import.meta.url), text);
    console.log(`Wrote ${page.path}`);
  }
}
