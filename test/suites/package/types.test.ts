import { readdirSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { packedFiles, readEntries, suite } from './packed.js';
import { run } from './run.js';
import { namedIn, reachedFrom, syntaxIn } from './sources.js';

/** The packages that a subpath's types may import. Users have them, because they are dependencies or peers. */
const allowed: Record<string, string[]> = {
  'outlet-open-api/otel': ['@opentelemetry'],
  'outlet-open-api/schemas': ['zod'],
  'outlet-open-api/testing/msw': ['msw'],
  'outlet-open-api/undici': ['undici'],
};

test.each(readEntries())('the types of $specifier import no unexpected package', (entry) => {
  const expected = allowed[entry.specifier] ?? [];
  expect(packagesBehind(entry.import.types)).toEqual(expected);
  expect(packagesBehind(entry.require.types)).toEqual(expected);
});

test('no type is `any`', () => {
  const types = packedFiles().filter((file) => /\.d\.c?ts$/.test(file));
  const isAny = (node: ts.Node) => node.kind === ts.SyntaxKind.AnyKeyword;
  expect(types.filter((file) => syntaxIn(file).some(isAny))).toEqual([]);
});

test('this suite compiles', async () => {
  expect(await run('node_modules/typescript7/bin/tsc', ['-p', '.'])).toEqual({ status: 0, output: '' });
});

/** The folders of earlier releases: none before the first one. */
const releases = readdirSync(new URL('type-tests', suite)).filter((name) => /^\d/.test(name));

// A change that breaks them breaks users: see "Public API" in CONTRIBUTING.md.
test.runIf(releases.length > 0)('the type tests of earlier releases still compile', async () => {
  expect(await run('node_modules/typescript7/bin/tsc', ['-p', 'type-tests'])).toEqual({
    status: 0,
    output: '',
  });
});

/** The other packages that types import, directly or not. */
function packagesBehind(types: string): string[] {
  const named = [...reachedFrom(types)].flatMap((file) => namedIn(file).others);
  const packages = named.flatMap((specifier) => specifier.split('/', 1));
  return [...new Set(packages)].toSorted();
}
