// Installs the packages of folders with their own lockfile, before their suites need them.
import { readFileSync } from 'node:fs';
import { installPackages } from '../../test/support/installing/install-packages.js';
import { installTarball } from '../../test/support/installing/install-tarball.js';

for (const name of process.argv.slice(2)) {
  const folder = new URL(`../../${name}/`, import.meta.url);
  const needsSdk = readFileSync(new URL('package-lock.json', folder), 'utf8').includes('outlet-open-api.tgz');
  if (needsSdk) installTarball(folder);
  else installPackages(folder);
}
