import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { bundled } from '../tsup.config.js';

/** Writes the licences of the packages whose code the files contain, as those licences require. */
export function writeBundledLicences(dist: URL, dashboard: readonly string[]): void {
  const { bundledForRequire, bundledForAll, bundledInEmulator } = bundled;
  const places = [
    ['The CommonJS files', bundledForRequire],
    ['The CommonJS files and the ES modules', bundledForAll],
    ['emulator.cjs', bundledInEmulator],
    ['dashboard/app.js and dashboard/app.css', dashboard],
  ] as const;
  const lists = places.map(([place, names]) => `- ${place}: ${names.join(', ')}`);
  const licences = places
    .flatMap(([, names]) => names)
    .map((name) => `${headingOf(name)}\n\n${readText(licenceOf(name)).replaceAll('\r\n', '\n').trim()}\n`);
  const introduction = 'The files of outlet-open-api contain code of other packages:\n';
  writeFileSync(new URL('LICENSES.txt', dist), [introduction, ...lists, '', ...licences].join('\n'));
}

function headingOf(name: string): string {
  const { version, license } = JSON.parse(readText(new URL('package.json', folderOf(name))));
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

function readText(file: URL): string {
  return readFileSync(file, 'utf8');
}
