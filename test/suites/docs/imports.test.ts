import { expect, test } from 'vitest';
import { readText } from '../../../scripts/docs/pages.js';

test('docs/reference/options.md names every module and file that the package exports', () => {
  const { exports }: { exports: object } = JSON.parse(readText('package.json'));
  const named = readText('docs/reference/options.md').matchAll(/^\| `outlet-open-api(\S*)` \|/gm);

  const paths = Array.from(named, ([, path]) => `.${path}`);
  expect([...paths, './package.json'].toSorted()).toEqual(Object.keys(exports).toSorted());
});
