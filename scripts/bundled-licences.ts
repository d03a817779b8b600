import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { bundled } from '../tsup.config.js';

/** Writes the licences of the packages whose code the files contain, as those licences require. */
export function writeBundledLicences(dist: URL): void {
  const licences = bundled.map(
    (name) =>
      `${headingOf(name)}\n\n${readFileSync(licenceOf(name), 'utf8').replaceAll('\r\n', '\n').trim()}\n`,
  );
  writeFileSync(new URL('LICENSES.txt', dist), `${introduction}\n${licences.join('\n')}`);
}

const introduction =
  'The CommonJS files of outlet-open-api contain code of these packages. Its ES modules contain that of big.js and csv-stringify,\nand import the others.\n';

function headingOf(name: string): string {
  const { version, license } = JSON.parse(readFileSync(new URL('package.json', folderOf(name)), 'utf8'));
  const heading = `${name} ${version} (${license})`;
  return `${heading}\n${'='.repeat(heading.length)}`;
}

function licenceOf(name: string): URL {
  const file = readdirSync(folderOf(name)).find((entry) => /^licen[cs]e(\.\w+)?$/i.test(entry));
  if (!file) throw new Error(`${name} has no licence file to copy into the package`);
  return new URL(file, folderOf(name));
}

function folderOf(name: string): URL {
  return new URL(`../node_modules/${name}/`, import.meta.url);
}
