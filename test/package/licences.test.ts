import { expect, test } from 'vitest';
import { packedFiles, readPacked } from './packed.js';

const heading = /^(\S+) \d+\.\d+\.\d+ \(([\w.-]+)\)\n=+\n/m;
const [, ...parts] = readPacked('dist/LICENSES.txt').split(new RegExp(heading, 'gm'));

/** The licences in the package, split at headings: name, licence and text follow each other. */
const carried = parts
  .filter((_, index) => index % 3 === 0)
  .map((name, index) => ({ name, licence: parts[index * 3 + 1], text: parts[index * 3 + 2] }));

/** The dashboard is minified, so it does not name them. */
const inDashboard = ['@preact/signals', '@preact/signals-core', 'preact', 'uplot'];

test('the package contains a licence for each package whose code it contains', () => {
  const origin = /\/\/!? (?:\.\.\/)*node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//g;
  const bundled = packedFiles()
    .filter((file) => /\.c?js$/.test(file))
    .flatMap((file) => [...readPacked(file).matchAll(origin)].map(([, name]) => name));
  expect(new Set([...bundled, ...inDashboard])).toEqual(new Set(carried.map(({ name }) => name)));
  expect(carried.length).toBeGreaterThan(0);
});

test.each(carried)('the licence of $name is complete', ({ licence, text }) => {
  expect(licence).toBe('MIT');
  expect(text).toMatch(/Copyright (\(c\)|©) .*\S/);
  expect(text).toContain('Permission is hereby granted, free of charge');
  expect(text).toMatch(/THE SOFTWARE IS PROVIDED ["“]AS IS["”]/);
});
