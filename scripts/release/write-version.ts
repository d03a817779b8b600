// Run by `npm version` before it commits: the version of package.json is that of the `User-Agent`, too.
import { readFileSync, writeFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const file = new URL('../../src/version.ts', import.meta.url);
writeFileSync(file, readFileSync(file, 'utf8').replace(/'[^']*';/, `'${version}';`));
