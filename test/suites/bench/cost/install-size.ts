import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { Row } from '../row.js';
import { bench as folder } from './packages.js';
import { ours, peers } from './products.js';

const megabyte = 1_000_000;

export const installSize: Row = {
  name: 'install',
  figure: 'What npm installs: packages and size',
  bar: 'at most 7 packages and 8.2 MB, this package at most 1.65 MB',
  isHeavy: true,
  async measure(bench) {
    const [ownSize = Number.NaN] = ours.modules.map((module) => sizeOf(placeOf(module, folder)));
    const { count, size } = installed(ours.modules);
    return [
      {
        client: 'ours',
        text: `${count}, ${megabytes(size)}, this package ${megabytes(ownSize)}`,
        met: count <= 7 && size <= 8.2 * megabyte && ownSize <= 1.65 * megabyte,
      },
      ...(bench.peers ? peers : []).map(({ client, modules }) => {
        const each = installed(modules);
        return { client, text: `${each.count}, ${megabytes(each.size)}` };
      }),
    ];
  },
};

/** Installed packages with all their dependencies, without optional ones. */
function installed(modules: readonly string[]): { count: number; size: number } {
  const packages = new Map<string, URL>();
  const add = (name: string, from: URL) => {
    const place = placeOf(name, from);
    if (packages.has(place.href)) return;
    packages.set(place.href, place);
    const { dependencies = {} }: { dependencies?: Record<string, string> } = JSON.parse(
      readFileSync(new URL('package.json', place), 'utf8'),
    );
    for (const dependency of Object.keys(dependencies)) add(dependency, place);
  };
  for (const module of modules) add(module, folder);
  const size = [...packages.values()].reduce((sum, place) => sum + sizeOf(place), 0);
  return { count: packages.size, size };
}

/** Resolves a package as Node.js does: in the nearest `node_modules` that has it. */
function placeOf(name: string, from: URL): URL {
  const place = new URL(`node_modules/${name}/`, from);
  if (existsSync(place)) return place;
  const above = new URL('..', from);
  if (above.href === from.href) throw new Error(`${name} is not installed`);
  return placeOf(name, above);
}

function sizeOf(folderOrFile: URL): number {
  return readdirSync(folderOrFile, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .map((entry) =>
      entry.isDirectory()
        ? sizeOf(new URL(`${encodeURIComponent(entry.name)}/`, folderOrFile))
        : statSync(new URL(encodeURIComponent(entry.name), folderOrFile)).size,
    )
    .reduce((sum, size) => sum + size, 0);
}

function megabytes(bytes: number): string {
  return `${(bytes / megabyte).toFixed(1)} MB`;
}
