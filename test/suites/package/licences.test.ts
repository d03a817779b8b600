import { expect, test } from 'vitest';
import { packedFiles, readPacked } from './packed.js';

const text = readPacked('dist/LICENSES.txt');

/** The packages in the text, each with its copyright notice. The terms follow them, because all packages have the same. */
const carried = Array.from(
  text.matchAll(/^(\S+) \d+\.\d+\.\d+ \(([\w.-]+)\): (.*)$/gm),
  ([, name, licence, copyright]) => ({ name, licence, copyright }),
);

/** The dashboard is minified, so it does not name them. */
const inDashboard = ['@preact/signals', '@preact/signals-core', 'preact'];

test('the package contains a licence for each package whose code it contains', () => {
  const origin = /\/\/ (?:\.\.\/)*node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//g;
  const bundled = packedFiles()
    .filter((file) => /\.c?js$/.test(file))
    .flatMap((file) => [...readPacked(file).matchAll(origin)].map(([, name]) => name));
  expect(new Set([...bundled, ...inDashboard])).toEqual(new Set(carried.map(({ name }) => name)));
  expect(carried.length).toBeGreaterThan(0);
});

test.each(carried)('the licence of $name is complete', ({ licence, copyright }) => {
  expect(licence).toBe('MIT');
  expect(copyright).toMatch(/^Copyright (\(c\)|©) .*\S/);
});

test('the text contains the terms once', () => {
  expect(text.match(/^Permission is hereby granted, free of charge/gm)).toHaveLength(1);
  expect(text.match(/^THE SOFTWARE IS PROVIDED "AS IS"/gm)).toHaveLength(1);
});
