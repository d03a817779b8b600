// Installs the packages of a folder with its own package.json, before its suite needs them.
import { readFileSync } from 'node:fs';
import { installPackages } from '../../test/support/installing/install-packages.js';
import { installTarball } from '../../test/support/installing/install-tarball.js';

const folder = new URL(`../../${process.argv[2]}/`, import.meta.url);
const { dependencies } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
if (dependencies?.['outlet-open-api']) installTarball(folder);
else installPackages(folder);
