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
  const introduction = 'The files of outlet-open-api contain code of other packages:\n';
  const texts = [...namesByTerms(places.flatMap(([, names]) => names))].map(
    ([terms, names]) => `${names.map(copyrightOf).join('\n')}\n\n${terms}\n`,
  );
  writeFileSync(new URL('LICENSES.txt', dist), [introduction, ...lists, '', ...texts].join('\n'));
}

/** Most packages have the same license, which differs only in its line breaks and quotes. */
function namesByTerms(names: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const [, terms] = partsOf(name);
    groups.set(terms, [...(groups.get(terms) ?? []), name]);
  }
  return groups;
}

function copyrightOf(name: string): string {
  const { version, license } = JSON.parse(readText(new URL('package.json', folderOf(name))));
  const [copyright] = partsOf(name);
  return `${name} ${version} (${license}): ${copyright}`;
}

/** Returns the copyright notice and the terms that follow it. */
function partsOf(name: string): [copyright: string, terms: string] {
  const file = readdirSync(folderOf(name)).find((entry) => /^licen[cs]e(\.\w+)?$/i.test(entry));
  if (!file) throw new Error(`${name} has no licence file to copy into the package`);
  const paragraphs = readText(new URL(file, folderOf(name)))
    .replace(/[“”]/g, '"')
    .trim()
    .split(/(?:\r?\n){2,}/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim());
  const place = paragraphs.findIndex((paragraph) => paragraph.startsWith('Copyright'));
  const copyright = paragraphs[place];
  if (copyright === undefined) throw new Error(`The licence file of ${name} has no copyright notice`);
  return [copyright, paragraphs.slice(place + 1).join('\n\n')];
}

function folderOf(name: string): URL {
  return new URL(`../node_modules/${name}/`, import.meta.url);
}

function readText(file: URL): string {
  return readFileSync(file, 'utf8');
}
