import { expect, test } from 'vitest';
import { packedFiles, readPacked } from './packed.js';

const heading = /^(\S+) \d+\.\d+\.\d+ \(([\w.-]+)\)\n=+\n/m;
const [, ...parts] = readPacked('dist/LICENSES.txt').split(new RegExp(heading, 'gm'));

/** The licences that the package carries: split at headings, name, licence and text follow each other. */
const carried = parts
  .filter((_, index) => index % 3 === 0)
  .map((name, index) => ({ name, licence: parts[index * 3 + 1], text: parts[index * 3 + 2] }));

test('a licence is carried for each package whose code is in the package', () => {
  const origin = /\/\/!? (?:\.\.\/)*node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//g;
  const bundled = packedFiles()
    .filter((file) => /\.c?js$/.test(file))
    .flatMap((file) => [...readPacked(file).matchAll(origin)].map(([, name]) => name));
  expect(new Set(bundled)).toEqual(new Set(carried.map(({ name }) => name)));
  expect(carried.length).toBeGreaterThan(0);
});

test.each(carried)('that of $name is carried in full', ({ licence, text }) => {
  expect(licence).toBe('MIT');
  expect(text).toMatch(/Copyright (\(c\)|©) .*\S/);
  expect(text).toContain('Permission is hereby granted, free of charge');
  expect(text).toMatch(/THE SOFTWARE IS PROVIDED ["“]AS IS["”]/);
});
