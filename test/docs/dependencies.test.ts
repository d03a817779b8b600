import { expect, test } from 'vitest';
import { readText } from '../../scripts/docs/pages.js';

const {
  dependencies,
  peerDependencies,
  devDependencies,
}: Record<string, Record<string, string>> = JSON.parse(readText('package.json'));

test('docs/internals/dependencies.md has a row for each dependency', () => {
  const rows = readText('docs/internals/dependencies.md').matchAll(/^\| ([^|]+) \|/gm);
  const listed = Array.from(rows, ([, names = '']) => names.replaceAll('`', '').split(', ')).flat();
  const names = Object.keys({ ...dependencies, ...peerDependencies, ...devDependencies });

  expect(names.filter((name) => !listed.includes(name))).toEqual([]);
});
