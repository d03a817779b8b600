import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { readText } from '../../../scripts/docs/pages.js';

const {
  dependencies,
  peerDependencies,
}: Record<string, Record<string, string>> = JSON.parse(readText('package.json'));

test('docs/internals/dependencies.md has a row for each package that users install', () => {
  const rows = readText('docs/internals/dependencies.md').matchAll(/^\| ([^|]+) \|/gm);
  const listed = Array.from(rows, ([, names = '']) => names.replaceAll('`', '').split(', ')).flat();
  const names = Object.keys({ ...dependencies, ...peerDependencies });

  expect(names.filter((name) => !listed.includes(name))).toEqual([]);
});

interface Package {
  readonly link?: boolean;
  readonly resolved?: string;
  readonly integrity?: string;
}

const root = new URL('../../../', import.meta.url);
const lockfiles = execFileSync('git', ['ls-files', '*package-lock.json'], { cwd: root, encoding: 'utf8' });

// Each build of the SDK has a different checksum.
test.each(lockfiles.trim().split('\n'))('%s has the checksum of each package, except the SDK', (file) => {
  const { packages }: { packages: Record<string, Package> } = JSON.parse(readText(file));
  // The other entries are the folder itself and its workspaces.
  const installed = Object.entries(packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  );
  const wrong = installed.filter(
    ([, { resolved, integrity }]) => (integrity === undefined) !== (resolved?.startsWith('file:') ?? false),
  );
  expect(wrong.map(([path]) => path)).toEqual([]);
});
