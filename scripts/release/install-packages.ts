// Installs the packages of folders with their own package.json, before their suites need them.
import { readFileSync } from 'node:fs';
import { installPackages } from '../../test/support/installing/install-packages.js';
import { installTarball } from '../../test/support/installing/install-tarball.js';

for (const name of process.argv.slice(2)) {
  const folder = new URL(`../../${name}/`, import.meta.url);
  const { dependencies } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
  if (dependencies?.['outlet-open-api']) installTarball(folder);
  else installPackages(folder);
}
